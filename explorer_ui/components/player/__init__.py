"""The merge player."""
