"""Tokenizer files: open them, and see what each contains."""
