"""One sentence in disguises, with the tokens of several tokenizers."""
