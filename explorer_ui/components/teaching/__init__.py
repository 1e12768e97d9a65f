"""The teacher's controls for a class, on the page that is taught."""
