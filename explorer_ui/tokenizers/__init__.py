"""Which tokenizer a page uses: chosen, trained, or opened from a file."""
