"""Every way to cut a word into tokens."""
