"""The tokens of several tokenizers on one text, one below the other."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TypedDict

from bpe_core.lessons.tokens.segmentations import Comparison
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of

MAX_BYTES = 3_000
"""The longest part of a text that is drawn."""

_mount = component("parts/token_row/token_rows")


class NamedRow(TypedDict):
    """A row as the component takes it."""

    name: str
    boundaries: list[int]  # the byte offsets of the row's token boundaries, ascending
    unknown: list[int]  # the first bytes of tokens to be struck out


class RowsData(TypedDict):
    """All that the component takes."""

    rows_id: str  # the same for the same text and boundaries
    text: str  # Base64 of UTF-8
    size: int  # its size in bytes
    differing: list[tuple[int, int]]  # the ranges that the rows split differently, in bytes
    rows: list[NamedRow]


def token_rows(text: bytes, unknown: Mapping[str, Sequence[int]], comparison: Comparison, *, key: str) -> int:
    """Draw the tokens of each row; return how many bytes were drawn, at most `MAX_BYTES`.

    `unknown` maps the name of each row to the offsets, in bytes, of the tokens to strike out.
    """
    data = rows_data(text, unknown, comparison)
    _mount(key=key, data=data)
    return data["size"]


def rows_data(text: bytes, unknown: Mapping[str, Sequence[int]], comparison: Comparison) -> RowsData:
    """Return the rows as the component takes them, up to the last shared token boundary within `MAX_BYTES`."""
    size = len(text)
    if size > MAX_BYTES:
        within = comparison.shared[comparison.shared <= MAX_BYTES]
        # If the rows share no boundary there, the text is cut off between two characters.
        size = int(within[-1]) if len(within) else len(text[:MAX_BYTES].decode("utf-8", "ignore").encode())
    rows: list[NamedRow] = [
        {
            "name": name,
            "boundaries": row.boundaries[row.boundaries < size].tolist(),
            "unknown": [start for start in starts if start < size],
        }
        for (name, starts), row in zip(unknown.items(), comparison.rows, strict=True)
    ]
    differing = [(start, min(end, size)) for start, end in comparison.differing if start < size]
    of = repr((text[:size], rows)).encode()
    return {
        "rows_id": hashlib.blake2b(of, digest_size=12).hexdigest(),
        "text": base64_of(text[:size]),
        "size": size,
        "differing": differing,
        "rows": rows,
    }
