"""The fast trainer: the merges of `reference.train`, at a cost that follows the places each merge touches.

A text is laid out as one row of slots, one slot per base unit. Every distinct chunk is a list linked both
ways through its slots; all lists end, at either side, in one slot more, `end`. Here the chunks `aab` and
` ab`, the second of which the text holds twice:

    slot         0    1    2    3    4    5    6 = end
    unit         a    a    b    ␣    a    b
    symbols      97   97   98   32   97   98   -1
    following    1    2    6    4    5    6
    preceding    6    0    1    6    3    4
    weights      1    1    1    2    2    2

Merging a pair writes the new id into the slot of its left side and takes the slot of its right side out of
the list. That slot will never be used again, so it keeps what there is to remember: the rank of the merge,
written as -2 - rank. After merge 0, (97, 98) -> 256:

    symbols      97   256  -2   32   256  -2   -1
    following    1    6    .    4    6    .
    preceding    6    0    .    6    3    .

The gap to the left of a slot is closed exactly when the slot is out, so `closed_at` is read off `symbols`.

Three tables follow the pairs, each pair written as one integer, left << 20 | right:

    counts       {(97, 97): 1, (97, 256): 1, (32, 256): 2}         exact
    places       {(97, 256): [0], (32, 256): [3], ...}             rising slots of the left sides; some may
                                                                   be stale: the pair stands there no more
    heap         (-count, tie, pair), the least first              some may be stale, see `_best_pair`

An entry of the heap is never worse than the truth, since the count of a pair only falls and its first place
only moves to the right; so an entry is put right when it comes to the top, and not before. (Where the same
string makes the same token, a pair can gain places. It then gets a new entry in the heap.)

Where C is at hand (see `native`) it trains instead, in the same way and with the same result.
"""

from array import array
from collections import defaultdict
from collections.abc import Mapping
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count
from threading import Lock
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.token_words import joined_shape, words
from bpe_core.types import OPEN, WALL, BpeError, Merge, Pair, TieBreak

LongArray = npt.NDArray[np.int64]
_ID_BITS = 20
_RIGHT = (1 << _ID_BITS) - 1
_END_SYMBOL = -1
_FIRST_CLOSED = -2

# How far C learns ahead before it is heard again: places replaced, some 10 milliseconds, and merges.
_BUDGET = 200_000
_MOST_AHEAD = 500


