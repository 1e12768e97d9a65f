"""The cuts of several tokenizers on one text, one below the other."""

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

_mount = component("cuts/aligned_cuts")


@dataclass(frozen=True, eq=False, slots=True)
class CutRow:
    """One row: its name, the bytes at which it is cut, and the first bytes of tokens to be struck out."""

    name: str
    cuts: IntArray
    unknown: Collection[int] = ()


class CutsRow(TypedDict):
    """A row as the component takes it; `aligned_cuts.js` says what each value is, here and below."""

    name: str
    cuts: list[int]
    unknown: list[int]


class CutsData(TypedDict):
    """All that the component takes."""

    cuts_id: str
    text: str
    size: int
    starts: list[int]
    alike: list[bool]
    rows: list[CutsRow]
    label: str


def aligned_cuts(text: bytes, rows: Sequence[CutRow], agreement: Agreement, *, label: str, key: str) -> int:
    """Draw where each row is cut; return how many bytes were drawn, `MAX_BYTES` at the most."""
    data = cuts_data(text, rows, agreement, label=label)
    _mount(key=key, data=data)
    return data["size"]


def cuts_data(text: bytes, rows: Sequence[CutRow], agreement: Agreement, *, label: str = "") -> CutsData:
    """Return the rows as the component takes them, up to the last cut of all that lies in `MAX_BYTES`."""
    size = len(text)
    if size > MAX_BYTES:
        within = agreement.shared[agreement.shared <= MAX_BYTES]
        # Where the rows never meet in time, the text is cut off between two characters.
        size = int(within[-1]) if len(within) else len(text[:MAX_BYTES].decode("utf-8", "ignore").encode())
    shown = agreement.starts < size
    drawn: list[CutsRow] = [
        {
            "name": row.name,
            "cuts": row.cuts[row.cuts < size].tolist(),
            "unknown": [start for start in row.unknown if start < size],
        }
        for row in rows
    ]
    starts: list[int] = agreement.starts[shown].tolist()
    of = repr((text[:size], starts, drawn)).encode()
    return {
        "cuts_id": hashlib.sha1(of, usedforsecurity=False).hexdigest()[:16],
        "text": base64_of(text[:size]),
        "size": size,
        "starts": starts,
        "alike": np.asarray(agreement.alike[shown], np.bool_).tolist(),
        "rows": drawn,
        "label": label,
    }
