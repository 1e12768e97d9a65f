"""The Ways view: the chunks of the text, and every way to split one of them into tokens."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple, NotRequired, TypedDict

import numpy as np
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.tokens.ways import (
    chunks_of,
    count_cuts,
    count_cuts_by_length,
    count_parts,
    fates,
    fewest_tokens,
    longest_match,
    token_arcs,
    unit_offsets,
)
from bpe_core.tokenizer import AppliedMerge, Trace
from explorer_ui.browser.answers import heard, index_below, place_of, read_again
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.tokenizers import NO_TOKENS
from explorer_ui.visit.limits import MAX_WAYS
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings, go_to, player_alone
from explorer_ui.visit.words import counted
from explorer_ui.words.examples import keep_example

MAX_CHUNK = 48
"""The longest chunk, in bytes, for which all ways are drawn."""

MAX_CHUNKS = 120
"""How many different chunks can be chosen."""

_mount = component("places/tokens/other_splits/ways")


class Taker(TypedDict):
    """The token of a merge that used the bytes of an arc's token."""

    rank: int
    start: int
    end: int


class Arc(TypedDict):
    """A token that fits in the word."""

    start: int  # the index of its first byte
    end: int
    id: int
    # the rank of the merge that makes it; null for a single byte and for a token that no merge makes
    rank: int | None
    kind: Literal["taken", "grown", "lost", "unmade"]  # what became of it
    taker: Taker | None


class Cuts(TypedDict):
    """Where tokens end."""

    bpe: list[int]  # the result of byte-pair encoding
    fewest: list[int]
    longest: list[int]  # the result of taking the longest token first, from the left


class WordData(TypedDict):
    """A chunk and all ways to split it."""

    text: str  # Base64 of its bytes
    units: list[int]  # where its base units end: bytes, or characters
    arcs: list[Arc]
    cuts: Cuts
    ways: str  # the number of segmentations, in decimal digits
    shares: list[float]  # the shares of them that have 0, 1, 2, ... tokens
    rules: list[list[int]]  # start, middle, end and rank for any two adjacent tokens that have a merge


class WholeText(TypedDict):
    """The text, and all tokens that fit in it, across chunk boundaries too."""

    text: str  # Base64 of its bytes, as the tokenizer merges them
    units: list[int]  # where its base units end
    arcs: str  # Base64 of 32-bit integers: of each token the first byte, the byte after it, and the id
    own: list[int]  # where the tokens end that byte-pair encoding produces
    ids: list[int]  # their ids
    parts: int  # how many learned tokens are not text on their own


class WaysData(TypedDict):
    """All that the component takes."""

    data_id: str  # the same for the same text: then the visitor's choices are kept
    tokenizer: str  # its name
    whole: WholeText
    words: list[WordData]
    # whether ids lead to the page Decode: a saved page has none
    leads: NotRequired[bool]


class WaysPlace(NamedTuple):
    """The visitor's choices: the chunk, or None, and the dropout in per cent."""

    chunk: int | None
    dropout: int


def show_all_ways(settings: Settings) -> None:
    """Draw the choice of tokenizer, the figures of the text, and the ways of one chunk."""
    row = ask("Ways")
    text = settings.text
    if not text:
        st.info("Type or paste a word or a text to see the ways to split it.")
        return
    tokenizer = choose_tokenizer(settings.training, row)
    if len(text) > MAX_WAYS:
        st.caption(f"The text has {len(text):,} characters; only its first {MAX_WAYS:,} are used.")
    say_if_special(text[:MAX_WAYS], [tokenizer])
    look_here("Ways")
    trace = tokenizer.trace(text[:MAX_WAYS])
    if not trace.ids:
        st.info(NO_TOKENS)
        return
    chunks = _chunks(tokenizer, trace)
    _picture(ways_data(tokenizer, chunks, trace, name=TOKENIZERS[st.session_state.tokenizer].sentence))
    if not chunks:
        st.caption(f"Arcs are drawn for a chunk of 2 to {MAX_CHUNK} bytes, and this text has none.")
    if not chunks or len(chunks[0].base_ids) < len(trace.base_ids):
        st.markdown(_figures(tokenizer, trace))


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


def _figures(tokenizer: Tokenizer, trace: Trace) -> str:
    arcs = token_arcs(tokenizer, trace)
    ways = count_cuts(arcs, len(trace.base_ids))
    return (
        f"Within its chunks, the text can be split in {counted(ways, 'way')}."
        if ways < 10**15
        else f"The number of ways to split the text within its chunks has {len(str(ways))} digits."
    )


def _chunks(tokenizer: Tokenizer, trace: Trace) -> list[Trace]:
    """Return the different chunks of a text that are worth drawing, each as a separate trace."""
    found: dict[bytes, Trace] = {}
    for chunk in chunks_of(tokenizer, trace, longest=MAX_CHUNK):
        spelled = b"".join(tokenizer.decode_tokens_bytes(chunk.ids))
        if len(chunk.base_ids) > 1 and len(found) < MAX_CHUNKS:
            found.setdefault(spelled, chunk)
    return list(found.values())


