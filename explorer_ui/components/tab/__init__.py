"""State that the browser stores for a tab."""
