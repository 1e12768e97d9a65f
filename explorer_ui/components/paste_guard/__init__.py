"""The guard of the text boxes."""
