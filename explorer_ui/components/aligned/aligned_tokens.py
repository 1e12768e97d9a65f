"""The tokens of several tokenizers on one text, one below the other."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.lessons.metrics import Agreement
from explorer_ui.components.assets import component
from explorer_ui.components.packing import base64_of

MAX_BYTES = 3_000
"""How much of a text is drawn."""

_mount = component("aligned/aligned_tokens")


@dataclass(frozen=True, eq=False, slots=True)
class TokenizerRow:
    """One row: its name, the bytes of its token boundaries, and the first bytes of tokens to be struck out."""

    name: str
    boundaries: IntArray
    unknown: Collection[int] = ()


class AlignedRow(TypedDict):
    """A row as the component takes it; `aligned_tokens.js` says what each value is, here and below."""

    name: str
    boundaries: list[int]
    unknown: list[int]


class AlignedData(TypedDict):
    """All that the component takes."""

    aligned_id: str
    text: str
    size: int
    starts: list[int]
    alike: list[bool]
    rows: list[AlignedRow]
    label: str


def aligned_tokens(
    text: bytes, rows: Sequence[TokenizerRow], agreement: Agreement, *, label: str, key: str
) -> int:
    """Draw the tokens of each row; return how many bytes were drawn, at most `MAX_BYTES`."""
    data = aligned_data(text, rows, agreement, label=label)
    _mount(key=key, data=data)
    return data["size"]


def aligned_data(
    text: bytes, rows: Sequence[TokenizerRow], agreement: Agreement, *, label: str = ""
) -> AlignedData:
    """Return the rows as the component takes them, up to the last shared token boundary that lies in `MAX_BYTES`."""
    size = len(text)
    if size > MAX_BYTES:
        within = agreement.shared[agreement.shared <= MAX_BYTES]
        # Where the rows never meet in time, the text is cut off between two characters.
        size = int(within[-1]) if len(within) else len(text[:MAX_BYTES].decode("utf-8", "ignore").encode())
    shown = agreement.starts < size
    drawn: list[AlignedRow] = [
        {
            "name": row.name,
            "boundaries": row.boundaries[row.boundaries < size].tolist(),
            "unknown": [start for start in row.unknown if start < size],
        }
        for row in rows
    ]
    starts: list[int] = agreement.starts[shown].tolist()
    of = repr((text[:size], starts, drawn)).encode()
    return {
        "aligned_id": hashlib.sha1(of, usedforsecurity=False).hexdigest()[:16],
        "text": base64_of(text[:size]),
        "size": size,
        "starts": starts,
        "alike": np.asarray(agreement.alike[shown], np.bool_).tolist(),
        "rows": drawn,
        "label": label,
    }
