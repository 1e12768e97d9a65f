"""Decode: ids back to text, and where a character was split between tokens."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.decode import show_decode

settings = open_page("Decode")
with contained():
    show_decode(settings)
close_page("Decode")
