"""The page on a phone that follows a class."""
