"""A lecture: scenes, notes, the guided tour."""
