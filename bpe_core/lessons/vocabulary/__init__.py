"""What a vocabulary contains: tokens to find, their growth, their lives, those that never occur."""
