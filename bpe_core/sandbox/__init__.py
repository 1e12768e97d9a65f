"""Somebody else's regular expression, run where it can be stopped: a child process with limits."""
