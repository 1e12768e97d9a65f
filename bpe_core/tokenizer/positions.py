r"""Where tokens are in the text that was encoded, also if a normalizer changed it first.

text       e U+0301 a        normalized   é a        tokens   é|a
origins                                   0 2        spans    (0, 2), (2, 3)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.pipeline.aligned_text import AlignedText

_Array = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Positions:
    """The place of each token in a text, whose UTF-8 is `data`.

    `spans` int64 has two columns: where each token begins and ends, in characters; `byte_spans` the same in
    bytes. `cuts` int64 has one entry more than there are tokens: from each to the next, `data` has the part of
    a token, so that the parts join to the text. `is_whole` says of each of them whether it is between
    characters.
    """

    data: bytes
    spans: _Array
    byte_spans: _Array
    cuts: _Array
    is_whole: npt.NDArray[np.bool_]


def positions(text: str, normalized: AlignedText, tokens: Sequence[bytes]) -> Positions:
    r"""Return the positions of tokens whose bytes, end to end, are the normalized text.

    A token inside a character is part of it; so is a token inside the characters that a normalizer made of one.

    >>> found = positions("e\u0301a", AlignedText("éa", [0, 2]), [b"\xc3", b"\xa9", b"a"])
    >>> found.spans.tolist(), found.byte_spans.tolist()
    ([[0, 2], [0, 2], [2, 3]], [[0, 3], [0, 3], [3, 4]])
    >>> found.cuts.tolist(), found.is_whole.tolist()
    ([0, 0, 3, 4], [True, False, True, True])
    """
    # Of each character of the two texts: its code point, and the byte at which it begins; then of their ends.
    old, old_at = _characters(text)
    new, new_at = _characters(normalized.text)
    first = np.append(np.asarray(normalized.origins, np.int64), len(text))
    begins = np.append(True, np.diff(first) > 0)
    # The original characters of a new one end where those of the next one with another origin begin.
    last = first[np.minimum.accumulate(np.where(begins, np.arange(len(first)), len(first) - 1)[::-1])[::-1]]
    last = np.append(last[1:], len(text))
    same = np.append((last - first)[:-1] == 1, False)
    same[:-1] &= np.append(old, 0)[first[:-1]] == new
    ends = np.cumsum([0, *map(len, tokens)])
    at = np.searchsorted(new_at, ends, side="right") - 1  # the new character in which each boundary is
    inside = ends - new_at[at]
    cuts = old_at[first[at]] + inside * same[at]
    # A token ends in the character before a boundary, or in the one that the boundary divides.
    end_in = np.maximum(np.where(inside > 0, at, at - 1), 0)
    stop = np.where((inside > 0) & same[at], cuts, old_at[last[end_in]])
    empty = ends[1:] == ends[:-1]
    spans = np.stack([first[at[:-1]], np.where(empty, first[at[:-1]], last[end_in[1:]])], axis=1)
    byte_spans = np.stack([cuts[:-1], np.where(empty, cuts[:-1], stop[1:])], axis=1)
    # What a normalizer removes before the first token belongs to its part, though not to its place.
    cuts[0] = 0
    return Positions(text.encode(), spans, byte_spans, cuts, (inside == 0) & begins[at])


def _characters(text: str) -> tuple[_Array, _Array]:
    codes: IntArray = np.frombuffer(text.encode("utf-32-le"), np.int32)
    sizes = 1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000)
    return codes, np.append(0, np.cumsum(sizes, dtype=np.int64))
