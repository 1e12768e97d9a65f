"""Decode: ids back to text, and where a character was split between tokens."""

from explorer_ui.decode_view import show_decode
from explorer_ui.frame import close_page, open_page

settings = open_page("Decode")
show_decode(settings)
close_page("Decode")
