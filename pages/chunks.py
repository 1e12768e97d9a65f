"""Chunks: why text is split into words before merging."""

from explorer_ui.page.page import draw_page
from explorer_ui.views.chunks import show_chunks

draw_page("Chunks", show_chunks)
