"""What is speed alone: the same results as the book, sooner; skip it on first reading."""
