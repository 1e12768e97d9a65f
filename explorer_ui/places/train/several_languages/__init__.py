"""Training on several languages, fairly or by count."""
