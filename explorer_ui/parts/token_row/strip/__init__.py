"""A text as a row of tokens, also while it is typed."""
