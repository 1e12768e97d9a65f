"""A class: its state on the server, the panel of the teacher, the questions."""
