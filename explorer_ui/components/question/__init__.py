"""What a question of the Challenge is made of, on its card and in a class."""
