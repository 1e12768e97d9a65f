"""A lecture: scenes and notes."""
