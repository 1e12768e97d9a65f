"""JavaScript that belongs to no place, and what joins the modules of a picture into one file."""
