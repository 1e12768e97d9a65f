"""Navigation between pages."""
