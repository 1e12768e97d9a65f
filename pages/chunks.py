"""Chunks: why words are cut before they are merged."""

from explorer_ui.shell.page import draw_page
from explorer_ui.views.chunks import show_chunks

draw_page("Chunks", show_chunks)
