"""Teaching with a picture: presenter view, a class, a lecture, what can be taken along."""
