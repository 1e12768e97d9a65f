"""The lives of tokens over the steps of a training."""
