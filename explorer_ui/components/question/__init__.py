"""The parts of a Challenge question, on its card and in a class."""
