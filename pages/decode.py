"""Decode: ids back to text, and where a character was split between tokens."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.text_to_ids.decode import show_decode

draw_page("Decode", show_decode)
