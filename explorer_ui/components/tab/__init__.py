"""State that the browser keeps for its tab."""