def show_ways(
    data: WaysData, start: WaysPlace, *, on_ids: Callable[[list[int]], None] | None, key: str
) -> WaysPlace:
    """Draw the ways to split some chunks, one chunk at a time; return the visitor's choices.

    Data with a new `data_id` begins at `start`; an answer to other data is ignored. `on_ids` is called
    with the ids of a segmentation that was clicked; None if a click does nothing.
    """

    def hear_ids() -> None:
        ids = place_of({"place": heard(key, "ids")}, data).get("ids")
        if on_ids and isinstance(ids, list):
            on_ids([number for one in ids if (number := index_below(one, 2**31)) is not None])

    answer = _mount(
        key=key,
        data={**data, **start._asdict(), "leads": on_ids is not None},
        default={"place": None},
        on_place_change=read_again,
        on_ids_change=hear_ids,
    )
    place = place_of(answer, data)
    if not place:
        return start
    dropout = index_below(place.get("dropout"), 101)
    return WaysPlace(
        index_below(place.get("chunk"), len(data["words"])), start.dropout if dropout is None else dropout
    )


def ways_data(tokenizer: Tokenizer, traces: Sequence[Trace], whole: Trace, *, name: str) -> WaysData:
    """Return the component's data for a text and some of its chunks; `name` is the tokenizer's.

    Raises `BpeError` for a tokenizer of characters.
    """
    text = cached_with(tokenizer, f"fits {whole.ids}", lambda: _whole(tokenizer, whole))
    words = [_word(tokenizer, trace) for trace in traces]
    data_id = hashlib.blake2b(repr((name, text, words)).encode(), digest_size=12).hexdigest()
    return {"data_id": data_id, "tokenizer": name, "whole": text, "words": words}


def _whole(tokenizer: Tokenizer, trace: Trace) -> WholeText:
    at, tokens = unit_offsets(tokenizer, trace), tokenizer.decode_tokens_bytes(trace.ids)
    arcs = np.array(token_arcs(tokenizer, trace, across_chunks=True), np.uint32).reshape(-1, 3)
    arcs[:, :2] = np.array(at, np.uint32)[arcs[:, :2]]
    return {
        "text": base64_of(b"".join(tokens)),
        "units": at[1:],
        "arcs": base64_of(arcs.astype("<u4").tobytes()),
        "own": [*accumulate(map(len, tokens))],
        "ids": trace.ids,
        "parts": cached_with(tokenizer, "parts", lambda: count_parts(tokenizer)),
    }


def _word(tokenizer: Tokenizer, trace: Trace) -> WordData:
    arcs = token_arcs(tokenizer, trace)
    size = len(trace.base_ids)
    by_length = count_cuts_by_length(arcs, size)
    ways = sum(by_length)
    ids = {(arc.start, arc.end): arc.token_id for arc in arcs}
    splits = [
        (left.start, left.end, right.end, rank)
        for left in arcs
        for right in arcs
        if left.end == right.start and (left.start, right.end) in ids
        if (rank := tokenizer.rank_of(left.token_id, right.token_id)) is not None
    ]
    tokens = tokenizer.decode_tokens_bytes(trace.ids)
    # The drawing is measured in bytes.
    at = unit_offsets(tokenizer, trace)
    return {
        "text": base64_of(b"".join(tokens)),
        "units": at[1:],
        "arcs": [
            {
                "start": at[arc.start],
                "end": at[arc.end],
                "id": arc.token_id,
                "rank": tokenizer.rank_of_token(arc.token_id),
                "kind": fate.kind,
                "taker": _taker(trace, fate.merge, at) if fate.merge else None,
            }
            for arc, fate in zip(arcs, fates(trace, arcs), strict=True)
        ],
        "cuts": {
            "bpe": list(accumulate(map(len, tokens))),
            "fewest": [at[arc.end] for arc in fewest_tokens(arcs, size)],
            "longest": [at[arc.end] for arc in longest_match(arcs, size)],
        },
        "ways": str(ways),
        "shares": [count / ways for count in by_length],
        "rules": [[at[start], at[middle], at[end], rank] for start, middle, end, rank in splits],
    }


def _taker(trace: Trace, merge: AppliedMerge, at: Sequence[int]) -> Taker:
    """Return the token that a merge made, as bytes from `start` up to `end`, with the rank of the merge."""
    closed = trace.closed_at.tolist()
    number = closed[merge.gap]
    start, end = merge.gap, merge.gap + 2
    while start and closed[start - 1] < number:
        start -= 1
    while end < len(trace.base_ids) and closed[end - 1] < number:
        end += 1
    return {"rank": merge.rank, "start": at[start], "end": at[end]}
