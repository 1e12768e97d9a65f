"""The first page: a training that plays by itself, and merges to count by hand."""
