"""Finds what occurs more than once in a list of ids, exactly, with a suffix array.

    ids         1 2 3 4   9   1 2 3 4   8   1 2 3 4
    repeat      1 2 3 4 three times, at 0, 5 and 10: 8 ids would be saved if it occurred once

The suffix array is made by prefix doubling: it sorts the suffixes by their first 1, 2, 4, ... ids, each time only
those that are not yet different, with arrays only. That takes n log n for each doubling, and as many doublings as the
longest repeat has binary digits; no step is quadratic.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bpe_core.in_parts import InParts, finished

AT_LEAST = 20
"""The length of the shortest repeat, in tokens."""

MOST = 100
"""The maximum number of repeats that are returned."""

_WORK = 20  # times the number of ids, in places looked at
_PART = 100_000  # places

_Numbers: TypeAlias = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A run of tokens that occurs more than once: its length, and where each occurrence begins."""

    length: int
    starts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many tokens all occurrences have together."""
        return self.length * len(self.starts)

    @property
    def saved(self) -> int:
        """How many fewer tokens there would be if it occurred once."""
        return self.total - self.length


def seen_earlier(ids: Sequence[int], at_least: int = AT_LEAST) -> npt.NDArray[np.bool_]:
    """Return for each token whether it is in a run of `at_least` tokens that also occurs earlier.

    >>> seen_earlier([1, 2, 3, 9, 1, 2, 3], 3).tolist()
    [False, False, False, False, True, True, True]
    """
    changes = np.zeros(len(ids) + 1, np.int64)
    windows = _windows(np.asarray(ids, np.int64), at_least)
    again = np.ones(len(windows), np.bool_)
    again[np.unique(windows, return_index=True)[1]] = False
    begins = np.flatnonzero(again)
    changes[begins] += 1
    changes[begins + at_least] -= 1
    return np.cumsum(changes)[: len(ids)] > 0


def find_repeats(ids: Sequence[int], at_least: int = AT_LEAST, most: int = MOST) -> list[Repeat]:
    """Return the runs of at least `at_least` tokens that occur more than once, the one that saves most first.

    A run cannot be extended to the left or to the right without losing an occurrence. Occurrences overlap neither
    each other nor those of a repeat further up, so each token is counted in one repeat at most; of several that save
    as much, the longest comes first, then the earliest. The search ends early on ids that were made to have very many
    runs inside each other.

    >>> find_repeats([1, 2, 3, 9, 1, 2, 3, 8, 1, 2, 3], 3)
    [Repeat(length=3, starts=(0, 4, 8))]
    """
    return finished(find_repeats_in_parts(ids, at_least, most))


def find_repeats_in_parts(
    ids: Sequence[int], at_least: int = AT_LEAST, most: int = MOST
) -> InParts[list[Repeat]]:
    """Do what `find_repeats` does, some places at a time."""
    array = np.asarray(ids, np.int32)
    order, common = yield from _suffixes(array)
    taken = np.zeros(len(array) + 1, np.int64)
    # Each run with a bound for its place in the list; the bound becomes exact when its turn comes.
    waiting: list[tuple[int, int, int, int, int]] = []
    for length, begin, end, first in _maximal(array, order, common, at_least):
        if not length:
            yield begin
            continue
        waiting.append((-length * min(end - begin - 1, len(array) // length - 1), -length, first, begin, end))
    heapq.heapify(waiting)
    found: list[Repeat] = []
    work = _WORK * (len(array) + 1_000)
    while waiting and len(found) < most and work > 0:
        yield work
        _, negative, _, begin, end = heapq.heappop(waiting)
        work -= end - begin
        repeat = Repeat(-negative, _free(np.sort(order[begin:end]), -negative, taken))
        if len(repeat.starts) < 2:
            continue
        place = (-repeat.saved, negative, repeat.starts[0], begin, end)
        if waiting and waiting[0] < place:
            heapq.heappush(waiting, place)
            continue
        found.append(repeat)
        covered = np.diff(taken) > 0
        for start in repeat.starts:
            covered[start : start + repeat.length] = True
        taken = np.concatenate([[0], np.cumsum(covered)])
    return found


def _free(starts: _Numbers, length: int, taken: _Numbers) -> tuple[int, ...]:
    """Return the occurrences, from the left, that overlap neither each other nor what is taken."""
    free = starts[taken[starts + length] == taken[starts]]
    if not len(free) or np.diff(free).min(initial=length) >= length:
        return tuple(free.tolist())
    chosen, at = [], 0
    while at < len(free):
        chosen.append(int(free[at]))
        at = int(np.searchsorted(free, free[at] + length))
    return tuple(chosen)


def _windows(ids: _Numbers, size: int) -> _Numbers:
    """Return for each window of `size` ids a number that is the same for equal windows."""
    if len(ids) < size:
        return np.zeros(0, np.int64)
    ranks, have = _numbered(ids), 1
    while have < size:
        more = min(have, size - have)
        ranks = _numbered(
            ranks[: len(ids) - have - more + 1] * (len(ids) + 1) + ranks[more : len(ids) - have + 1]
        )
        have += more
    return ranks


def _numbered(keys: _Numbers) -> _Numbers:
    return np.unique(keys, return_inverse=True)[1].astype(np.int64)


def _suffixes(ids: _Numbers) -> InParts[tuple[_Numbers, _Numbers]]:
    """Return the suffixes in order, and for each how many ids it has in common with the one before it."""
    count = len(ids)
    # The rank of a suffix is the place of the first one that begins with the same ids.
    _, inverse, sizes = np.unique(ids, return_inverse=True, return_counts=True)
    rank = np.append((np.cumsum(sizes) - sizes)[inverse], -1).astype(np.int32)
    alike, levels = np.flatnonzero(sizes[inverse] > 1), [rank]
    while len(alike):
        yield len(levels)
        size = 1 << (len(levels) - 1)
        next_rank = rank[np.minimum(alike + size, count)]
        alike = alike[np.lexsort((next_rank, rank[alike]))]
        groups = rank[alike]
        next_rank = rank[np.minimum(alike + size, count)]
        begins_group = np.diff(groups, prepend=-2) != 0
        begins = begins_group | (np.diff(next_rank, prepend=-2) != 0)
        at = np.arange(len(alike))
        group_start = np.maximum.accumulate(np.where(begins_group, at, 0))
        start = np.maximum.accumulate(np.where(begins, at, 0))
        rank = rank.copy()
        rank[alike] = groups + start - group_start
        levels.append(rank)
        ends = np.append(begins[1:], True)
        alike = np.sort(alike[~(begins & ends)])
    order = np.argsort(rank[:count])
    one, other = order[:-1].copy(), order[1:].copy()
    for number in reversed(range(len(levels))):
        yield number
        same = levels[number][np.minimum(one, count)] == levels[number][np.minimum(other, count)]
        one += same << number
        other += same << number
    return order, np.append(0, one - order[:-1])[:count]


def _maximal(
    ids: _Numbers, order: _Numbers, common: _Numbers, at_least: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield each run that occurs more than once and cannot be extended, with the range of its suffixes in `order`, and its first place.

    Between them are parts of the work, as runs without length.
    """
    before = np.append(ids, -1)[order - 1]
    # As memory, since lists of Python's numbers would take ten times as much.
    changes = np.cumsum(np.diff(before, prepend=before[:1]) != 0).data
    # Each with its length, where it begins in `order`, and its first place in the ids so far.
    open_runs: list[list[int]] = []
    places = np.append(order, -1).data
    for at, length in enumerate(np.append(np.where(common < at_least, 0, common), 0).data):
        if at % _PART == 0:
            yield 0, at, at, 0
        begin, first = at - 1, int(places[at - 1])
        while open_runs and open_runs[-1][0] > length:
            size, begin, earlier = open_runs.pop()
            first = min(first, earlier)
            if changes[at - 1] > changes[begin]:
                yield size, begin, at, first
        if length and (not open_runs or open_runs[-1][0] < length):
            open_runs.append([length, begin, first])
        elif open_runs:
            open_runs[-1][2] = min(open_runs[-1][2], first)
