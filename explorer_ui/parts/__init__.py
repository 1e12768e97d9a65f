"""What several places show: the player, rows of tokens, the text box."""
