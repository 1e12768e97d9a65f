"""The page of a follower of a class."""
