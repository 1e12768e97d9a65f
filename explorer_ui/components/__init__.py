"""The components drawn in the browser: one folder each, with its Python, JavaScript and CSS."""