class IncrementalTrainer:
    """Learns one merge after another from a stream of chunks, at the cost of the places it touches.

    `base_ids` holds the ids of all distinct chunks end to end, in order of first appearance, without
    separators; `chunk_starts` the offset of each chunk; `weights` how often each occurs in the text.
    Merges take their ids from `first_new_id` on; with `strings`, the string of each base id, pairs that
    spell the same string make the same token. `tie_order` is that of `pairs.rank_pairs`, and must give no
    two ids the same place. With `most_words`, a pair that makes a token of more
    is no pair; `shapes` are then those of all ids below `first_new_id` (see `token_words`). Raises `BpeError` for ids that do not fit into 20 bits.

    >>> units = np.frombuffer(b"aaabdaaabac", np.uint8).astype(np.int32)
    >>> trainer = IncrementalTrainer(units, np.array([0], np.int32), np.array([1]), first_new_id=256)
    >>> trainer.next_merge()
    Merge(rank=0, pair=(97, 97), new_id=256, count=4, replaced=2)
    >>> trainer.next_merge()
    Merge(rank=1, pair=(256, 97), new_id=257, count=2, replaced=2)
    >>> [rank if rank < OPEN else "-" for rank in trainer.closed_at().tolist()]
    [0, 1, '-', '-', '-', 0, 1, '-', '-', '-']
    """

    def __init__(
        self,
        base_ids: IntArray,
        chunk_starts: IntArray,
        weights: LongArray,
        *,
        first_new_id: int,
        tie_break: TieBreak = "first-seen",
        tie_order: Mapping[int, int] | None = None,
        strings: Mapping[int, str | bytes] | None = None,
        min_count: int = 1,
        shapes: IntArray | None = None,
        most_words: int | None = None,
    ) -> None:
        _check_base_ids(base_ids, first_new_id)
        self._chunk_starts = chunk_starts
        self._min_count = min_count
        self._most_words = most_words
        self._shape_of: list[int] = [] if shapes is None else shapes.tolist()
        self._rank = 0
        self._next_id = first_new_id
        self._first_seen = tie_break == "first-seen"
        self._tie_order = tie_order or {}
        self._string_of = None if strings is None else dict(strings)
        self._id_of_string: dict[str | bytes, int] = {}
        for id_, string in (strings or {}).items():
            self._id_of_string.setdefault(string, id_)

        end = len(base_ids)
        following = np.minimum(np.arange(1, end + 2), end)
        preceding = np.arange(-1, end)
        preceding[chunk_starts] = end
        following[chunk_starts - 1] = end  # for the first chunk this is that of `end` itself
        each_weight = np.repeat(weights.astype(np.int64), np.diff(chunk_starts, append=end))
        # An `array` takes an eighth of the memory of a list of different integers.
        self._symbols = array("i", np.append(base_ids, _END_SYMBOL).astype(np.int32).tobytes())
        self._following = array("i", following.astype(np.int32).tobytes())
        self._preceding = array("i", preceding.astype(np.int32).tobytes())
        self._weights = array("q", each_weight.tobytes())

        self._counts: defaultdict[int, int] = defaultdict(int)
        self._places: defaultdict[int, list[int]] = defaultdict(list)
        for slot, (left, after) in enumerate(zip(base_ids.tolist(), following.tolist(), strict=False)):
            if after < end:
                pair = left << _ID_BITS | self._symbols[after]
                self._counts[pair] += self._weights[slot]
                self._places[pair].append(slot)
        self._heap = [
            (-count, self._tie(pair), pair) for pair, count in self._counts.items() if self._may_merge(pair)
        ]
        heapify(self._heap)

    def next_merge(self) -> Merge | None:
        """Learn the next merge; None if no pair is left, or the best occurs less than `min_count` times.

        Raises `BpeError` when the ids have run out.
        """
        pair = self._best_pair()
        if pair is None or self._counts[pair] < self._min_count:
            return None
        left, right = _sides(pair)
        new_id = self._id_for(left, right)
        heappop(self._heap)
        count = self._counts[pair]
        replaced = self._merge(left, right, new_id, self._places.pop(pair))
        # Not sooner: where a pair overlaps itself, its merge takes from its own count as from any other.
        del self._counts[pair]
        self._rank += 1
        return Merge(self._rank - 1, (left, right), new_id, count, replaced)

    def best_count(self) -> int:
        """Return how often the next pair to be merged occurs; 0 when no pair is left."""
        pair = self._best_pair()
        return 0 if pair is None else self._counts[pair]

    def closed_at(self) -> IntArray:
        """Return the rank of the merge that closed each gap of the stream, OPEN, or WALL; int32, a copy."""
        return _closed_at(np.frombuffer(self._symbols, np.int32)[:-1], self._chunk_starts, self._rank)

    def _id_for(self, left: int, right: int) -> int:
        """Return the id of the token that the two make."""
        new_id = self._next_id
        if self._string_of is not None:
            string = self._string_of[left] + self._string_of[right]  # type: ignore[operator]
            new_id = self._id_of_string.setdefault(string, new_id)
            self._string_of[new_id] = string
        _check_id(new_id)
        if self._most_words is not None and new_id == self._next_id:
            self._shape_of.append(joined_shape(self._shape_of[left], self._shape_of[right]))
        self._next_id += new_id == self._next_id
        return new_id

    # The heap

    def _best_pair(self) -> int | None:
        """Return the pair to merge next, whose entry is then at the top of the heap; None if none is left."""
        heap = self._heap
        while heap:
            minus_count, tie, pair = heap[0]
            count = self._counts.get(pair, 0)
            if count == 0 or count > -minus_count:
                heappop(heap)  # merged, or it stands nowhere any more, or there is a newer entry
            elif count < -minus_count:
                heapreplace(heap, (-count, tie, pair))
            elif self._first_seen and not self._stands_at(pair, tie):
                heapreplace(heap, (-count, self._first_place(pair), pair))
            else:
                return pair
        return None

    def _may_merge(self, pair: int) -> bool:
        """Say whether the token that a pair makes has no more words than it may."""
        if self._most_words is None:
            return True
        left, right = _sides(pair)
        return words(joined_shape(self._shape_of[left], self._shape_of[right])) <= self._most_words

    def _tie(self, pair: int) -> int:
        """Return what ranks a pair among those of its count, the least first; a bound if by place."""
        if self._first_seen:
            return int(self._places[pair][0])
        left, right = _sides(pair)
        return self._tie_order.get(left, left) << _ID_BITS | self._tie_order.get(right, right)

    def _stands_at(self, pair: int, slot: int) -> bool:
        left, right = _sides(pair)
        return self._symbols[slot] == left and self._symbols[self._following[slot]] == right

    def _first_place(self, pair: int) -> int:
        """Return the leftmost place where a pair stands, and forget the stale ones before it."""
        places = self._places[pair]
        stale = next(number for number, slot in enumerate(places) if self._stands_at(pair, slot))
        del places[:stale]
        return places[0]

    # The merge

    def _merge(self, left: int, right: int, new_id: int, places: list[int]) -> int:
        """Merge a pair place by place; return the weight of the places replaced."""
        symbols, following, preceding = self._symbols, self._following, self._preceding
        counts, weights = self._counts, self._weights
        closed = _FIRST_CLOSED - self._rank
        replaced = 0
        gained: defaultdict[int, list[int]] = defaultdict(list)
        for slot in places:
            partner = following[slot]
            if symbols[slot] != left or symbols[partner] != right:
                continue
            weight = weights[slot]
            before, after = preceding[slot], following[partner]
            if (neighbour := symbols[before]) >= 0:
                counts[neighbour << _ID_BITS | left] -= weight
                pair = neighbour << _ID_BITS | new_id
                counts[pair] += weight
                gained[pair].append(before)
            if (neighbour := symbols[after]) >= 0:
                counts[right << _ID_BITS | neighbour] -= weight
                pair = new_id << _ID_BITS | neighbour
                counts[pair] += weight
                gained[pair].append(slot)
            symbols[slot], symbols[partner] = new_id, closed
            following[slot], preceding[after] = after, slot
            replaced += weight
        for pair, slots in gained.items():
            self._places[pair] = sorted({*self._places[pair], *slots}) if pair in self._places else slots
            if self._may_merge(pair):
                heappush(self._heap, (-counts[pair], self._tie(pair), pair))
        return replaced


