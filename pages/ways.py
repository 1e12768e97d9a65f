"""Ways: every way to cut a word into tokens."""

from explorer_ui.frame.failures import contained
from explorer_ui.frame.page import close_page, open_page
from explorer_ui.views.ways import show_all_ways

settings = open_page("Ways")
with contained():
    show_all_ways(settings)
close_page("Ways")
