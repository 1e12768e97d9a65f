"""The fast trainer: the same merges as `reference.train`, but a merge takes time only for its own positions.

A text is stored as one array of slots, one slot per base unit. Every distinct chunk is a doubly linked list
through its slots; all lists end, on both sides, in one extra slot, `end`. For example, the chunks `aab`,
which occurs once in the text, and `␣ab`, which occurs twice:

    slot         0    1    2    3    4    5    6 = end
    unit         a    a    b    ␣    a    b
    symbols      97   97   98   32   97   98   -1
    following    1    2    6    4    5    6
    preceding    6    0    1    6    3    4
    weights      1    1    1    2    2    2

Merging a pair writes the new id into the slot of its left side, and removes the slot of its right side from
the list. The removed slot then stores the rank of the merge, as -2 - rank. After merge 0, (97, 98) -> 256:

    symbols      97   256  -2   32   256  -2   -1
    following    1    6    .    4    6    .
    preceding    6    0    .    6    3    .

A merge closes the gap to the left of the slot that it removes, so `closed_at` can be read from `symbols`.

There are three tables of pairs; a pair is stored as one integer, left << 20 | right:

    counts       {(97, 97): 1, (97, 256): 1, (32, 256): 2}         exact
    places       {(97, 256): [0], (32, 256): [3], ...}             increasing slots of the left sides; may
                                                                   contain slots where the pair no longer is
    heap         (-count, tie, pair), smallest first               may contain stale entries, see `_best_pair`

The count of a pair only falls, and its first position only moves to the right. So a heap entry never
underestimates a pair, and is corrected only when it reaches the top. (If equal strings are one token, a pair
can gain positions; it then gets a new entry in the heap.)

If C is available (see `native`), it trains in the same way, with the same result.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count, pairwise
from threading import Lock
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.pairs import descending
from bpe_core.superbpe.token_words import joined_shape, words
from bpe_core.types import BOUNDARY, OPEN, BpeError, Merge, Pair, TieBreak

LongArray = npt.NDArray[np.int64]
_ID_BITS = 20
_RIGHT = (1 << _ID_BITS) - 1
_END_SYMBOL = -1
_FIRST_CLOSED = -2
# An array takes an eighth of the memory of a list of distinct integers, and the garbage collector skips it.
_slots = partial(array, "i")

# How far C learns ahead before it returns: a number of positions replaced (some 10 milliseconds) and a number
# of merges.
_BUDGET = 200_000
_MOST_AHEAD = 500


class IncrementalTrainer:
    """Learns one merge after another from a stream of chunks.

    `base_ids` has the ids of all distinct chunks end to end, in order of first appearance, without
    separators; `chunk_starts` the offset of each chunk; `weights` how often each occurs in the text. The ids
    of merges start at `first_new_id`. With `strings`, the string of each base id, pairs that make the same
    string make the same token. `tie_order` is as for `pairs.rank_pairs`, and must rank all ids differently;
    `highest-bytes` compares `token_bytes`, which has the bytes of all ids in `base_ids`. With `max_words`, a
    pair that would make a token of more words is never merged; `shapes` then has the shapes of all ids below
    `first_new_id` (see `superbpe.token_words`). Raises `BpeError` for ids that do not fit into 20 bits, and
    for invalid chunks, weights and orders.

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
        token_bytes: Mapping[int, bytes] | None = None,
        min_count: int = 1,
        shapes: IntArray | None = None,
        max_words: int | None = None,
    ) -> None:
        if first_new_id > _RIGHT + 1:
            raise BpeError(
                f"there are {first_new_id} base units and special tokens; the limit is {_RIGHT + 1}"
            )
        if len(base_ids) and not 0 <= base_ids.min() <= base_ids.max() < first_new_id:
            raise BpeError(f"base ids must be from 0 to first_new_id - 1, which is {first_new_id - 1}")
        if max_words is not None and (shapes is None or len(shapes) != first_new_id):
            raise BpeError("max_words needs shapes with an entry for each id")
        lengths = np.diff(chunk_starts, append=len(base_ids))
        if chunk_starts[:1].tolist() != [0][: len(base_ids)] or lengths.min(initial=1) < 1:
            raise BpeError(
                "the first chunk must begin at the first base id, and each chunk must have at least one base id"
            )
        # No count exceeds the sum of the weights of all units, which stays below 2**62. It is not computed
        # with `@`, for which numpy would start threads that keep a core busy long afterwards.
        if (
            len(weights) != len(lengths)
            or weights.min(initial=1) < 1
            or (weights * lengths.astype(np.float64)).sum() > 2**61
        ):
            raise BpeError(
                "each chunk must have a weight of at least 1, and the weights of all units must sum to less than 2**61"
            )
        self._order: list[Any] | None = None  # a key for each id; the pair with the smallest keys wins a tie
        self._bytes_of = None
        if tie_break == "highest-bytes":
            if token_bytes is None:
                raise BpeError("a tie-break rule that compares bytes needs the bytes of each id")
            self._bytes_of = token_bytes
        elif tie_break != "first-seen":
            self._order = [(tie_order or {}).get(id_, id_) for id_ in range(first_new_id)]
            if min(self._order, default=0) < 0:
                raise BpeError("the order of ids must not be negative")
        self._starts = chunk_starts
        self._first_new_id = self._next_id = first_new_id
        # No count reaches 2**61. C would read a larger number without its upper bits, as a small one.
        self._min_count = min(max(1, min_count), 2**61)
        self._shape_of: list[int] = [] if shapes is None else shapes.tolist()
        self._max_words = max_words
        self._rank = 0
        self._ahead: list[Merge] = []  # learned but not returned yet, the last one first
        self._count_after = 0  # the count of the pair to merge after these
        self._string_of = None if strings is None else dict(strings)
        self._id_of_string = {string: id_ for id_, string in reversed([*(strings or {}).items()])}
        self._lay_out(base_ids.astype(np.int32), weights.astype(np.int64))

    def next_merge(self) -> Merge | None:
        """Learn the next merge; returns None if no pair is left, or none occurs `min_count` times.

        Raises `BpeError` when no id is left.
        """
        if not self._ahead:
            self._learn(_MOST_AHEAD)
        if self._ahead:
            self._rank += 1
            return self._ahead.pop()
        if self._count_after >= self._min_count:
            raise BpeError(f"training stops here: token ids may not exceed {_RIGHT}")
        return None

    def best_count(self) -> int:
        """Return how often the next pair to be merged occurs; 0 when no pair is left."""
        if not self._ahead:
            self._learn(0)
        return self._ahead[-1].count if self._ahead else self._count_after

    def best_pair(self) -> Pair | None:
        """Return the next pair to merge, however rare, or None; not available in C, which learns ahead."""
        pair = self._best_pair()
        return None if pair is None else (pair >> _ID_BITS, pair & _RIGHT)

    def merge(self, pair: Pair) -> Merge:
        """Merge a pair that the caller chose, even if it does not occur; not available in C.

        Raises `BpeError` when no id is left.

        >>> units = np.frombuffer(b"aabab", np.uint8).astype(np.int32)
        >>> trainer = IncrementalTrainer(units, np.array([0], np.int32), np.array([1]), first_new_id=256)
        >>> trainer.merge((97, 97)), trainer.best_pair()
        (Merge(rank=0, pair=(97, 97), new_id=256, count=1, replaced=1), (256, 98))
        """
        new_id = self._id_for(*pair)
        if new_id > _RIGHT:
            raise BpeError(f"training stops here: token ids may not exceed {_RIGHT}")
        merge = self._merged(pair[0] << _ID_BITS | pair[1], new_id)
        self._rank += 1
        return merge

    def closed_at(self) -> IntArray:
        """Return the rank of the merge that closed each gap of the stream, OPEN, or BOUNDARY; int32, a copy."""
        closed = _FIRST_CLOSED - self._symbols_now()[1:]
        closed[closed.view(np.uint32) >= self._rank] = (
            OPEN  # where the symbol is an id, the result is negative: as an unsigned number, it exceeds all ranks
        )
        closed[self._starts[1:] - 1] = BOUNDARY
        return closed

    # The following methods are overridden by NativeTrainer.

    def _symbols_now(self) -> IntArray:
        return np.frombuffer(self._symbols, np.int32)[:-1]

    def _lay_out(self, base_ids: IntArray, weights: LongArray) -> None:
        end = len(base_ids)
        following = np.minimum(np.arange(1, end + 2), end)
        preceding = np.arange(-1, end)
        preceding[self._starts] = end
        following[self._starts - 1] = end  # for the first chunk this writes to `end` itself
        self._symbols, self._following, self._preceding = (
            _slots(row.astype(np.int32).tobytes())
            for row in (np.append(base_ids, _END_SYMBOL), following, preceding)
        )
        each_weight = np.repeat(weights, np.diff(self._starts, append=end))
        self._weights = each_weight.tolist()
        lefts = np.flatnonzero(following[:-1] < end)
        pairs = base_ids[lefts].astype(np.int64) << _ID_BITS | base_ids[lefts + 1]
        by_pair = np.argsort(pairs, kind="stable")
        pairs, lefts = pairs[by_pair], lefts[by_pair]
        begins = np.flatnonzero(np.diff(pairs, prepend=-1))
        counts = np.add.reduceat(each_weight[lefts], begins).tolist() if len(begins) else []
        self._counts: defaultdict[int, int] = defaultdict(
            int, zip(pairs[begins].tolist(), counts, strict=True)
        )
        places = _slots(lefts.astype(np.int32).tobytes())
        spans = pairwise([*begins.tolist(), len(places)])
        self._places = {
            pair: places[first:end] for pair, (first, end) in zip(self._counts, spans, strict=True)
        }
        if self._bytes_of is not None:
            ids, spelled = set(base_ids.tolist()), self._bytes_of
            self._order = [descending(spelled[id_]) if id_ in ids else "" for id_ in range(self._next_id)]
        self._heap = [self._entry(pair) for pair in self._counts if self._may_merge(pair)]
        heapify(self._heap)

    def _learn(self, most: int) -> None:
        """Learn one merge or more in advance, unless `most` is 0 or no pair or id is left."""
        pair = self._best_pair()
        self._count_after = 0 if pair is None else self._counts[pair]
        if pair is None or most == 0 or self._count_after < self._min_count:
            return
        new_id = self._id_for(pair >> _ID_BITS, pair & _RIGHT)
        if new_id > _RIGHT:
            return
        self._ahead = [self._merged(pair, new_id)]

    def _merged(self, pair: int, new_id: int) -> Merge:
        """Merge a pair wherever it occurs; its entry in the heap is then stale."""
        left, right, count = pair >> _ID_BITS, pair & _RIGHT, self._counts.get(pair, 0)
        replaced = self._merge(left, right, new_id, self._places.pop(pair, ()))
        # The count is removed only now: if a pair overlaps itself, its merge also changes its own count.
        self._counts.pop(pair, None)
        return Merge(self._rank, (left, right), new_id, count, replaced)

    def _id_for(self, left: int, right: int) -> int:
        """Return the id of the token that the two ids make."""
        new_id = self._next_id
        if self._string_of is not None:
            string = self._string_of[left] + self._string_of[right]  # type: ignore[operator]
            new_id = self._id_of_string.setdefault(string, new_id)
            self._string_of[new_id] = string
        if self._order is not None:
            # The key of a byte string ends in a character greater than any byte; of the left key it is dropped.
            by_bytes = self._bytes_of is not None
            key = self._order[left][:-1] + self._order[right] if by_bytes else new_id
            if new_id == self._next_id:
                self._order.append(key)
            elif by_bytes:
                self._order[new_id] = key  # a token that the text did not have yet
        if new_id == self._next_id:
            self._next_id += 1
            if self._max_words is not None:
                self._shape_of.append(joined_shape(self._shape_of[left], self._shape_of[right]))
        return new_id

    def _best_pair(self) -> int | None:
        """Return the pair to merge next, whose entry is then at the top of the heap; None if none is left."""
        heap = self._heap
        while heap:
            less, tie = heap[0][:2]
            pair: int = heap[0][-1]
            count = self._counts.get(pair, 0)
            if not 0 < count <= -less:
                heappop(heap)  # merged already, or no longer in the text, or there is a newer entry
            elif count < -less:
                heapreplace(heap, self._entry(pair))
            elif self._order is None and not self._stands_at(pair, tie):
                places = self._places[pair]
                stale = next(number for number, slot in enumerate(places) if self._stands_at(pair, slot))
                del places[:stale]
                heapreplace(heap, self._entry(pair))
            else:
                return pair
        return None

    def _entry(self, pair: int) -> tuple[Any, ...]:
        """Return the heap entry of a pair; `order` breaks ties, or (a lower bound of) its first position."""
        if self._order is None:
            return -self._counts[pair], self._places[pair][0], pair
        return -self._counts[pair], self._order[pair >> _ID_BITS], self._order[pair & _RIGHT], pair

    def _may_merge(self, pair: int) -> bool:
        """Return whether the token that a pair makes has at most `max_words` words."""
        if self._max_words is None:
            return True
        shape = joined_shape(self._shape_of[pair >> _ID_BITS], self._shape_of[pair & _RIGHT])
        return words(shape) <= self._max_words

    def _stands_at(self, pair: int, slot: int) -> bool:
        partner = self._following[slot]
        return self._symbols[slot] == pair >> _ID_BITS and self._symbols[partner] == pair & _RIGHT

    def _merge(self, left: int, right: int, new_id: int, places: Iterable[int]) -> int:
        """Merge a pair at each of its places; returns the weight of the places replaced."""
        symbols, following, preceding = self._symbols, self._following, self._preceding
        closed = _FIRST_CLOSED - self._rank
        # The positions of the pairs that the new token forms with its left neighbours, and with its right
        # neighbours.
        befores: defaultdict[int, array[int]] = defaultdict(_slots)
        afters: defaultdict[int, array[int]] = defaultdict(_slots)
        for slot in places:
            if symbols[slot] == left and symbols[partner := following[slot]] == right:
                before, after = preceding[slot], following[partner]
                befores[symbols[before]].append(before)
                afters[symbols[after]].append(slot)
                symbols[slot], symbols[partner] = new_id, closed
                following[slot], preceding[after] = after, slot
        befores.pop(_END_SYMBOL, None)
        for neighbour, slots in befores.items():
            self._exchange(neighbour << _ID_BITS | left, neighbour << _ID_BITS | new_id, slots)
        replaced = sum(map(self._weights.__getitem__, afters.pop(_END_SYMBOL, ())))
        for neighbour, slots in afters.items():
            replaced += self._exchange(right << _ID_BITS | neighbour, new_id << _ID_BITS | neighbour, slots)
        return replaced

    def _exchange(self, lost: int, gained: int, slots: "array[int]") -> int:
        """Move some slots from the positions of one pair to those of another; returns their weight."""
        weight = sum(map(self._weights.__getitem__, slots))
        self._counts[lost] -= weight
        self._counts[gained] += weight
        known = self._places.get(gained)
        self._places[gained] = slots if known is None else _slots(sorted({*known, *slots}))
        if self._may_merge(gained):
            heappush(self._heap, self._entry(gained))
        return weight


