"""What a tokenizer knows, at which size, and which tokens are never used."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.vocabulary.find_a_token.vocabulary import show_vocabulary
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import show_growing
from explorer_ui.places.vocabulary.tokenizer_file.tokenizer_file import show_tokenizer_file
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import show_token_lives

draw_place(
    "vocabulary",
    {
        "Vocabulary": show_vocabulary,
        "Growth": show_growing,
        "Lives": show_token_lives,
        "Tokenizer file": show_tokenizer_file,
    },
)
