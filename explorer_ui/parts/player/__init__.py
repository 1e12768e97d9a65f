"""The merge player: a history of merges, step by step."""
