"""Sentences on a page: its question, notices, progress, errors."""
