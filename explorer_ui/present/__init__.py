"""Teaching with a picture: presenter view, a class, a lecture, ways to save it."""
