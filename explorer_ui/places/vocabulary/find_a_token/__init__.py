"""The tokens of a vocabulary, to search, and what a merge switched off changes."""
