"""The token strip."""
