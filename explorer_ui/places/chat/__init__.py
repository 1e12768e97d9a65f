"""What a model receives of a conversation."""
