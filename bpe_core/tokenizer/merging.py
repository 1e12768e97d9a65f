"""Merges one chunk, in one of three orders, and records every merge applied."""

import heapq
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from bpe_core.types import EncodeOrder, Pair

RankOf: TypeAlias = Callable[[int, int], int | None]
"""Returns the rank of the merge of two ids, or None if there is none."""


class AppliedMerge(NamedTuple):
    """One merge applied while encoding: its rank, the two ids, the new id, the gap that it closed.

    >>> AppliedMerge(rank=0, pair=(108, 111), new_id=256, gap=1).pair
    (108, 111)
    """

    rank: int
    pair: Pair
    new_id: int
    gap: int


def apply_by_lowest_rank(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int]
) -> tuple[list[int], list[AppliedMerge]]:
    """Repeatedly merge the pair of lowest rank, the leftmost if there are several, as GPT-2 does.

    `new_ids[rank]` is the id that a merge makes. Takes O(n log n) time for n ids.

    >>> ranks = {(2, 3): 0, (1, 2): 1}
    >>> apply_by_lowest_rank([1, 2, 2, 3], lambda left, right: ranks.get((left, right)), [4, 5])[0]
    [5, 4]
    """
    return _merge_by_rank(ids, rank_of, new_ids, only_later=False)


def close_the_rest(
    size: int, ids: Sequence[int], applied: Sequence[AppliedMerge], whole: int, *, rank: int
) -> tuple[list[int], list[AppliedMerge]]:
    """Merge the tokens of a chunk of `size` base units into one; a merge of rank `rank` closes each open gap.

    >>> close_the_rest(3, [4, 3], [AppliedMerge(0, (1, 2), 4, gap=0)], 9, rank=7)[1][1:]
    [AppliedMerge(rank=7, pair=(4, 3), new_id=9, gap=1)]
    """
    closed = {merge.gap for merge in applied}
    rest = [AppliedMerge(rank, (ids[0], ids[1]), whole, gap) for gap in range(size - 1) if gap not in closed]
    return [whole], [*applied, *rest]


def apply_in_list_order(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int]
) -> tuple[list[int], list[AppliedMerge]]:
    """Go once through the merges in order and apply each wherever possible, as the Hugging Face course does.

    Here the merge of rank 0 could apply to the token that rank 1 makes, but it comes earlier in the list:

    >>> ranks = {(4, 3): 0, (1, 2): 1}
    >>> apply_in_list_order([1, 2, 3], lambda left, right: ranks.get((left, right)), [5, 4])[0]
    [4, 3]
    """
    return _merge_by_rank(ids, rank_of, new_ids, only_later=True)


def apply_in_passes(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int]
) -> tuple[list[int], list[AppliedMerge]]:
    """Merge any learned pair from left to right, pass after pass, as the word-marker recipe does.

    The pair (1, 2) comes first from the left, although (2, 3) has a lower rank:

    >>> ranks = {(2, 3): 0, (1, 2): 1}
    >>> apply_in_passes([1, 2, 3], lambda left, right: ranks.get((left, right)), [4, 5])[0]
    [5, 3]
    """
    now = list(ids)
    size = len(now)
    right_of = list(range(1, size + 1))
    left_of = list(range(-1, size - 1))
    applied: list[AppliedMerge] = []
    # After the first pass, a new pair can only be next to a token that the last pass made.
    lefts: Iterable[int] = range(size - 1)
    while True:
        made: list[int] = []
        for index in lefts:
            other = right_of[index]
            if now[index] < 0 or other == size:
                continue
            rank = rank_of(now[index], now[other])
            if rank is None:
                continue
            applied.append(AppliedMerge(rank, (now[index], now[other]), new_ids[rank], other - 1))
            now[index], now[other] = new_ids[rank], -1
            right_of[index] = right_of[other]
            if right_of[index] < size:
                left_of[right_of[index]] = index
            made.append(index)
        if not made:
            return [token_id for token_id in now if token_id >= 0], applied
        lefts = sorted({left for index in made for left in (left_of[index], index) if left >= 0})


def merged_ids(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int], *, order: EncodeOrder
) -> list[int]:
    """Return the ids of a merged chunk, without recording the merges.

    The record would take ten times the memory of the text.

    >>> merged_ids([1, 2, 2, 3], lambda left, right: {(2, 3): 0}.get((left, right)), [4], order="lowest-rank")
    [1, 2, 4]
    """
    if order == "passes":
        return apply_in_passes(ids, rank_of, new_ids)[0]
    now = list(ids)
    deque(_applied_by_rank(now, rank_of, new_ids, only_later=order == "merge-list"), maxlen=0)
    return [token_id for token_id in now if token_id >= 0]


def _merge_by_rank(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int], *, only_later: bool
) -> tuple[list[int], list[AppliedMerge]]:
    now = list(ids)
    applied = list(_applied_by_rank(now, rank_of, new_ids, only_later=only_later))
    return [token_id for token_id in now if token_id >= 0], applied


def _applied_by_rank(
    now: list[int], rank_of: RankOf, new_ids: Sequence[int], *, only_later: bool
) -> Iterator[AppliedMerge]:
    """Merge by lowest rank, the leftmost if there are several.

    With `only_later`, the ranks never decrease. `now` are the ids, changed in place: a token that was merged
    into its left neighbour becomes -1.
    """
    size = len(now)
    # A linked list as arrays: a chunk can be a megabyte long, with three million entries.
    right_of = array("i", range(1, size + 1))
    left_of = array("i", range(-1, size - 1))
    # A rank and an index in one integer, which takes a third of the memory of a tuple.
    heap: list[int] = []
    for index, pair in enumerate(pairwise(now)):
        rank = rank_of(*pair)
        if rank is not None:
            heap.append(rank << 32 | index)
    heapq.heapify(heap)
    last = -1
    while heap:
        entry = heapq.heappop(heap)
        if only_later and entry == last:
            continue  # a duplicate: this rank was already applied at this index
        rank, index = entry >> 32, entry & 0xFFFFFFFF
        left, other = now[index], right_of[index]
        if left < 0 or other == size or rank_of(left, now[other]) != rank:
            continue  # one of the two tokens was merged after this entry was made
        last = entry
        new_id = new_ids[rank]
        yield AppliedMerge(rank, (left, now[other]), new_id, other - 1)
        now[index], now[other] = new_id, -1
        after, before = right_of[other], left_of[index]
        right_of[index] = after
        if after < size:
            left_of[after] = index
            rank_after = rank_of(new_id, now[after])
            if rank_after is not None and (not only_later or rank_after > rank):
                heapq.heappush(heap, rank_after << 32 | index)
        if before >= 0:
            rank_before = rank_of(now[before], new_id)
            if rank_before is not None and (not only_later or rank_before > rank):
                heapq.heappush(heap, rank_before << 32 | before)


MERGE_BY_ORDER: Mapping[
    EncodeOrder, Callable[[Sequence[int], RankOf, Sequence[int]], tuple[list[int], list[AppliedMerge]]]
] = {
    "lowest-rank": apply_by_lowest_rank,
    "merge-list": apply_in_list_order,
    "passes": apply_in_passes,
}
"""The function for each of the three orders, by the order's name in recipes."""
