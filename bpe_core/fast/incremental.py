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
only moves to the right; so an entry is put right when it comes to the top, and not before. For the same
reason rare pairs need no entry in any table: those that occur less often than `_floor` cannot come up before
the others have run out; then the floor is lowered, and the stream is counted anew. (Where the same string
makes the same token, a pair can gain places. It then gets a new entry in the heap, and the floor is 1.)

Pairs that stand in few places are merged one place after another in plain Python, the others by numpy all
at once; both work on the same memory, which numpy sees as an array and Python as an `array.array`.
"""

from array import array
from collections.abc import Mapping
from heapq import heapify, heappop, heappush, heapreplace

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.types import OPEN, WALL, BpeError, Merge, Pair, TieBreak

LongArray = npt.NDArray[np.int64]
Places = LongArray | list[int]

VECTORISE_FROM = 48
"""Pairs with at least so many places are merged by numpy: below, its calls cost more than a Python loop."""

FLOOR_PART = 32
"""The tables reach down to this part of the best count: more means larger tables, less means more recounts."""

_ID_BITS = 20
_RIGHT = (1 << _ID_BITS) - 1
_END_SYMBOL = -1
_FIRST_CLOSED = -2


class IncrementalTrainer:
    """Learns one merge after another from a stream of chunks, at the cost of the places it touches.

    `base_ids` holds the ids of all distinct chunks end to end, in order of first appearance, without
    separators; `chunk_starts` the offset of each chunk; `weights` how often each occurs in the text.
    Merges take their ids from `first_new_id` on; with `strings`, the string of each base id, pairs that
    spell the same string make the same token. `tie_order` is that of `pairs.rank_pairs`, and must give no
    two ids the same place. Raises `BpeError` for ids that do not fit into 20 bits.

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
    ) -> None:
        if len(base_ids) and not 0 <= base_ids.min() <= base_ids.max() < first_new_id:
            raise BpeError(f"base ids must lie between 0 and first_new_id - 1, which is {first_new_id - 1}")
        self._chunk_starts = chunk_starts
        self._rank = 0
        self._next_id = first_new_id
        self._first_seen = tie_break == "first-seen"
        self._tie_order = tie_order or {}
        self._string_of = None if strings is None else dict(strings)
        self._id_of_string: dict[str | bytes, int] = {}
        for id_, string in (strings or {}).items():
            self._id_of_string.setdefault(string, id_)

        end = len(base_ids)
        symbols = np.append(base_ids, _END_SYMBOL)
        following = np.arange(1, end + 2)
        preceding = np.arange(-1, end)
        preceding[chunk_starts] = end
        following[chunk_starts - 1] = end  # for the first chunk this is `end` itself, which nothing follows
        chunk_lengths = np.diff(chunk_starts, append=end)
        # Each buffer has two names: the `array` is quicker to index from Python, the view is for numpy.
        # Slots have 64 bits because numpy converts any other index to that, at every use.
        self._symbols = array("i", symbols.astype(np.int32).tobytes())
        self._following = array("q", following.astype(np.int64).tobytes())
        self._preceding = array("q", preceding.astype(np.int64).tobytes())
        self._weights = array("q", np.repeat(weights.astype(np.int64), chunk_lengths).tobytes())
        self._symbols_view = np.frombuffer(self._symbols, np.int32)
        self._following_view = np.frombuffer(self._following, np.int64)
        self._preceding_view = np.frombuffer(self._preceding, np.int64)
        self._weights_view = np.frombuffer(self._weights, np.int64)

        self._counts: dict[int, int] = {}
        self._places: dict[int, Places] = {}
        self._heap: list[tuple[int, int, int]] = []
        self._floor = 0
        self._count_anew()

    def next_merge(self, *, min_count: int = 1) -> Merge | None:
        """Learn the next merge; None if no pair is left, or the best occurs less than `min_count` times.

        Raises `BpeError` when the ids have run out.
        """
        pair = self._best_pair()
        if pair is None or self._counts[pair] < min_count:
            return None
        left, right = _sides(pair)
        new_id, is_new = self._id_for(left, right)
        heappop(self._heap)
        count = self._counts[pair]
        places = self._places.pop(pair)
        if is_new and len(places) >= VECTORISE_FROM:
            replaced = self._merge_all_at_once(left, right, new_id, np.asarray(places, np.int64))
        else:
            replaced = self._merge_one_by_one(left, right, new_id, places)
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
        right_of_gap = self._symbols_view[1:-1]
        closed = np.where(right_of_gap <= _FIRST_CLOSED, _FIRST_CLOSED - right_of_gap, OPEN)
        closed[self._chunk_starts[1:] - 1] = WALL
        return closed.astype(np.int32)

    def _id_for(self, left: int, right: int) -> tuple[int, bool]:
        """Return the id of the token that the two make, and whether it is new."""
        new_id = self._next_id
        if self._string_of is not None:
            string = self._string_of[left] + self._string_of[right]  # type: ignore[operator]
            new_id = self._id_of_string.setdefault(string, new_id)
            self._string_of[new_id] = string
        if new_id > _RIGHT:
            raise BpeError(f"training stops here: token ids may not exceed {_RIGHT}")
        is_new = new_id == self._next_id
        self._next_id += is_new
        return new_id, is_new

    # The heap

    def _best_pair(self) -> int | None:
        """Return the pair to merge next, whose entry is then at the top of the heap; None if none is left."""
        while True:
            heap = self._heap
            while heap:
                minus_count, tie, pair = heap[0]
                count = self._counts.get(pair, 0)
                if count < self._floor or count > -minus_count:
                    heappop(heap)  # merged, or too rare by now, or there is a newer entry
                elif count < -minus_count:
                    heapreplace(heap, (-count, tie, pair))
                elif self._first_seen and not self._stands_at(pair, tie):
                    heapreplace(heap, (-count, self._first_place(pair), pair))
                else:
                    return pair
            if self._floor <= 1:
                return None
            self._count_anew()

    def _count_anew(self) -> None:
        """Fill the tables with the pairs that can come up before the best count is a small part of now."""
        end = len(self._weights)
        following = self._following_view
        slots = np.flatnonzero((self._symbols_view >= 0) & (following < end))
        # The narrower the integers, the quicker they are sorted; stable, so that the places of a pair rise.
        ids = self._symbols_view.astype(np.min_scalar_type(self._next_id))
        slots = slots[np.lexsort((ids[following[slots]], ids[slots]))]
        pairs = self._symbols_view[slots].astype(np.int64) << _ID_BITS | self._symbols_view[following[slots]]
        pairs, totals, starts, ends = _group(pairs, self._weights_view[slots])
        best = int(totals.max(initial=0))
        self._floor = 1 if self._string_of is not None else max(1, best // FLOOR_PART)
        entered = np.flatnonzero(totals >= self._floor)

        self._counts = dict(zip(pairs[entered].tolist(), totals[entered].tolist(), strict=True))
        spans = zip(starts[entered].tolist(), ends[entered].tolist(), strict=True)
        places = [slots[start:end] for start, end in spans]
        self._places = dict(zip(self._counts, places, strict=True))
        self._heap = [(-count, self._tie(pair), pair) for pair, count in self._counts.items()]
        heapify(self._heap)

    def _push(self, pair: int) -> None:
        heappush(self._heap, (-self._counts[pair], self._tie(pair), pair))

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
        left, right = _sides(pair)
        places = self._places[pair]
        start, size = 0, 16
        while True:
            # Windows that double: mostly the place is near; if it is far, numpy gets there.
            window = np.asarray(places[start : start + size], np.int64)
            stands = self._symbols_view[window] == left
            stands &= self._symbols_view[self._following_view[window]] == right
            nearest = int(stands.argmax())
            if stands[nearest]:
                self._places[pair] = places[start + nearest :]
                return int(window[nearest])
            start, size = start + size, size * 2

    # The merge

    def _merge_one_by_one(self, left: int, right: int, new_id: int, places: Places) -> int:
        """Merge a pair place by place; return the weight of the places replaced."""
        symbols, following, preceding = self._symbols, self._following, self._preceding
        counts, weights = self._counts, self._weights
        closed = _FIRST_CLOSED - self._rank
        replaced = 0
        gained: dict[int, list[int]] = {}
        for slot in places if isinstance(places, list) else places.tolist():
            partner = following[slot]
            if symbols[slot] != left or symbols[partner] != right:
                continue
            weight = weights[slot]
            before, after = preceding[slot], following[partner]
            if (neighbour := symbols[before]) >= 0:
                if (pair := neighbour << _ID_BITS | left) in counts:
                    counts[pair] -= weight
                if (pair := neighbour << _ID_BITS | new_id) in gained:
                    counts[pair] += weight
                    gained[pair].append(before)
                else:
                    counts[pair] = counts.get(pair, 0) + weight
                    gained[pair] = [before]
            if (neighbour := symbols[after]) >= 0:
                if (pair := right << _ID_BITS | neighbour) in counts:
                    counts[pair] -= weight
                if (pair := new_id << _ID_BITS | neighbour) in gained:
                    counts[pair] += weight
                    gained[pair].append(slot)
                else:
                    counts[pair] = counts.get(pair, 0) + weight
                    gained[pair] = [slot]
            symbols[slot], symbols[partner] = new_id, closed
            following[slot], preceding[after] = after, slot
            replaced += weight
        for pair, slots in gained.items():
            if counts[pair] < self._floor:
                del counts[pair]
                continue
            known = self._places.get(pair)
            self._places[pair] = slots if known is None else sorted({*known, *slots})
            self._push(pair)
        return replaced

    def _merge_all_at_once(self, left: int, right: int, new_id: int, places: LongArray) -> int:
        """Merge a pair everywhere into an id that is new; return the weight of the places replaced."""
        symbols, following, preceding = self._symbols_view, self._following_view, self._preceding_view
        slots = places[symbols[places] == left]
        partners = following[slots]
        stands = symbols[partners] == right
        slots, partners = slots[stands], partners[stands]
        if left == right:
            taken = _every_second_of_a_run(slots, partners)
            slots, partners = slots[taken], partners[taken]
        after = following[partners]
        symbols[slots], symbols[partners] = new_id, _FIRST_CLOSED - self._rank
        following[slots], preceding[after] = after, slots
        self._enter_neighbours(left, right, new_id, slots)
        return int(self._weights_view[slots].sum())

    def _enter_neighbours(self, left: int, right: int, new_id: int, slots: LongArray) -> None:
        """Enter into the tables what has changed around the slots that were merged into `new_id`."""
        symbols, counts = self._symbols_view, self._counts
        weights = self._weights_view[slots]
        before, after = self._preceding_view[slots], self._following_view[slots]
        # Each slot loses and gains one pair to its left and one to its right. Grouped by neighbour, all left
        # ones first: `span` is the number of symbols, and 1 is added since the least, the end, is -1.
        span = new_id + 2
        neighbours = np.concatenate((symbols[before] + 1, symbols[after] + (1 + span)))
        # numpy sorts 16 bits by radix, several times as quickly as 32.
        order = neighbours.astype(np.min_scalar_type(2 * span)).argsort(kind="stable")
        groups, totals, starts, ends = _group(
            neighbours[order].astype(np.int64), np.concatenate((weights, weights))[order]
        )
        middle = int(groups.searchsorted(span))
        on_left, on_right = groups[:middle] - 1, groups[middle:] - (1 + span)
        # Where two merged pairs touch, (left right)(left right), what lies between them is entered once, with
        # the second: its left neighbour is `new_id` by now, and the pair that is lost is (right, left).
        if on_right[-1] == new_id:
            totals[-1] = 0
        lost_on_left = np.where(on_left == new_id, right, on_left) << _ID_BITS | left
        lost = np.concatenate((lost_on_left, right << _ID_BITS | on_right))
        for pair, total in zip(lost.tolist(), totals.tolist(), strict=True):
            if pair in counts:
                counts[pair] -= total
        gained = np.concatenate((on_left << _ID_BITS | new_id, new_id << _ID_BITS | on_right))
        # What looks like a pair with the end, -1, is less than 0, whichever side the end is on.
        entered = np.flatnonzero((totals >= self._floor) & (gained >= 0))
        places = np.concatenate((before, slots))[order]
        columns = (column[entered].tolist() for column in (gained, totals, starts, ends))
        for pair, total, start, end in zip(*columns, strict=True):
            counts[pair] = total
            self._places[pair] = places[start:end]
            self._push(pair)


def _sides(pair: int) -> Pair:
    return pair >> _ID_BITS, pair & _RIGHT


def _group(keys: LongArray, weights: LongArray) -> tuple[LongArray, LongArray, LongArray, LongArray]:
    """Return each of the sorted keys once; the weight of its group, where that starts, and where it ends.

    >>> keys, totals, starts, ends = _group(np.array([5, 5, 8]), np.array([1, 3, 2]))
    >>> keys.tolist(), totals.tolist(), starts.tolist(), ends.tolist()
    ([5, 8], [4, 2], [0, 2], [2, 3])
    """
    if not len(keys):
        return keys, weights, weights, weights
    bounds = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1], [True])))
    starts = bounds[:-1]
    return keys[starts], np.add.reduceat(weights, starts), starts, bounds[1:]


def _every_second_of_a_run(slots: LongArray, partners: LongArray) -> npt.NDArray[np.bool_]:
    """Say which places of a pair of equal sides are replaced: in `aaaa` the first and the third.

    >>> _every_second_of_a_run(np.array([0, 1, 2, 7]), np.array([1, 2, 3, 8])).tolist()
    [True, False, True, True]
    """
    place = np.arange(len(slots))
    begins_run = np.append(True, partners[:-1] != slots[1:])
    start_of_run = np.maximum.accumulate(np.where(begins_run, place, 0))
    taken: npt.NDArray[np.bool_] = (place - start_of_run) % 2 == 0
    return taken
