"""What a visitor chose: settings, links, state, limits, names."""
