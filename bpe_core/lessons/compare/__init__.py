"""What texts cost in different tokenizers, and why."""
