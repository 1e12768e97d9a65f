"""The token strip: any tokenized text as a flow of coloured tokens."""

from collections.abc import Callable, Mapping

import streamlit as st

from bpe_core import Tokenizer
from explorer_ui.browser.answers import heard, index_below, read_again
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.parts.token_row.strip.payload import Counts, Cut, Ids, Made, Original, StripData, strip_data
from explorer_ui.words.course import DEPTHS

__all__ = ["Counts", "Cut", "Original", "StripData", "strip_data", "token_strip"]

_mount = component("parts/token_row/strip/token_strip")


def token_strip(
    data: StripData,
    ids: Ids,
    *,
    key: str,
    tokenizer: Tokenizer | None = None,
    on_depth: Callable[[str], None] | None = None,
) -> int | None:
    """Draw a tokenized text as coloured tokens and return the index of the selected one in `ids`, or None.

    `data` is the result of `strip_data` for the same `ids`. If the text has changed since a token was
    selected, the token is found again by its distance from the beginning or the end, if it is still there.
    With a `tokenizer`, the strip shows what the selected token was merged from. `on_depth` is called before the
    next run if another depth was chosen.
    """
    place = st.session_state[key].get("place") if key in st.session_state else None
    selected = _found_again(place, ids)
    if tokenizer and selected is not None:
        data = {**data, "made": _made(tokenizer, int(ids[selected]))}

    def hear_depth() -> None:
        chosen = heard(key, "depth")
        depth = chosen.get("depth") if isinstance(chosen, Mapping) else None
        if on_depth and depth in DEPTHS:
            on_depth(str(depth))

    answer = _mount(
        key=key, data=data, default={"place": None}, on_place_change=read_again, on_depth_change=hear_depth
    )
    return _found_again(answer.get("place"), ids)


def _made(tokenizer: Tokenizer, token_id: int) -> Made | None:
    """Return what a token was merged from, or None for a base unit or a special token."""
    parts = tokenizer.parts(token_id)
    if parts is None:
        return None
    left, right = (base64_of(tokenizer.vocab[part]) for part in parts)
    return {"id": token_id, "left": left, "right": right}


def _found_again(place: object, ids: Ids) -> int | None:
    """Return the index of the token that was selected, in this text or an earlier one; see selection.js.

    >>> place = {"selected": 1, "token": 7, "after": 1}
    >>> [_found_again(place, ids) for ids in ([5, 7, 6], [5, 7], [5, 5, 7, 6], [5, 6])]
    [1, 1, 2, None]
    """
    if not isinstance(place, Mapping):
        return None
    after = index_below(place.get("after"), len(ids))
    from_the_end = None if after is None else len(ids) - 1 - after
    for index in (index_below(place.get("selected"), len(ids)), from_the_end):
        if index is not None and ids[index] == place.get("token"):
            return index
    return None
