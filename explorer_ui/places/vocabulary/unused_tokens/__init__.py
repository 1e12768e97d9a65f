"""Learned tokens that occur nowhere in the end."""
