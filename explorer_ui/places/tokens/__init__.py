"""The tokens of a text."""
