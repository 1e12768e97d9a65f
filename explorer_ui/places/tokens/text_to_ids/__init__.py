"""One text as bytes, characters, chunks, tokens and ids, and back."""
