"""Bytes: what a text is to a machine."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.bytes import show_bytes

settings = open_page("Bytes")
with contained():
    show_bytes(settings)
close_page("Bytes")
