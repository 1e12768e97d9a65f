"""Tokens: any text in coloured tokens, with the tokenizer just trained or a known one."""

from explorer_ui.failures import contained
from explorer_ui.frame import close_page, open_page
from explorer_ui.token_view import show_tokens

settings = open_page("Tokens")
with contained():
    show_tokens(settings)
close_page("Tokens")
