"""Why one language takes more tokens than another."""
