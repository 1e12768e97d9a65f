"""Tokens: any text in coloured tokens, with the tokenizer just trained or a known one."""

from explorer_ui.shell.page import draw_page
from explorer_ui.views.tokens import show_tokens

draw_page("Tokens", show_tokens)
