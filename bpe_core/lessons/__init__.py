"""What lessons ask of the engine beyond training, encoding and decoding: questions, measures, pictures as data."""
