"""Encode: how a trained tokenizer splits a new text, merge by merge."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.apply_merges.encode import show_encode

draw_page("Encode", show_encode)
