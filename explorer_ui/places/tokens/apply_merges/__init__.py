"""How a new text is encoded, merge by merge."""
