"""The tree of merges that make a token."""
