"""Every way to split a word into tokens."""
