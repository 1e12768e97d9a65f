"""Rows of tokens, and the card of a token that is touched."""
