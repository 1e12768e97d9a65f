"""The text box that the document shows until the app is drawn, and the tokens below it."""
