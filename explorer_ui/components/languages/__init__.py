"""What a text costs in many languages, and why."""
