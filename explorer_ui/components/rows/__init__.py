"""Several rows of tokens over one text, drawn one below the other."""
