"""A history or a trace as the merge player takes it: plain values, numbers packed as base64."""

import base64
import hashlib
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core import OPEN, WALL, TrainingHistory
from bpe_core.alphabets import WORD_MARKER, counts_bytes
from bpe_core.history import tie_order

_OPEN_16 = 65535
_WALL_16 = 65534

ENDINGS = {
    "merges-reached": "These were all the merges asked for.",
    "no-pair-left": "Training ended here: no pair is left, every chunk is one token.",
    "pairs-too-rare": "Training ended here: every pair that is left occurs once.",
}


_PAYLOADS: WeakKeyDictionary[TrainingHistory, dict[str, Any]] = WeakKeyDictionary()


def pack(array: np.ndarray, dtype: str) -> str:
    """Return the numbers of an array as base64 of the given little-endian type."""
    return base64.b64encode(array.astype(dtype).tobytes()).decode("ascii")


def player_data(history: TrainingHistory) -> dict[str, Any]:
    """Return what the merge player needs of a history; made once for each history."""
    if history not in _PAYLOADS:
        _PAYLOADS[history] = _player_data(history)
    return _PAYLOADS[history]


def _player_data(history: TrainingHistory) -> dict[str, Any]:
    alphabet = history.base.alphabet
    marked = history.text
    if alphabet == "word-marker":
        marked = marked[:1] + marked[1:].replace(" ", WORD_MARKER)
    text = marked.encode("utf-8")
    closed_at = history.closed_at.astype(np.int64)
    closed_at[closed_at == OPEN] = _OPEN_16
    closed_at[closed_at == WALL] = _WALL_16
    merges = [
        number
        for merge in history.merges
        for number in (*merge.pair, merge.new_id, merge.count, merge.replaced)
    ]
    order = tie_order(history.recipe)
    facts = repr((history.recipe, len(merges), history.stopped)).encode() + text
    return {
        "history_id": hashlib.blake2b(facts, digest_size=12).hexdigest(),
        "text": base64.b64encode(text).decode("ascii"),
        "units": "bytes" if counts_bytes(alphabet) else "characters",
        "base_ids": None if alphabet == "bytes" else sorted(map(list, history.base.id_of_unit.items())),
        "closed_at": pack(closed_at, "<u2"),
        "merges": merges,
        "tie_break": "first-seen" if history.tie_break == "first-seen" else "lowest-pair",
        "tie_order": sorted(map(list, order.items())) if order else None,
        "display": "glyphs" if alphabet == "byte-glyphs" else "text",
        "names": {},
        "ending": ENDINGS[history.stopped],
    }
