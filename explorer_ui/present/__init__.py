"""Teaching with a picture: presenter view, a class, a lecture, exports."""
