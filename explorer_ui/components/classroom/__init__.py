"""What a class shows: the page of a follower."""
