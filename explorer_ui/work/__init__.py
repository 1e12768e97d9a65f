"""What the pages need from the engine, computed once and cached for all sessions: trainings and tokenizers."""
