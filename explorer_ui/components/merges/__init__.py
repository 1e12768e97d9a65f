"""Lists of merges."""
