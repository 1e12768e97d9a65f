"""Bytes: what a text is to a computer."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.text_to_ids.bytes import show_bytes

draw_page("Bytes", show_bytes)
