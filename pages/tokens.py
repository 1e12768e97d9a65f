"""Tokens: any text as coloured tokens, with your tokenizer or a published one."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.text_to_ids.tokens import show_tokens

draw_page("Tokens", show_tokens)
