"""Arriving at a page."""
