"""Questions about the visitor's own text."""
