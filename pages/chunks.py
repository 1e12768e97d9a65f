"""Chunks: why words are cut before they are merged."""

from explorer_ui.chunks_view import show_chunks
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Chunks", training_settings=False)
with contained():
    show_chunks(settings)
close_page("Chunks")
