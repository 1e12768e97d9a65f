"""A text at each depth, how it is encoded, and what happens at its edges."""

from functools import partial

from explorer_ui.page.page import draw_place
from explorer_ui.places.tokens.apply_merges.encode import show_encode
from explorer_ui.places.tokens.other_splits.other_splits import show_all_ways
from explorer_ui.places.tokens.pieces.pieces import show_pieces
from explorer_ui.places.tokens.prompt_end.prompt_end import show_prompt_end
from explorer_ui.places.tokens.text_to_ids.text_to_ids import show_text_to_ids
from explorer_ui.places.tokens.two_halves.two_halves import show_seams
from explorer_ui.words.course import pages_of

draw_place(
    "tokens",
    {
        **{page.name: partial(show_text_to_ids, page=page) for page in pages_of("tokens") if page.depth},
        "Encode": show_encode,
        "Ways": show_all_ways,
        "Prompt": show_prompt_end,
        "Seam": show_seams,
        "Pieces": show_pieces,
    },
)
