"""The merge tree of a token."""
