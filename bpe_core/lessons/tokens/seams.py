"""Do tokens add up? A text encoded as a whole and as two halves, for every position at which it can be split.

    The capital of France is |Paris      apart:    ... is|␣ + Paris
                                         together: ... is|␣Paris

The place where two texts are joined is a seam. Merges can cross it, and chunk boundaries near it can move, so
the ids of the two halves need not be those of the whole.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

import numpy as np

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens.segmentations import (
    ClosedGap,
    Segmentation,
    closed_gaps,
    compare,
    merges_by_byte,
)
from bpe_core.lessons.tokens.token_boundaries import cut_in_parts
from bpe_core.tokenizer import AppliedMerge, Tokenizer
from bpe_core.types import BpeError

MAX_SEAMS = 1_000
"""The longest text, in characters, whose seams are found; the text is encoded again for each seam."""


Traced: TypeAlias = tuple[list[int], Mapping[int, AppliedMerge]]
"""The token boundaries of a text, and the byte after each closed gap -> the merge that closed it."""


@dataclass(frozen=True, slots=True)
class SeamStretch:
    """A range of bytes in which the two halves have other tokens than the whole.

    `boundaries` are the token boundaries of the halves inside it, including the seam, and `ids` the ids of
    their tokens; `ids` is empty if the tokenizer changes the text there so that tokens cannot be aligned with it.
    """

    start: int
    end: int
    boundaries: tuple[int, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seam:
    """A text split before the character `at`, which begins at the byte `byte`.

    `left` and `right` are how many tokens the halves have. `stretches` are the ranges where the halves differ
    from the whole; there are none if the tokens add up: then the ids of the whole are those of the halves. `closed`
    has the gaps that only the halves close (row 0) and those that only the whole closes (row 1).
    """

    at: int
    byte: int
    left: int
    right: int
    stretches: tuple[SeamStretch, ...]
    closed: tuple[ClosedGap, ...]


def segmented(tokenizer: Tokenizer, text: str) -> tuple[Segmentation, int]:
    """Return the segmentation of a text, encoded as ordinary text, and its number of tokens.

    The segmentation has `groups` instead of `ids` if the tokenizer changes the text so that tokens cannot be aligned
    with it one by one.
    Raises `BpeError` as `cut_in_parts` does.

    >>> from bpe_core import load_published
    >>> row, count = segmented(load_published("gpt2"), "the cat")
    >>> row.boundaries.tolist(), row.ids.tolist(), count
    ([3], [1169, 3797], 2)
    """
    ids = tokenizer.encode_ordinary(text)
    if _spells(tokenizer, ids, text):
        return Segmentation.of(tokenizer, ids), len(ids)
    cut = finished(cut_in_parts(tokenizer, text))
    return Segmentation.grouped(cut.cuts, cut.groups), len(ids)


def iter_seams(tokenizer: Tokenizer, text: str) -> Iterator[Seam]:
    """Yield the seam before each character of a text except the first.

    Every half is encoded separately, so the work is quadratic in the length of the text. Special tokens are
    ordinary text. Raises `BpeError` for a text of more than `MAX_SEAMS` characters, and as `segmented` does.

    >>> from bpe_core import load_published
    >>> seams = list(iter_seams(load_published("gpt2"), "the cat"))
    >>> [seam.at for seam in seams if not seam.stretches]
    [3]
    >>> seams[3].left, seams[3].right, seams[3].stretches
    (2, 1, (SeamStretch(start=3, end=7, boundaries=(4,), ids=(220, 9246)),))
    """
    if len(text) > MAX_SEAMS:
        raise BpeError(f"The text has {len(text):,} characters; the limit is {MAX_SEAMS:,}.")
    text = replace_lone_surrogates(text)
    data = text.encode("utf-8")
    together, _ = segmented(tokenizer, text)
    traced = cache(partial(_traced, tokenizer))
    whole = traced(text)
    for at in range(1, len(text)):
        byte = len(text[:at].encode("utf-8"))
        left, num_left = segmented(tokenizer, text[:at])
        right, num_right = segmented(tokenizer, text[at:])
        apart = _joined(left, right, byte)
        comparison = compare([apart, together], len(data))
        # With the same ids, a boundary can be missing: that of a half whose characters are all dropped.
        differing = [] if apart.all_ids == together.all_ids else comparison.differing
        stretches = tuple(
            SeamStretch(start, end, *map(tuple, apart.inside(start, end))) for start, end in differing
        )
        closed: tuple[ClosedGap, ...] = ()
        if stretches:
            merges: Mapping[int, AppliedMerge] = {}
            if whole and any(
                set(together.inside(one.start, one.end)[0]) - {*one.boundaries} for one in stretches
            ):
                region = (stretches[0].start, byte, stretches[-1].end)
                merges = _merges_of_halves(traced, data, apart, region)
            closed = tuple(
                closed_gaps(comparison, data, [merges, whole[1] if whole else {}], tokenizer.vocab)
            )
        yield Seam(at, byte, num_left, num_right, stretches, closed)


def _joined(left: Segmentation, right: Segmentation, byte: int) -> Segmentation:
    boundaries = np.concatenate((left.boundaries, [byte], right.boundaries + byte)).astype(np.int32)
    if left.ids is not None and right.ids is not None:
        return Segmentation(boundaries, np.concatenate((left.ids, right.ids)))
    groups = [half.ids_of_parts for half in (left, right)]
    return Segmentation(boundaries, None, np.concatenate([one for one in groups if one is not None]))


def _merges_of_halves(
    traced: Callable[[str], Traced | None], data: bytes, apart: Segmentation, region: tuple[int, int, int]
) -> dict[int, AppliedMerge]:
    """Return the merges of the halves in a region, which is given as (its first byte, the seam, its end).

    No merge crosses the ends of a token, so the merges within a token do not depend on the text around it.
    Therefore the part of each half in the region is traced alone; if that gives other tokens, the whole half is traced.
    """
    first, seam, last = region
    bounds = [0, *apart.boundaries.tolist(), len(data)]
    first = max(bound for bound in bounds if bound <= first and _is_whole(data, bound))
    last = min(bound for bound in bounds if bound >= last and _is_whole(data, bound))
    found: dict[int, AppliedMerge] = {}
    for start, end, half_start, half_end in ((first, seam, 0, seam), (seam, last, seam, len(data))):
        begin = start
        alone = traced(data[start:end].decode("utf-8"))
        if alone is None or alone[0] != [bound - start for bound in bounds if start < bound < end]:
            begin = half_start
            alone = traced(data[half_start:half_end].decode("utf-8"))
        if alone:
            found |= {at + begin: merge for at, merge in alone[1].items()}
    return found


def _traced(tokenizer: Tokenizer, text: str) -> Traced | None:
    """Return what is traced of a text; None if the tokenizer changes it."""
    trace = tokenizer.trace(text)
    if not _spells(tokenizer, trace.base_ids.tolist(), text):
        return None
    boundaries = Segmentation.of(tokenizer, trace.ids).boundaries.tolist()
    return boundaries, merges_by_byte(tokenizer, trace)


def _spells(tokenizer: Tokenizer, ids: list[int], text: str) -> bool:
    return b"".join(tokenizer.decode_tokens_bytes(ids)) == text.encode("utf-8")


def _is_whole(data: bytes, place: int) -> bool:
    """Return whether an offset is between two characters, not inside one."""
    return place == len(data) or data[place] & 0xC0 != 0x80
