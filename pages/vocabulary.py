"""Vocabulary: every token of a tokenizer, how it was made, and what the list reveals about the training data."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.vocabulary.find_a_token.vocabulary import show_vocabulary

draw_page("Vocabulary", show_vocabulary)
