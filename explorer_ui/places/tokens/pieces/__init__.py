"""A text split into pieces of a limited number of tokens."""
