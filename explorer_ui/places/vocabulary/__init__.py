"""What a tokenizer has learned."""
