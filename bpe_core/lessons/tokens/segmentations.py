"""Several segmentations of one text: where their token boundaries differ, and which merge makes the difference.

A segmentation says of each gap between two bytes of a text whether it is open or closed. For example, GPT-2
encodes `the cat` as one text (together), and `the ` and `cat` as two (apart):

    together   t h e|␣c a t       boundaries 3
    apart      t h e|␣|c a t      boundaries 3, 4
    shared           |            from 3 to 7 they differ, because the merge of ␣ and c closes the gap before byte 4
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.tokenizer import AppliedMerge, Tokenizer, Trace
from bpe_core.types import BOUNDARY, OPEN

_MOST_TOKENS = 100


def cut_positions(tokens: Iterable[bytes]) -> IntArray:
    """Return the byte at which each of some consecutive tokens begins, except the first; int32, increasing.

    >>> cut_positions([b"str", b"aw", b"berry"]).tolist()
    [3, 5]
    """
    return np.cumsum(np.fromiter(map(len, tokens), np.int32), dtype=np.int32)[:-1]


@dataclass(frozen=True, eq=False, slots=True)
class Segmentation:
    """How a text is split into tokens.

    `boundaries`, int32 and increasing, are the bytes at which a token begins, except the first token. `ids` are
    the ids of the tokens, or None if they cannot be compared, as with those of another tokenizer. If a normalizer
    changed the text, a part between two boundaries can have several tokens, or none: then `groups` has the ids of
    each part, as a tuple, and `ids` is None.
    """

    boundaries: IntArray
    ids: IntArray | None = None
    groups: npt.NDArray[np.object_] | None = None

    @classmethod
    def of(cls, tokenizer: Tokenizer, ids: Sequence[int]) -> "Segmentation":
        """Return the segmentation of the bytes that ids represent.

        >>> from bpe_core import load_published
        >>> Segmentation.of(load_published("gpt2"), [1169, 3797]).boundaries.tolist()
        [3]
        """
        return cls(cut_positions(tokenizer.decode_tokens_bytes(ids)), np.array(ids, np.int32))

    @classmethod
    def grouped(cls, boundaries: IntArray, groups: Sequence[tuple[int, ...]]) -> "Segmentation":
        """Return the segmentation into parts with these ids."""
        if all(len(group) == 1 for group in groups):
            return cls(boundaries, np.array([group[0] for group in groups], np.int32))
        return cls(boundaries, None, np.fromiter(groups, object, len(groups)))

    @property
    def ids_of_parts(self) -> npt.NDArray[np.object_] | None:
        """The ids of each part, as a tuple; None if unknown."""
        if self.ids is None:
            return self.groups
        return np.fromiter(((token_id,) for token_id in self.ids.tolist()), object, len(self.ids))

    @property
    def all_ids(self) -> list[int]:
        """The ids of all tokens; empty if unknown."""
        if self.groups is None:
            return [] if self.ids is None else self.ids.tolist()
        return [*chain.from_iterable(self.groups)]

    def inside(self, start: int, end: int) -> tuple[list[int], list[int]]:
        """Return the boundaries between two shared boundaries, and the ids of the parts there.

        The ids are empty if they are unknown, or if a part has more or less than one.
        """
        low, high = np.searchsorted(self.boundaries, [start, end], "left").tolist()
        low += int(low < len(self.boundaries) and self.boundaries[low] == start)
        ids = [] if self.ids is None else self.ids[low : high + 1].tolist()
        if self.groups is not None and all(len(group) == 1 for group in self.groups[low : high + 1]):
            ids = [token_id for (token_id,) in self.groups[low : high + 1]]
        return self.boundaries[low:high].tolist(), ids


@dataclass(frozen=True, eq=False, slots=True)
class Comparison:
    """Where several segmentations (rows) of the same bytes are equal.

    `shared` are the boundaries that all rows have, `all_cuts` those that at least one has; int32, increasing.
    The shared boundaries divide the text into stretches. Stretch i is from `starts[i]` to `ends[i]`, in bytes,
    and `alike[i]` says whether it is one part in every row, with the same ids if they are known.
    """

    rows: tuple[Segmentation, ...]
    shared: IntArray
    all_cuts: IntArray
    starts: IntArray
    ends: IntArray
    alike: npt.NDArray[np.bool_]

    @property
    def differing(self) -> list[tuple[int, int]]:
        """The stretches that are not alike: (start, end), in bytes."""
        differ = ~self.alike
        return list(zip(self.starts[differ].tolist(), self.ends[differ].tolist(), strict=True))


def compare(rows: Sequence[Segmentation], size: int) -> Comparison:
    """Compare 1 to 255 segmentations of the same `size` bytes; ids are compared only if all rows have them.

    >>> the, apart = cut_positions([b"the", b" straw"]), cut_positions([b"the", b" st", b"raw"])
    >>> both = compare([Segmentation(the), Segmentation(apart)], 9)
    >>> both.shared.tolist(), both.starts.tolist(), both.ends.tolist(), both.alike.tolist()
    ([3], [0, 3], [3, 9], [True, False])
    """
    rows_that_cut = np.zeros(size, np.uint8)
    for row in rows:
        rows_that_cut[row.boundaries] += 1
    all_cuts = np.flatnonzero(rows_that_cut).astype(np.int32)
    are_shared = rows_that_cut[all_cuts] == len(rows)
    bounds = np.concatenate((np.zeros(1, np.int32), all_cuts[are_shared], np.full(1, size, np.int32)))
    # A stretch is one part in all rows if the boundaries at its ends are consecutive in `all_cuts`.
    alike = np.append(True, are_shared)[np.append(are_shared, True)]
    # The ids of the parts with which the stretches begin.
    have_groups = any(row.groups is not None for row in rows)
    known = [
        ids[np.searchsorted(row.boundaries, bounds[:-1], "right")]
        for row in rows
        if (ids := row.ids_of_parts if have_groups else row.ids) is not None
    ]
    for ids in known[1:]:
        alike &= known[0] == ids
    return Comparison(tuple(rows), bounds[1:-1], all_cuts, bounds[:-1], bounds[1:], alike)


class ClosedGap(NamedTuple):
    """A gap that one row closes and another leaves open.

    `at` is the byte after the gap, `row` the index of the row that closes it. `rank` is the rank of the merge
    that closes it, None if unknown. `left` and `right` are the lengths in bytes of the two parts of that merge,
    None if the whole chunk was looked up in the vocabulary, so that no merge of two parts closes the gap.
    """

    at: int
    row: int
    rank: int | None
    left: int | None
    right: int | None


def closed_gaps(
    comparison: Comparison,
    data: bytes,
    merges: Sequence[Mapping[int, AppliedMerge]],
    vocab: Mapping[int, bytes],
) -> list[ClosedGap]:
    """Return the gaps that only one of two rows closes, in text order; `data` are the bytes of the text.

    `merges` has for each row, as far as known: the byte after a gap -> the merge that closed the gap.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> apart, together = gpt2.encode("the ") + gpt2.encode("cat"), gpt2.encode("the cat")
    >>> both = compare([Segmentation.of(gpt2, apart), Segmentation.of(gpt2, together)], 7)
    >>> closed_gaps(both, b"the cat", [{}, merges_by_byte(gpt2, gpt2.trace("the cat"))], gpt2.vocab)
    [ClosedGap(at=4, row=1, rank=269, left=1, right=1)]
    """
    found = []
    for start, end in comparison.differing:
        one, other = (set(row.inside(start, end)[0]) for row in comparison.rows)
        for at in sorted(one ^ other):
            row = int(at in one)
            merge = merges[row].get(at)
            if merge is None:
                found.append(ClosedGap(at, row, None, None, None))
                continue
            left, right = (vocab[part] for part in merge.pair)
            parts = (len(left), len(right)) if data[:at].endswith(left) else (None, None)
            found.append(ClosedGap(at, row, merge.rank, *parts))
    return found


def merges_by_byte(tokenizer: Tokenizer, trace: Trace) -> dict[int, AppliedMerge]:
    """Return the merges that closed the gaps of a traced text: the byte after the gap -> the merge.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> {at: merge.rank for at, merge in merges_by_byte(gpt2, gpt2.trace("low")).items()}
    {1: 9319, 2: 322}
    """
    lengths = [len(tokenizer.vocab[unit]) for unit in trace.base_ids.tolist()]
    ends = np.cumsum(lengths).tolist()
    return {
        end: trace.applied[number]
        for end, number in zip(ends, trace.closed_at.tolist(), strict=False)
        if number not in (OPEN, BOUNDARY)
    }


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text that some tokenizers split differently, and how often it occurs.

    `tokens` has one row per tokenizer: the tokens of the first occurrence.
    """

    data: bytes
    times: int
    tokens: tuple[tuple[bytes, ...], ...]


def differing_stretches(data: bytes, comparison: Comparison) -> list[Stretch]:
    """Return the distinct stretches that are not alike, the most frequent first.

    If a stretch has more than 100 boundaries inside, the rest of it counts as its last token.

    >>> rows = [Segmentation(cut_positions(row)) for row in ([b"the", b" st", b"raw"], [b"the", b" straw"])]
    >>> differing_stretches(b"the straw", compare(rows, 9))
    [Stretch(data=b' straw', times=1, tokens=((b' st', b'raw'), (b' straw',)))]
    """
    spans = comparison.differing
    counted = Counter(data[start:end] for start, end in spans)
    first = {data[start:end]: (start, end) for start, end in reversed(spans)}
    return [
        Stretch(stretch, times, tuple(_tokens(data, row, *first[stretch]) for row in comparison.rows))
        for stretch, times in counted.most_common()
    ]


def _tokens(data: bytes, row: Segmentation, start: int, end: int) -> tuple[bytes, ...]:
    inside = row.inside(start, end)[0][:_MOST_TOKENS]
    return tuple(data[a:b] for a, b in zip([start, *inside], [*inside, end], strict=True))
