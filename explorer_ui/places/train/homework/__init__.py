"""Merges compared with a printed list."""
