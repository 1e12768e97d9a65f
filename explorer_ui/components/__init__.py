"""What is drawn in the browser: a folder per component, with its Python, JavaScript and CSS side by side."""
