"""How tokenizers differ."""
