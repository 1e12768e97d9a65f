"""The Ways view: the chunks of the text, and every way to split one of them into tokens."""

import streamlit as st

from bpe_core import Tokenizer, replace_lone_surrogates
from bpe_core.lessons.tokens.ways import chunks_of, count_cuts, fewest_tokens, token_arcs
from bpe_core.tokenizer import Encoding
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.tokens.other_splits.ways import WaysData, WaysPlace, show_ways, ways_data
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.visit.limits import MAX_WAYS
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings, go_to, player_alone
from explorer_ui.visit.words import counted
from explorer_ui.words.examples import keep_example

MAX_CHUNK = 48
"""The longest chunk, in bytes, for which all ways are drawn."""

MAX_CHUNKS = 120
"""How many different chunks can be chosen."""


def show_all_ways(settings: Settings) -> None:
    """Draw the choice of tokenizer, the figures of the text, and the ways of one chunk."""
    row = ask("Ways")
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste a word or a text to see the ways to split it.")
        return
    tokenizer = choose_tokenizer(settings.training, row)
    if len(text) > MAX_WAYS:
        st.caption(f"The text has {len(text):,} characters; only its first {MAX_WAYS:,} are used.")
    look_here("Ways")
    encoding = tokenizer.trace(text[:MAX_WAYS])
    chunks = _chunks(tokenizer, encoding)
    if not chunks:
        st.info(
            f"No chunk can be drawn: each is a single byte, or longer than the limit of {MAX_CHUNK} bytes."
        )
        st.markdown(_figures(tokenizer, encoding))
        return
    _picture(ways_data(tokenizer, chunks, name=TOKENIZERS[st.session_state.tokenizer].sentence))
    st.markdown(_figures(tokenizer, encoding))


@cached_fragment
def _picture(data: WaysData) -> None:
    state = st.session_state
    start = WaysPlace(state.ways_chunk, min(max(state.ways_dropout, 0), 100))
    place = show_ways(data, start, on_ids=None if player_alone() else _take_ids, key="ways")
    state.ways_chunk, state.ways_dropout = place
    close_picture(Picture("Ways", "places/tokens/other_splits/ways", {**data, **place._asdict()}))


def _take_ids(ids: list[int]) -> None:
    # The ids have a meaning only with this tokenizer.
    keep_example()
    go_to("Decode", ids_text=", ".join(map(str, ids)))


def _figures(tokenizer: Tokenizer, encoding: Encoding) -> str:
    arcs = token_arcs(tokenizer, encoding)
    size = len(encoding.base_ids)
    taken, fewest = len(encoding.ids), len(fewest_tokens(arcs, size))
    ways = count_cuts(arcs, size)
    many = (
        f"It can be split in {counted(ways, 'way')}."
        if ways < 10**15
        else f"The number of ways to split it has {len(str(ways))} digits."
    )
    fewer = f"the fewest possible: **{fewest:,}**" if fewest < taken else "and no tokenization has fewer"
    return (
        f"The whole text: **{counted(taken, 'token')}** by byte-pair encoding, {fewer}. The most: **{size:,}**, one for each "
        f"base unit. {many}"
    )


def _chunks(tokenizer: Tokenizer, encoding: Encoding) -> list[Encoding]:
    """Return the different chunks of a text that are worth drawing, each as a separate encoding."""
    found: dict[bytes, Encoding] = {}
    for chunk in chunks_of(tokenizer, encoding, longest=MAX_CHUNK):
        spelled = b"".join(tokenizer.decode_tokens_bytes(chunk.ids))
        if len(chunk.base_ids) > 1 and len(found) < MAX_CHUNKS:
            found.setdefault(spelled, chunk)
    return list(found.values())
