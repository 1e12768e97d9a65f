"""A text at each depth, how it is encoded, and what happens at its edges."""

from explorer_ui.page.page import draw_place
from explorer_ui.places.tokens.apply_merges.encode import show_encode
from explorer_ui.places.tokens.other_splits.other_splits import show_all_ways
from explorer_ui.places.tokens.pieces.pieces import show_pieces
from explorer_ui.places.tokens.prompt_end.prompt_end import show_prompt_end
from explorer_ui.places.tokens.text_to_ids.bytes import show_bytes
from explorer_ui.places.tokens.text_to_ids.chunks import show_chunks
from explorer_ui.places.tokens.text_to_ids.decode import show_decode
from explorer_ui.places.tokens.text_to_ids.tokens import show_tokens
from explorer_ui.places.tokens.two_halves.two_halves import show_seams

draw_place(
    "tokens",
    {
        "Tokens": show_tokens,
        "Chunks": show_chunks,
        "Bytes": show_bytes,
        "Decode": show_decode,
        "Encode": show_encode,
        "Ways": show_all_ways,
        "Prompt": show_prompt_end,
        "Seam": show_seams,
        "Pieces": show_pieces,
    },
)
