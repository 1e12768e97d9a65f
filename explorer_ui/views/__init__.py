"""The views: one file per page, named after the page, with one `show_...` function each."""
