"""The names of the pages."""
