"""The frame of every page: its head, the names of the pages, the style sheet."""
