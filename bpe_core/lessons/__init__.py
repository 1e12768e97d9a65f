"""What teaching needs from the engine beyond training, encoding and decoding: questions, measurements, data for pictures."""
