"""Questions with one right answer, made from a text."""
