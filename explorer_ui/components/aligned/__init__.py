"""The cuts of several tokenizers, aligned."""
