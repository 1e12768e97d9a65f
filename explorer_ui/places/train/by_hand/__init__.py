"""Merges made by hand."""
