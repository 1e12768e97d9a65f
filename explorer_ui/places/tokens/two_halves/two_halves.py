"""The Seam view: the text split in two, its halves encoded separately, and the whole."""

import hashlib
from collections.abc import Sequence
from typing import TypedDict

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.tokens.seams import MAX_SEAMS, Seam, iter_seams, segmented
from explorer_ui.browser.answers import drawn_place, index_below
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizers import Subject
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings, begun_again

MAX_CLOSED = 12
"""How many gaps next to a seam are named with their merges. In a run of digits every gap can change."""

_mount = component("places/tokens/two_halves/seam")


class DifferingStretch(TypedDict):
    """A range in which the halves have other tokens than the whole."""

    start: int  # in bytes
    end: int
    boundaries: list[int]  # the token boundaries of the halves inside it, including the seam
    ids: list[int]  # the ids of the halves' tokens; empty if they are not aligned with the text one by one


class SeamRow(TypedDict):
    """What a seam changes."""

    left: int  # how many tokens the first half has
    right: int  # how many tokens the second half has
    stretches: list[DifferingStretch]  # empty if the tokens add up
    # gaps that only the halves (0) or only the whole (1) close: the byte after the gap, 0 or 1, the rank
    # of the merge that closes it, and how many bytes its two parts have
    closed: list[tuple[int, int, int | None, int | None, int | None]]
    num_closed: int  # how many such gaps there are


class SeamData(TypedDict):
    """The component's data, except for its initial state."""

    data_id: str  # the same for the same text and tokenizer: then the seam stays where the visitor put it
    tokenizer: str  # its name
    text: str  # Base64 of UTF-8
    count: int  # how many tokens the whole text has
    boundaries: list[int]  # the bytes of its token boundaries, ascending
    ids: list[int]  # the ids of its tokens; empty if they are not aligned with the text one by one
    seams: list[SeamRow]  # the seam before the second character of the text, before the third, ...


def show_seams(settings: Settings) -> Subject | None:
    """Draw the choice of tokenizer, and the text with its seam."""
    row = ask("Seam")
    text = settings.text
    if len(text) < 2:
        st.info("Type or paste a text of two characters or more to split it in two.")
        return None
    tokenizer = choose_tokenizer(settings.training, row)
    if len(text) > MAX_SEAMS:
        st.caption(f"The text has {len(text):,} characters; only its first {MAX_SEAMS:,} are used.")
    say_if_special(text[:MAX_SEAMS], [tokenizer])
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
    shown: SeamData = {**data, "data_id": begun_again(data["data_id"])}
    moved = show_seam(shown, at, key="seam")
    if moved != at:
        state.seam_at = moved
    close_picture(Picture("Seam", "places/tokens/two_halves/seam", {**data, "at": moved}))


def show_seam(data: SeamData, at: int, *, key: str) -> int:
    """Draw a text split before the character `at`; return where the visitor left the seam.

    An answer that does not belong to `data` is ignored.
    """
    place = drawn_place(_mount, data, {"at": at}, key=key)
    return index_below(place.get("at"), len(data["seams"]) + 1) or at


def seam_data(tokenizer: Tokenizer, text: str, *, name: str) -> SeamData:
    """Return the component's data for a text of at least two characters; `name` is the tokenizer's.

    Raises what `iter_seams` raises.
    """
    together, count = segmented(tokenizer, text)
    seams = list(map(_row, while_wanted(iter_seams(tokenizer, text))))
    return {
        "data_id": hashlib.blake2b(repr((name, text, seams)).encode(), digest_size=12).hexdigest(),
        "tokenizer": name,
        "text": base64_of(text.encode("utf-8")),
        "count": count,
        "boundaries": together.boundaries.tolist(),
        "ids": [] if together.ids is None else together.ids.tolist(),
        "seams": seams,
    }


def _row(seam: Seam) -> SeamRow:
    nearest: Sequence[int] = sorted(
        range(len(seam.closed)), key=lambda number: abs(seam.closed[number].at - seam.byte)
    )
    return {
        "left": seam.left,
        "right": seam.right,
        "stretches": [
            {"start": one.start, "end": one.end, "boundaries": [*one.boundaries], "ids": [*one.ids]}
            for one in seam.stretches
        ],
        "closed": [
            (gap.at, gap.row, gap.rank, gap.left, gap.right)
            for gap in (seam.closed[number] for number in sorted(nearest[:MAX_CLOSED]))
        ],
        "num_closed": len(seam.closed),
    }
