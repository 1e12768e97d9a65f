"""The text box of the document until the app is drawn, and the tokens below it."""