class NativeTrainer:
    """The same in C; for trainings in which every merge makes a new token.

    It learns ahead, some milliseconds at a time, in which it holds nobody up.
    """

    def __init__(
        self,
        base_ids: IntArray,
        chunk_starts: IntArray,
        weights: LongArray,
        *,
        first_new_id: int,
        tie_break: TieBreak = "first-seen",
        tie_order: Mapping[int, int] | None = None,
        min_count: int = 1,
        shapes: IntArray | None = None,
        most_words: int | None = None,
    ) -> None:
        _check_base_ids(base_ids, first_new_id)
        if most_words is not None and (shapes is None or len(shapes) != first_new_id):
            raise BpeError("where words are limited, each id has a shape")
        lengths = np.diff(chunk_starts, append=len(base_ids))
        if chunk_starts[:1].tolist() != [0][: len(base_ids)] or lengths.min(initial=1) < 1:
            raise BpeError("chunks begin at the first base id, and have one each at least")
        # The sum of the weights of all units, which no count exceeds, stays below 2**62. It is not had by `@`,
        # for which numpy wakes threads that keep a core busy long after.
        if (
            len(weights) != len(lengths)
            or weights.min(initial=1) < 1
            or (weights * lengths.astype(np.float64)).sum() > 2**61
        ):
            raise BpeError("each chunk has a weight, 1 at least, and all units together have less than 2**61")
        self._chunk_starts = chunk_starts
        self._rank = 0
        self._first_new_id = self._next_id = first_new_id
        self._min_count = max(1, min_count)
        self._ahead: list[Merge] = []
        self._count_after = 0
        # The compiled part learns without the interpreter's lock, and who stops a training does so meanwhile.
        self._busy = Lock()
        ids, starts = base_ids.astype(np.int32), chunk_starts.astype(np.uint32)
        self._weights = weights.astype(np.int64)
        self._tie_order = None
        if tie_break != "first-seen":
            order = [(tie_order or {}).get(id_, id_) for id_ in range(first_new_id)]
            if min(order, default=0) < 0:
                raise BpeError("the order of ids is not below 0")
            self._tie_order = np.array(order, np.int32)
        limits = None if most_words is None or shapes is None else shapes.astype(np.int32)
        self._end = len(ids)
        self._trainer = native.library.bpe_new_trainer(
            native.address(ids),
            self._end,
            native.address(starts),
            native.address(self._weights),
            len(starts),
            None if self._tie_order is None else native.address(self._tie_order),
            first_new_id,
            _RIGHT + 1,
            None if limits is None else native.address(limits),
            min(most_words or 0, native.MOST_UNITS),
            native.SEED,
        )
        if not self._trainer:
            raise MemoryError
        finalize(self, native.library.bpe_free_trainer, self._trainer)
        self._learned = np.empty((_MOST_AHEAD, 4), np.int64)

    def next_merge(self) -> Merge | None:
        """Learn the next merge; None if no pair is left, or the best occurs less than `min_count` times."""
        if not self._ahead:
            self._learn(_MOST_AHEAD)
        if not self._ahead:
            if self._count_after >= self._min_count:
                _check_id(self._next_id)
            return None
        self._rank += 1
        return self._ahead.pop()

    def best_count(self) -> int:
        """Return how often the next pair to be merged occurs; 0 when no pair is left."""
        if not self._ahead:
            self._learn(0)
        return self._ahead[-1].count if self._ahead else self._count_after

    def _learn(self, most: int) -> None:
        after = native.c_int64(self._count_after)
        with self._busy:
            number = native.library.bpe_learn(
                self._trainer,
                most,
                _BUDGET,
                self._min_count,
                native.address(self._learned),
                native.byref(after),
            )
        if number < 0:
            raise MemoryError
        self._count_after = after.value
        new_ids = range(self._next_id, self._next_id + number)
        ranks = count(self._next_id - self._first_new_id)
        left, right, counts, replaced = self._learned[:number].T.tolist()
        pairs = zip(left, right, strict=True)
        self._ahead = list(map(Merge._make, zip(ranks, pairs, new_ids, counts, replaced, strict=False)))[::-1]
        self._next_id = new_ids.stop

    def closed_at(self) -> IntArray:
        """Return the rank of the merge that closed each gap of the stream, OPEN, or WALL; int32, a copy."""
        symbols = np.empty(self._end, np.int32)
        with self._busy:
            native.library.bpe_symbols(self._trainer, self._end, native.address(symbols))
        return _closed_at(symbols, self._chunk_starts, self._rank)


