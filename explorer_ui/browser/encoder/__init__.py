"""Encoding in the browser, with the published vocabularies."""
