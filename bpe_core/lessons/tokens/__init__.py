"""What a text is to a tokenizer: characters, bytes, chunks, token boundaries, and other ways to split it."""
