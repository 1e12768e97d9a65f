"""The edition without a server: a folder of static files, made of the components of the app."""
