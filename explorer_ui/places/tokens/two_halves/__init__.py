"""Two halves of a text, encoded separately, and the place where they meet."""