class NativeTrainer(IncrementalTrainer):
    """The same trainer in C, without support for `strings`.

    A call into C learns several merges in advance, for some milliseconds, without holding the interpreter's lock.
    """

    def _lay_out(self, base_ids: IntArray, weights: LongArray) -> None:
        # C learns without the interpreter's lock, so that another thread can stop a training.
        self._busy = Lock()
        starts = self._starts.astype(np.uint32)
        order = None if self._order is None else np.array(self._order, np.int32)
        shapes = None if self._max_words is None else np.array(self._shape_of, np.int32)
        spelled, byte_starts = None, np.zeros(1, np.uint32)
        if self._bytes_of is not None:
            tokens = [self._bytes_of[id_] for id_ in base_ids.tolist()]
            spelled = np.frombuffer(b"".join(tokens) or b"\0", np.uint8)
            byte_starts = np.cumsum([0, *map(len, tokens)], dtype=np.uint32)
        self._end, self._read_by_c = len(base_ids), (weights, order, spelled, byte_starts)
        self._trainer = native.library.bpe_new_trainer(
            native.address(base_ids),
            self._end,
            native.address(starts),
            native.address(weights),
            len(starts),
            None if order is None else native.address(order),
            self._first_new_id,
            _RIGHT + 1,
            None if shapes is None else native.address(shapes),
            min(self._max_words or 0, native.MOST_UNITS),
            None if spelled is None else native.address(spelled),
            native.address(byte_starts),
            native.SEED,
        )
        if not self._trainer:
            raise MemoryError
        finalize(self, native.library.bpe_free_trainer, self._trainer)
        self._learned = np.empty((_MOST_AHEAD, 4), np.int64)

    def _learn(self, most: int) -> None:
        after, learned = native.c_int64(self._count_after), native.address(self._learned)
        with self._busy:
            number = native.library.bpe_learn(
                self._trainer, most, _BUDGET, self._min_count, learned, native.byref(after)
            )
        if number < 0:
            raise MemoryError
        self._count_after = after.value
        left, right, counts, replaced = self._learned[:number].T.tolist()
        ranks, new_ids = count(self._next_id - self._first_new_id), count(self._next_id)
        pairs = zip(left, right, strict=True)
        rows = zip(ranks, pairs, new_ids, counts, replaced, strict=False)
        self._ahead = list(map(Merge._make, rows))[::-1]
        self._next_id += number

    def _symbols_now(self) -> IntArray:
        symbols = np.empty(self._end, np.int32)
        with self._busy:
            native.library.bpe_symbols(self._trainer, self._end, native.address(symbols))
        return symbols


def make_trainer(*stream: Any, **options: Any) -> IncrementalTrainer:
    """Return the fastest trainer that supports the arguments, which are those of `IncrementalTrainer`."""
    in_c = native.library and options.get("strings") is None
    return (NativeTrainer if in_c else IncrementalTrainer)(*stream, **options)
