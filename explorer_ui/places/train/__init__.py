"""How a tokenizer learns."""
