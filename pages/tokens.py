"""Tokens: any text in coloured tokens, with the tokenizer just trained or a known one."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.tokens import show_tokens

settings = open_page("Tokens")
with contained():
    show_tokens(settings)
close_page("Tokens")