def make_trainer(
    base_ids: IntArray,
    chunk_starts: IntArray,
    weights: LongArray,
    *,
    strings: Mapping[int, str | bytes] | None = None,
    **options: Any,
) -> IncrementalTrainer | NativeTrainer:
    """Return the faster of the two that can do it; all arguments as those of `IncrementalTrainer`."""
    if native.library and strings is None:
        return NativeTrainer(base_ids, chunk_starts, weights, **options)
    return IncrementalTrainer(base_ids, chunk_starts, weights, strings=strings, **options)


def _sides(pair: int) -> Pair:
    return pair >> _ID_BITS, pair & _RIGHT


def _check_base_ids(base_ids: IntArray, first_new_id: int) -> None:
    if first_new_id > _RIGHT + 1:
        raise BpeError(
            f"there are {first_new_id} base units and special tokens, and {_RIGHT + 1} are the most"
        )
    if len(base_ids) and not 0 <= base_ids.min() <= base_ids.max() < first_new_id:
        raise BpeError(f"base ids must lie between 0 and first_new_id - 1, which is {first_new_id - 1}")


def _check_id(new_id: int) -> None:
    if new_id > _RIGHT:
        raise BpeError(f"training stops here: token ids may not exceed {_RIGHT}")


def _closed_at(symbols: IntArray, chunk_starts: IntArray, num_merges: int) -> IntArray:
    """Read off the slots which merge closed the gap before each but the first; later merges do not count."""
    closed = _FIRST_CLOSED - symbols[1:]
    closed[closed.view(np.uint32) >= num_merges] = OPEN  # below 0 it is, without a sign, above all
    closed[chunk_starts[1:] - 1] = WALL
    return closed
