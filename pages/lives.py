"""Lives: each learned token over the steps of the training."""

from explorer_ui.page.page import draw_page
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import show_token_lives

draw_page("Lives", show_token_lives)
