"""The teacher's own screen during a lecture."""
