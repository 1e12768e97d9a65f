"""The first merges, counted by hand."""
