"""Bytes: what a text is to a machine."""

from explorer_ui.bytes_view import show_bytes
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Bytes", training_settings=False)
with contained():
    show_bytes(settings)
close_page("Bytes")
