"""What is computed once is kept for all sessions, within a limit of memory."""
