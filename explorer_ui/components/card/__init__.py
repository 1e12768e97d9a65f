"""The card of a question."""
