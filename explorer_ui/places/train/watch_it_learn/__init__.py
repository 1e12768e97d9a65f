"""A training, step by step."""
