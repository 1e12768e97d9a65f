"""A tokenized text in the format of the strip: plain values, numbers packed as base64.

Text is sent as base64 of its UTF-8 bytes, so that no character in it can break the message.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

from explorer_ui.browser.encoder.live import EncoderData
from explorer_ui.browser.packing import Display, base64_of

Ids: TypeAlias = Sequence[int] | npt.NDArray[np.integer[Any]]


class Counts(TypedDict):
    """The size of a text in different units; `characters` are code points."""

    tokens: int
    characters: int
    bytes: int
    chunks: int


class Made(TypedDict):
    """The two tokens from which a token was merged: their bytes in base64."""

    id: int
    left: str
    right: str


class Cut(TypedDict):
    """The chunks of a text, and the branch of a split pattern that matched each."""

    starts: (
        str | None
    )  # base64 of uint32: the first byte of each chunk in the text; None: those of the tokens
    branches: str  # base64 of uint8: the branch that matched each; 255: none
    listed: list[tuple[str, str, int]]  # of each branch: pattern, meaning, and how many chunks it matched


class Original(TypedDict):
    """The typed text, if the tokenizer changes it before it merges."""

    text: str  # base64
    changes: (
        str  # base64 of uint32, four for each change: its bytes in the tokens, then in the text (first, end)
    )


class StripData(TypedDict):
    """The payload of the strip: each distinct token once, then one index per token of the text."""

    tokens: list[tuple[int, str, int | None]]  # id, bytes in base64, rank
    indexes: str  # base64 of indices into `tokens`, little-endian integers
    index_bytes: int  # how many bytes each of them has
    chunks: str | None  # base64 of uint32: the index of each chunk's first token
    special: list[int]
    ranked: bool
    display: Display
    label: str
    hint: str  # the text if there are no tokens
    height: int
    controls: bool
    counts: Counts | None
    live: EncoderData | None  # the encoder for the browser, if the tokenizer has one
    template: list[list[int]]  # where the tokens of a chat template begin and end
    injected: list[int]  # indexes of tokens
    differs: list[int]  # indexes of chunks
    looked_at: list[int] | None  # where the tokens begin and end that are marked, and in view
    made: Made | None  # what the selected token was merged from
    depth: str | None  # what the boxes are, one of `DEPTHS`; None: the browser decides
    cut: Cut | None
    original: Original | None
    names: list[tuple[str, str]]  # characters with their names
    note: str  # what is said next to the depths
    strip_id: str


def strip_data(
    ids: Ids,
    token_bytes: Mapping[int, bytes] | Callable[[int], bytes],
    *,
    ranks: Mapping[int, int] | None = None,
    chunk_starts: Ids | None = None,
    special_ids: Sequence[int] = (),
    display: Display = "text",
    label: str = "Tokens",
    hint: str = "",
    height: int = 320,
    controls: bool = True,
    counts: Counts | None = None,
    live: EncoderData | None = None,
    template: Sequence[list[int]] = (),
    injected: Sequence[int] = (),
    differs: Sequence[int] = (),
    looked_at: list[int] | None = None,
    depth: str | None = None,
    cut: Cut | None = None,
    original: Original | None = None,
    names: Sequence[tuple[str, str]] = (),
    note: str = "",
) -> StripData:
    """Return the payload of a token strip.

    Args:
        ids: Token ids in text order.
        token_bytes: Returns the bytes of an id.
        ranks: Rank of each learned id; an id that is not in it is a base unit. None: unknown.
        chunk_starts: For each chunk, the index of its first token.
        special_ids: Ids to draw as special tokens.
        display: How bytes are shown.
        label: The label of the strip for screen readers.
        hint: The text if there are no tokens.
        height: Height of the strip in pixels.
        controls: Whether there is a row of buttons above the strip.
        counts: The figures above the strip, or None.
        live: The browser's encoder for text that is typed into the text box, see `live_encoder`.
        template: [start, end] of each run of tokens that a chat template adds to the text: drawn hatched.
        injected: Indices of the control tokens that the text itself contains: drawn with a warning.
        depth: What the boxes are, one of `DEPTHS`; None: what the visitor chose in the strip last.
        cut: The chunks, if they are not those of the tokens or their branches are known.
        original: The typed text, if the tokens spell another one.
        names: The names of characters, for the card of a character.
        note: A remark next to the depths.
        differs: Indices of chunks that another row of the same text does not have: drawn marked.
        looked_at: [start, end] of tokens to mark and to scroll to.

    >>> data = strip_data([258, 100, 258], {258: b"aaab", 100: b"d"}, ranks={258: 2})
    >>> data["tokens"], data["index_bytes"]
    ([(100, 'ZA==', None), (258, 'YWFhYg==', 2)], 2)
    """
    distinct, indexes = np.unique(np.asarray(ids, dtype=np.int64), return_inverse=True)
    shown = {*distinct.tolist()}
    lookup = token_bytes if callable(token_bytes) else token_bytes.__getitem__
    known_ranks = ranks or {}
    tokens = [(int(i), base64_of(lookup(int(i))), known_ranks.get(int(i))) for i in distinct]
    index_bytes = 2 if len(tokens) <= 1 << 16 else 4
    packed = indexes.astype(f"<u{index_bytes}").tobytes()
    chunks = None if chunk_starts is None else np.asarray(chunk_starts).astype("<u4").tobytes()
    digest = hashlib.sha1(packed, usedforsecurity=False)
    digest.update(repr((tokens, display)).encode())
    return {
        "tokens": tokens,
        "indexes": base64_of(packed),
        "index_bytes": index_bytes,
        "chunks": None if chunks is None else base64_of(chunks),
        # While the text is typed, others than those in it may come.
        "special": [int(i) for i in special_ids if live or int(i) in shown],
        "ranked": ranks is not None,
        "display": display,
        "label": label,
        "hint": hint,
        "height": height,
        "controls": controls,
        "counts": counts,
        "live": live,
        "template": list(template),
        "injected": list(injected),
        "differs": list(differs),
        "looked_at": looked_at,
        "made": None,
        "depth": depth,
        "cut": cut,
        "original": original,
        "names": list(names),
        "note": note,
        "strip_id": digest.hexdigest()[:16],
    }
