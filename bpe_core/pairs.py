"""The two loops of every textbook version of byte-pair encoding: count the pairs, merge one."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any

from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.types import Pair, TieBreak


def count_pairs(chunks: Sequence[Sequence[int]]) -> dict[Pair, int]:
    """Count every adjacent pair, including overlapping ones, in order of first occurrence.

    >>> count_pairs([[1, 2, 3, 1, 2], [7, 7, 7]])
    {(1, 2): 2, (2, 3): 1, (3, 1): 1, (7, 7): 2}
    """
    counts: dict[Pair, int] = {}
    for ids in chunks:
        for pair in pairwise(ids):
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge_pair(ids: Sequence[int], pair: Pair, new_id: int) -> list[int]:
    """Replace every occurrence of `pair` with `new_id`, from left to right, without overlaps.

    >>> merge_pair([1, 2, 3, 1, 2], (1, 2), 4)
    [4, 3, 4]
    >>> merge_pair([7, 7, 7], (7, 7), 8)
    [8, 7]
    """
    merged: list[int] = []
    index = 0
    while index < len(ids):
        if index + 1 < len(ids) and (ids[index], ids[index + 1]) == pair:
            merged.append(new_id)
            index += 2
        else:
            merged.append(ids[index])
            index += 1
    return merged


def descending(token_bytes: bytes) -> str:
    """Return a sort key by which greater bytes come first; a token comes before its own prefixes.

    >>> sorted([b"a", b"b", b"ab", b""], key=descending)
    [b'b', b'ab', b'a', b'']
    """
    return token_bytes.translate(_COMPLEMENTS).decode("latin-1") + "\u0100"


_COMPLEMENTS = bytes(range(255, -1, -1))


def rank_pairs(
    counts: Mapping[Pair, int],
    tie_break: TieBreak,
    tie_order: Mapping[int, int] | None = None,
    *,
    token_bytes: Mapping[int, bytes] | None = None,
) -> dict[Pair, int]:
    """Sort pair counts so that the pair to merge comes first.

    Among equal counts, `first-seen` keeps the order of `counts`. `highest-bytes` prefers the pair that
    compares greater as (left bytes, right bytes), and needs the `token_bytes` of every id. The other rules
    prefer the smaller left id, then the smaller right id, after mapping both with `tie_order` (an id that is
    not in it is unchanged).

    >>> rank_pairs({(5, 6): 2, (1, 2): 2, (3, 4): 9}, "first-seen")
    {(3, 4): 9, (5, 6): 2, (1, 2): 2}
    >>> rank_pairs({(5, 6): 2, (1, 2): 2, (3, 4): 9}, "lowest-pair")
    {(3, 4): 9, (1, 2): 2, (5, 6): 2}
    >>> rank_pairs({(1, 1): 1, (1, 2): 1}, "highest-bytes", token_bytes={1: b"s", 2: b"t"})
    {(1, 2): 1, (1, 1): 1}
    """
    if tie_break == "first-seen":
        return dict(sorted(counts.items(), key=lambda item: -item[1]))
    order = tie_order or {}

    def key(item: tuple[Pair, int]) -> tuple[Any, ...]:
        (left, right), count = item
        if tie_break == "highest-bytes" and token_bytes is not None:
            return -count, descending(token_bytes[left]), descending(token_bytes[right]), left, right
        return -count, order.get(left, left), order.get(right, right)

    return dict(sorted(counts.items(), key=key))


GLYPH_ORDER: Mapping[int, int] = {
    byte: index for index, byte in enumerate(sorted(range(256), key=BYTE_GLYPHS.__getitem__))
}
"""The index of each byte when bytes are sorted by their glyphs; Hugging Face tokenizers assigns ids in this order.

The order is 33-126, 161-172, 174-255, then 0-32, 127-160, 173.

>>> GLYPH_ORDER[ord("!")], GLYPH_ORDER[0]
(0, 188)
"""


def common_beginning(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many ids two sequences have in common at the beginning.

    >>> common_beginning([1, 2, 3], [1, 2, 4, 5])
    2
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
