"""The chunks of a text, coloured by branch of the split pattern."""
