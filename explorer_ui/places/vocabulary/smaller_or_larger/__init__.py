"""A text at every vocabulary size."""
