"""What the pages ask of the engine, run once and kept for all sessions: trainings and tokenizers."""
