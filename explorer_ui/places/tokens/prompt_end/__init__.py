"""What may still change where a prompt ends."""
