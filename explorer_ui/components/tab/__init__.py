"""What the browser keeps for its tab."""
