"""The end of a prompt, as it is typed."""
