"""The text: typed, pasted, from a sample or a file."""
