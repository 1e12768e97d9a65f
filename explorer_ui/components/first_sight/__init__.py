"""What the document shows and takes until the app is drawn."""
