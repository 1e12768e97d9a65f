"""Two halves of a text encoded separately, and the whole of it."""
