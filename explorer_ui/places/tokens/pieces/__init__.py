"""A text cut to a number of tokens."""
