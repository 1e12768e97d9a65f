"""Chunks: why text is split into words before merging."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.text_to_ids.chunks import show_chunks

draw_page("Chunks", show_chunks)
