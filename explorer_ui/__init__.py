"""What the pages share: the frame, the views, the components, and the work kept for all sessions."""
