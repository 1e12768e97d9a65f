"""The token strip: any tokenized text as a flow of coloured tokens.

Text travels as base64 of its UTF-8 bytes, so that no character in it can break the message.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from explorer_ui.components.answers import index_below, read_again
from explorer_ui.components.assets import component

View = Literal["tokens", "ids", "bytes", "plain", "ribbon"]

_mount = component("strip/token_strip")


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
    answer = _mount(key=key, data=data, default={"place": None}, on_place_change=read_again)
    place = answer.get("place")
    if not isinstance(place, Mapping) or place.get("strip_id") != data["strip_id"]:
        return selected if selected is not None and 0 <= selected < len(ids) else None
    return index_below(place.get("selected"), len(ids))


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
        "selected": None if selected is None else index_below(selected, len(ids)),
        "height": height,
        "controls": controls,
    }
    digest = hashlib.sha1(packed, usedforsecurity=False)
    digest.update(repr((tokens, display)).encode())
    return data | {"strip_id": digest.hexdigest()[:16]}


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
