"""The edition without a server: a folder of static files, whose page consists of the two elements."""
