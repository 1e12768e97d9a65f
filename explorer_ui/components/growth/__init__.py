"""A vocabulary growing over a text."""
