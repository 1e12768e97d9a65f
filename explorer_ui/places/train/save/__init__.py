"""A training saved as files."""
