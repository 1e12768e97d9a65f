"""Which vocabularies are related."""
