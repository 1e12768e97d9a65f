"""Chunks: why words are cut before they are merged."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.chunks import show_chunks

settings = open_page("Chunks")
with contained():
    show_chunks(settings)
close_page("Chunks")
