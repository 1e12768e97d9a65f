"""The two browser components: Python wrappers around the JavaScript and CSS files beside this one.

Both draw in the browser alone: the data goes there once, and Python hears only where the user came to rest.
Text travels as base64 of its UTF-8 bytes, so that no character in it can break the message.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import streamlit as st

from explorer_ui.components.export import component_css, component_js, export_page

__all__ = ["PlayerState", "SelectedToken", "export_page", "merge_player", "strip_data", "token_strip"]

View = Literal["tokens", "ids", "bytes", "plain", "ribbon"]

# Registered once, at import: registering again on a rerun would mount a new component and lose the place.
_mount_player = st.components.v2.component(
    "bpe_merge_player", css=component_css("merge_player"), js=component_js("merge_player")
)
_mount_strip = st.components.v2.component(
    "bpe_token_strip", css=component_css("token_strip"), js=component_js("token_strip")
)


@dataclass(frozen=True)
class SelectedToken:
    """A token on the stage: base units `start` to `end` (exclusive) of the text, and its id."""

    start: int
    end: int
    id: int


@dataclass(frozen=True)
class PlayerState:
    """Where the user came to rest: the step, and the selected token if there is one."""

    step: int
    selected: SelectedToken | None


def merge_player(data: dict[str, Any], *, key: str) -> PlayerState:
    """Draw the merge player and return where the user came to rest.

    Args:
        data: A finished history as the player's payload. The same `history_id` keeps the user's place.
        key: The Streamlit key.

    Returns:
        A step that exists in `data`, and a selection that lies in its text, whatever the browser sent: an
        answer that belongs to an older history counts as none.
    """
    answer = _mount_player(key=key, data=data, default={"place": None}, on_place_change=_nothing)
    return _player_state(answer.get("place"), data)


def token_strip(
    ids: Sequence[int] | npt.NDArray[np.integer[Any]],
    token_bytes: Mapping[int, bytes] | Callable[[int], bytes],
    *,
    ranks: Mapping[int, int] | None = None,
    chunk_starts: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    special_ids: Sequence[int] = (),
    display: str = "text",
    view: View = "tokens",
    label: str = "Tokens",
    key: str,
    selected: int | None = None,
    height: int = 320,
    controls: bool = True,
) -> int | None:
    """Draw a tokenized text as coloured tokens and return the index of the selected one.

    Args:
        ids: Token ids in text order.
        token_bytes: The bytes of an id.
        ranks: Rank of each learned id; an id that it lacks is a base unit. None: not known.
        chunk_starts: For each chunk, the index of its first token.
        special_ids: Ids to draw as special tokens.
        display: "text", "glyphs" (GPT-2's byte glyphs) or "marker" (a space shows as Ġ).
        view: What the boxes show at first; the user can switch.
        label: What the strip shows, for screen readers.
        key: The Streamlit key.
        selected: Index of the token that is selected at first.
        height: Height of the strip in pixels.
        controls: Whether the row of buttons stands above the strip.

    Returns:
        An index into `ids`, or None. A selection that outlived its text counts as none.
    """
    data = strip_data(
        ids,
        token_bytes,
        ranks=ranks,
        chunk_starts=chunk_starts,
        special_ids=special_ids,
        display=display,
        view=view,
        label=label,
        selected=selected,
        height=height,
        controls=controls,
    )
    answer = _mount_strip(key=key, data=data, default={"place": None}, on_place_change=_nothing)
    place = answer.get("place")
    if not isinstance(place, Mapping) or place.get("strip_id") != data["strip_id"]:
        return selected if selected is not None and 0 <= selected < len(ids) else None
    return _index(place.get("selected"), len(ids))


def strip_data(
    ids: Sequence[int] | npt.NDArray[np.integer[Any]],
    token_bytes: Mapping[int, bytes] | Callable[[int], bytes],
    *,
    ranks: Mapping[int, int] | None = None,
    chunk_starts: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    special_ids: Sequence[int] = (),
    display: str = "text",
    view: View = "tokens",
    label: str = "Tokens",
    selected: int | None = None,
    height: int = 320,
    controls: bool = True,
) -> dict[str, Any]:
    """The payload of the token strip: each distinct token once, then an index per token of the text.

    The keys: `tokens` is a list of [id, base64 bytes, rank or null]; `indexes` is base64 of little-endian
    integers of `index_bytes` bytes each, one per token, pointing into `tokens`; `chunks` is base64 of uint32,
    the index of each chunk's first token, or null. The arguments are those of `token_strip`.

    >>> data = strip_data([258, 100, 258], {258: b"aaab", 100: b"d"}, ranks={258: 2})
    >>> data["tokens"], data["index_bytes"]
    ([[100, 'ZA==', None], [258, 'YWFhYg==', 2]], 2)
    """
    distinct, indexes = np.unique(np.asarray(ids, dtype=np.int64), return_inverse=True)
    lookup = token_bytes if callable(token_bytes) else token_bytes.__getitem__
    known_ranks = ranks or {}
    tokens = [[int(i), _base64(lookup(int(i))), known_ranks.get(int(i))] for i in distinct]
    index_bytes = 2 if len(tokens) <= 1 << 16 else 4
    packed = indexes.astype(f"<u{index_bytes}").tobytes()
    chunks = None if chunk_starts is None else np.asarray(chunk_starts).astype("<u4").tobytes()
    data: dict[str, Any] = {
        "tokens": tokens,
        "indexes": _base64(packed),
        "index_bytes": index_bytes,
        "chunks": None if chunks is None else _base64(chunks),
        "special": [int(i) for i in special_ids],
        "ranked": ranks is not None,
        "display": display,
        "label": label,
        "view": view,
        "selected": None if selected is None else _index(selected, len(ids)),
        "height": height,
        "controls": controls,
    }
    digest = hashlib.sha1(packed, usedforsecurity=False)
    digest.update(repr((tokens, display)).encode())
    return data | {"strip_id": digest.hexdigest()[:16]}


def _player_state(place: object, data: Mapping[str, Any]) -> PlayerState:
    last = len(data["merges"]) // 5
    seek = data.get("seek")
    step: object = data["step"]
    selected = None
    if isinstance(place, Mapping) and place.get("history_id") == data["history_id"]:
        step = place.get("step")
        selected = _selected(place.get("selected"), units=len(base64.b64decode(data["closed_at"])) // 2 + 1)
    # A jump that Python asked for counts at once; the browser confirms it later.
    if seek and (not isinstance(place, Mapping) or place.get("nonce") != seek["nonce"]):
        step = seek["step"]
    found = _index(step, last + 1)
    return PlayerState(step=min(data["step"], last) if found is None else found, selected=selected)


def _selected(value: object, *, units: int) -> SelectedToken | None:
    if not isinstance(value, Mapping):
        return None
    start, end = _index(value.get("start"), units), _index(value.get("end"), units + 1)
    token_id = _index(value.get("id"), 1 << 32)
    if start is None or end is None or token_id is None or end <= start:
        return None
    return SelectedToken(start=start, end=end, id=token_id)


def _index(value: object, below: int) -> int | None:
    # JSON from a browser may bring 3 as 3.0.
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value) if 0 <= value < below else None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _nothing() -> None:
    """The rerun itself is what the page needs: it reads the new state."""
