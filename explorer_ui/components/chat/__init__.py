"""A conversation as a model sees it."""
