"""The views: one file per page, named like it, each with one `show_...` function."""
