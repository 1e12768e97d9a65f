"""Decode: ids back to text, and where a character was split between tokens."""

from explorer_ui.decode_view import show_decode
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Decode")
with contained():
    show_decode(settings)
close_page("Decode")
