"""Checks the content of text boxes."""
