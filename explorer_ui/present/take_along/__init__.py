"""A picture or a page as a file: to save, print, or upload to a learning platform."""
