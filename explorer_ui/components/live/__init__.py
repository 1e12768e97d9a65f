"""Encoding in the browser while somebody types."""
