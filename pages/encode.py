"""Encode: how a learned tokenizer cuts a new text, merge by merge."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.encode import show_encode

settings = open_page("Encode")
with contained():
    show_encode(settings)
close_page("Encode")
