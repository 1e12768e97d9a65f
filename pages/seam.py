"""Seam: two texts encoded separately, and the same two as one text."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.two_halves.two_halves import show_seams

draw_page("Seam", show_seams)
