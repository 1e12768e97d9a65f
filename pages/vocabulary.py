"""Vocabulary: every token of a tokenizer, how it was made, and what the list tells of its origin."""

from explorer_ui.shell.failures import contained
from explorer_ui.shell.page import close_page, open_page
from explorer_ui.views.vocabulary import show_vocabulary

settings = open_page("Vocabulary")
with contained():
    show_vocabulary(settings)
close_page("Vocabulary")
