"""What every picture needs: a message from Python, an answer to it, a saved image."""
