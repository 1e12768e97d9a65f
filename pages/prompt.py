"""Prompt: the end of a prompt, and which of its tokens may still change."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.tokens.prompt_end.prompt_end import show_prompt_end

draw_page("Prompt", show_prompt_end)
