"""Runs a user's regular expression where it can be stopped: in a child process with limits."""
