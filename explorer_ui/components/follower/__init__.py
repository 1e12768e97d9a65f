"""The page of a class's followers."""
