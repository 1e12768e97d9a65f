"""Where tokenizers split one text differently."""
