"""Encode: how a learned tokenizer cuts a new text, join by join."""

from explorer_ui.encode_view import show_encode
from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page

settings = open_page("Encode")
with contained():
    show_encode(settings)
close_page("Encode")
