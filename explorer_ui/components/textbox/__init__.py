"""The text box."""
