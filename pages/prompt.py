"""Prompt: the end of a prompt, and which of its tokens may still change."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.prompt import show_prompt_end

settings = open_page("Prompt")
with contained():
    show_prompt_end(settings)
close_page("Prompt")
