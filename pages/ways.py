"""Ways: every way to cut a word into tokens."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.ways import show_all_ways

settings = open_page("Ways")
with contained():
    show_all_ways(settings)
close_page("Ways")
