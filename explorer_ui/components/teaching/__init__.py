"""What a teacher opens a class with, on the page of what is taught."""
