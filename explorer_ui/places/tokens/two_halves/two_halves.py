"""The Seam view: the text split in two, its halves encoded separately, and the whole."""

import streamlit as st

from bpe_core import Tokenizer, replace_lone_surrogates
from bpe_core.lessons.tokens.seams import MAX_SEAMS
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.tokens.two_halves.seam import SeamData, seam_data, show_seam
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.tokenizers import Subject
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings, begun_again


def show_seams(settings: Settings) -> Subject | None:
    """Draw the choice of tokenizer, and the text with its seam."""
    row = ask("Seam")
    text = replace_lone_surrogates(settings.text)
    if len(text) < 2:
        st.info("Type or paste a text of two characters or more to split it in two.")
        return None
    tokenizer = choose_tokenizer(settings.training, row)
    if len(text) > MAX_SEAMS:
        st.caption(f"The text has {len(text):,} characters; only its first {MAX_SEAMS:,} are used.")
    if first_special(text[:MAX_SEAMS], tokenizer.special_tokens):
        st.caption("This page encodes special tokens in the text as plain text.")
    look_here("Seam")
    request = settings.training.on(text[:MAX_SEAMS])
    _picture(tokenizer, request.text)
    return request, lambda: tokenizer


@cached_fragment
def _picture(tokenizer: Tokenizer, text: str) -> None:
    state = st.session_state
    name = TOKENIZERS[state.tokenizer].sentence
    data = cached_with(tokenizer, f"seams {name} {text}", lambda: seam_data(tokenizer, text, name=name))
    at = min(max(state.seam_at or len(text) // 2, 1), len(text) - 1)
    shown: SeamData = {**data, "seam_id": begun_again(data["seam_id"])}
    moved = show_seam(shown, at, key="seam")
    if moved != at:
        state.seam_at = moved
    close_picture(Picture("Seam", "places/tokens/two_halves/seam", {**data, "at": moved}))
