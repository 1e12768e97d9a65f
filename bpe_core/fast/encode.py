"""Encode a long text at once: the ids of `Tokenizer.encode_ordinary`, faster.

Every different chunk of a text is encoded once (see `fast_split`), and what was encoded is kept: `ids` of
all chunks known so far, one after another, and for each chunk its place in them.

    number     {"low": 0, " lower": 1, ...}     chunk -> its number
    start      0  1  ...
    length     1  2  ...
    ids        [3826] [2793, 263] ...

Tokens are symbols here: 0 to 255 are the bytes, and 256 + r is what the merge of rank r makes, so that a
symbol is also the rank of what made it. `_PairTable` maps two symbols to the one they make. New chunks go
one of two ways.

Short ones lie below each other in a matrix, one column for each symbol, beside one for what each two
neighbours make. A round merges one pair in every row, its lowest, the leftmost of equals; so every row
loses one symbol, and the matrix a column. Rows in which nothing is left to merge are taken out.

    l  o  w  e  r  .       lo  ow  we  er   .        ->   lo  w  e  r  .
    n  e  w  e  s  t       ne  ew  we  es  st             n  ew  e  s  t

Long ones lie in one row, with walls between them, and go by rank: all places of the lowest rank are merged
at once, and the pairs that this makes are put into the bucket of their rank. As long as what a merge makes
ranks above its parts, no lower rank can come up again. (Merging every place that is lower than its
neighbours would be faster, and wrong: a yet lower pair can come up beside it.)
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain, pairwise
from threading import Lock

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.fast.split import distinct_chunks

LongArray = npt.NDArray[np.int64]
GetRank = Callable[[int, int], int]
"""Gives the rank of a pair, left << 32 | right, as `dict.get` does: the second is for pairs without one."""

VECTORISE_FROM = 200
"""Ranks with at least so many places are merged by numpy: below, its calls cost more than a Python loop."""

_NOTHING = 2**31 - 1
_WALL = -1
_GONE = -2
_WIDTHS = (4, 6, 8, 12, 16, 24, 32, 48, 64)
# So few rows are not worth a matrix: they are merged one by one.
_FEW = 200
_MOST_CHUNKS = 1 << 16
_MOST_BYTES = 1 << 22


def merge_by_lowest_rank(ids: list[int], get_rank: GetRank, new_ids: Sequence[int] | None) -> list[int]:
    """Merge, again and again, the neighbours of lowest rank, the leftmost of equals: one short chunk.

    `ids` are changed on the way; `new_ids[rank]` is the id that a merge makes, None where the rank is the id.

    >>> ranks = {2 << 32 | 3: 0, 1 << 32 | 2: 1}
    >>> merge_by_lowest_rank([1, 2, 2, 3], ranks.get, [4, 5])
    [5, 4]
    """
    none = 1 << 62
    ranks = [get_rank(left << 32 | right, none) for left, right in pairwise(ids)]
    while ranks and (lowest := min(ranks)) != none:
        place = ranks.index(lowest)
        new_id = ids[place] = lowest if new_ids is None else new_ids[lowest]
        del ids[place + 1], ranks[place]
        if place < len(ranks):
            ranks[place] = get_rank(new_id << 32 | ids[place + 1], none)
        if place:
            ranks[place - 1] = get_rank(ids[place - 1] << 32 | new_id, none)
    return ids


def batch_encoder(
    byte_ids: Sequence[int], pairs: LongArray, new_ids: LongArray, whole: Mapping[bytes, int]
) -> "BatchEncoder | None":
    """Return an encoder for merges given by ids, in the order of their ranks, or None where it cannot be.

    It cannot where a merge makes the id of another merge or of a byte, or is made of something that no
    earlier merge makes. A pair that comes twice counts once, the first time.
    """
    ids = np.concatenate((np.array(byte_ids, np.int64), new_ids))
    order = np.argsort(ids)
    if (np.diff(ids[order]) == 0).any():
        return None
    found = np.minimum(np.searchsorted(ids, pairs, sorter=order), len(ids) - 1)
    symbols = order[found].astype(np.int32)
    makes = np.arange(256, len(ids), dtype=np.int32)
    if (ids[symbols] != pairs).any() or (symbols >= makes[:, None]).any():
        return None
    _, first = np.unique(symbols.astype(np.int64) @ [1 << 32, 1], return_index=True)
    return BatchEncoder(
        byte_ids=byte_ids, symbol_ids=new_ids, pairs=symbols[first], makes=makes[first], whole=whole
    )


class BatchEncoder:
    """Encodes by merges in the order of their ranks, whole texts at a time.

    `byte_ids` are the ids of the 256 bytes, `symbol_ids` of the symbols from 256 on. `pairs` int32 holds
    two symbols a row, and `makes` int32 the symbol that they make, which must be greater than both; no
    pair and no symbol made comes twice. `whole` maps bytes to ids; a chunk that is in it is not merged (tiktoken does so). One
    encoder may be used by several threads.

    >>> encoder = BatchEncoder(
    ...     byte_ids=range(256),
    ...     symbol_ids=[256, 257],
    ...     pairs=np.array([[108, 111], [256, 119]], np.int32),
    ...     makes=np.array([256, 257], np.int32),
    ...     whole={},
    ... )
    >>> encoder.encode("slow low", "gpt2").tolist(), encoder.encode_chunks("slow low", "gpt2")
    ([115, 257, 32, 257], [[115, 257], [32, 257]])
    """

    def __init__(
        self,
        *,
        byte_ids: Sequence[int],
        symbol_ids: Sequence[int] | LongArray,
        pairs: IntArray,
        makes: IntArray,
        whole: Mapping[bytes, int],
    ) -> None:
        self._id_of_symbol = np.concatenate((byte_ids, symbol_ids)).astype(np.int64)
        self._table = _PairTable(pairs, makes)
        self._whole = whole
        self._lock = Lock()
        self._reset()

    def encode(self, text: str, split_pattern: str | None) -> LongArray:
        """Return the ids of a text without lone surrogates: int64."""
        distinct = distinct_chunks(text, split_pattern)
        with self._lock:
            number = self._numbers(distinct.chunks)[distinct.numbers]
            return _gather(self._ids, self._start[number], self._length[number])

    def encode_chunks(self, text: str, split_pattern: str | None) -> list[list[int]]:
        """Return the ids of each chunk of a text; equal chunks share one list."""
        distinct = distinct_chunks(text, split_pattern)
        with self._lock:
            number = self._numbers(distinct.chunks)
            length = self._length[number]
            flat = _gather(self._ids, self._start[number], length).tolist()
        ends = np.cumsum(length)
        lists = [flat[start:end] for start, end in zip((ends - length).tolist(), ends.tolist(), strict=True)]
        return [lists[place] for place in distinct.numbers.tolist()]

    def forget(self) -> None:
        """Drop what is kept of the chunks met so far."""
        with self._lock:
            self._reset()

    def _reset(self) -> None:
        self._number: dict[str, int] = {}
        self._num_bytes = 0
        self._start = np.zeros(0, np.int64)
        self._length = np.zeros(0, np.int64)
        self._ids = np.zeros(0, np.int64)

    def _numbers(self, chunks: list[str]) -> LongArray:
        """Return the numbers of chunks, after encoding those that are new."""
        if len(self._number) > _MOST_CHUNKS or self._num_bytes > _MOST_BYTES:
            self._reset()
        numbers = np.array([self._number.get(chunk, -1) for chunk in chunks], np.int64)
        new = np.flatnonzero(numbers < 0)
        if len(new):
            numbers[new] = np.arange(len(self._number), len(self._number) + len(new))
            self._learn([chunks[place] for place in new.tolist()])
        return numbers

    def _learn(self, chunks: list[str]) -> None:
        """Encode chunks that are new, and keep their ids."""
        as_bytes = [chunk.encode("utf-8") for chunk in chunks]
        lengths = np.array([len(chunk) for chunk in as_bytes], np.int64)
        self._num_bytes += int(lengths.sum())
        whole = np.array([self._whole.get(chunk, -1) for chunk in as_bytes], np.int64)
        start = np.zeros(len(chunks), np.int64)
        length = np.ones(len(chunks), np.int64)
        ids = [self._ids]
        done = len(self._ids)

        def keep(rows: LongArray, lengths: LongArray, ids_of_rows: LongArray) -> None:
            nonlocal done
            length[rows] = lengths
            start[rows] = np.cumsum(lengths) - lengths + done
            ids.append(ids_of_rows)
            done += len(ids_of_rows)

        known = np.flatnonzero(whole >= 0)
        keep(known, np.ones(len(known), np.int64), whole[known])
        lengths[known] = 0
        for least, most in zip((0, *_WIDTHS), _WIDTHS, strict=False):
            rows = np.flatnonzero((lengths > least) & (lengths <= most))
            if len(rows) >= _FEW:
                lengths[rows] = 0
                for finished, counts, symbols in self._merge_short([as_bytes[row] for row in rows], most):
                    keep(rows[finished], counts, self._id_of_symbol[symbols])
        few = np.flatnonzero((lengths > 0) & (lengths <= _WIDTHS[-1]))
        long = np.flatnonzero(lengths > _WIDTHS[-1])
        for rows, merge in ((few, self._merge_few), (long, self._merge_long)):
            if len(rows):
                counts, symbols = merge([as_bytes[row] for row in rows])
                keep(rows, counts, self._id_of_symbol[symbols])

        first = len(self._number)
        self._start, self._length, self._ids = (
            np.concatenate((self._start[:first], start)),
            np.concatenate((self._length[:first], length)),
            np.concatenate(ids),
        )
        self._number.update(zip(chunks, range(first, first + len(chunks)), strict=True))

    def _merge_short(
        self, chunks: list[bytes], width: int
    ) -> Iterator[tuple[LongArray, LongArray, IntArray]]:
        """Merge chunks of `width` bytes at most; yield which are finished, their lengths, their symbols."""
        lengths = np.array([len(chunk) for chunk in chunks])
        # A wall on either side, so that every pair that merges has a neighbour there.
        symbols = np.full((len(chunks), width + 2), _WALL, np.int32)
        symbols[:, 1:-1][np.arange(width) < lengths[:, None]] = np.frombuffer(b"".join(chunks), np.uint8)
        makes = self._table.makes_of_bytes(symbols)
        rows = np.arange(len(chunks))
        while len(rows):
            place = makes.argmin(axis=1)
            lowest = makes.ravel()[np.arange(len(rows)) * makes.shape[1] + place]
            ended = np.flatnonzero(lowest == _NOTHING)
            if len(ended):
                there = symbols[ended] != _WALL
                yield rows[ended], there.sum(axis=1), symbols[ended][there]
                going = np.flatnonzero(lowest != _NOTHING)
                rows, symbols, makes = rows[going], symbols[going], makes[going]
                place, lowest = place[going], lowest[going]
            symbols, makes = self._one_round(symbols, makes, place, lowest)

    def _one_round(
        self, symbols: IntArray, makes: IntArray, place: LongArray, lowest: IntArray
    ) -> tuple[IntArray, IntArray]:
        """Merge one pair in every row: at `place`, into `lowest`."""
        size, width = symbols.shape
        row = np.arange(size)
        at = row * width + place
        before, after = symbols.ravel()[at - 1], symbols.ravel()[at + 2]
        made = self._table.makes(np.concatenate((before, lowest)), np.concatenate((lowest, after)))
        column, gap = np.arange(width - 1, dtype=np.int16), place.astype(np.int16)[:, None]
        symbols = np.where(column <= gap, symbols[:, :-1], symbols[:, 1:])
        makes = np.where(column[:-1] < gap, makes[:, :-1], makes[:, 1:])
        symbols.ravel()[row * (width - 1) + place] = lowest
        at = row * (width - 2) + place
        makes.ravel()[at - 1] = made[:size]
        makes.ravel()[at] = made[size:]
        return symbols, makes

    def _merge_few(self, chunks: list[bytes]) -> tuple[LongArray, IntArray]:
        """Merge short chunks one by one; return their lengths and their symbols."""
        get_rank: GetRank = self._table.by_pair.get
        merged = [merge_by_lowest_rank(list(chunk), get_rank, None) for chunk in chunks]
        return np.array([*map(len, merged)]), np.array([*chain.from_iterable(merged)], np.int32)

    def _merge_long(self, chunks: list[bytes]) -> tuple[LongArray, IntArray]:
        """Merge chunks of any length; return their lengths and their symbols."""
        row = _LinkedRow(chunks, self._table)
        while row.waiting:
            row.merge(heappop(row.waiting))
        return row.lengths_and_symbols()


class _PairTable:
    """What each pair of symbols makes: a hash table that numpy looks up in, many pairs at a time.

    A pair is one integer, left << 32 | right; its slot is the first free one from where a product sends it.
    """

    def __init__(self, pairs: IntArray, makes: IntArray) -> None:
        bits = max(9, (3 * len(pairs)).bit_length())
        self._shift = np.uint64(64 - bits)
        self._last = (1 << bits) - 1
        self._keys = np.full(1 << bits, -1, np.int64)
        self._makes = np.full(1 << bits, _NOTHING, np.int32)
        keys = pairs[:, 0].astype(np.int64) << 32 | pairs[:, 1]
        self._pairs = (keys, makes)
        # What two bytes make is asked most: a table of all 65,536, and a row and column for walls.
        self._of_bytes = np.full((257, 257), _NOTHING, np.int32)
        of_bytes = (pairs < 256).all(axis=1)
        self._of_bytes[*pairs[of_bytes].T] = makes[of_bytes]
        slots = self._slots(keys)
        while len(keys):
            # Of those that want one free slot, the last written has it; the others move on.
            free = self._keys[slots] < 0
            self._keys[slots[free]] = keys[free]
            settled = self._keys[slots] == keys
            self._makes[slots[settled]] = makes[settled]
            keys, makes, slots = keys[~settled], makes[~settled], slots[~settled] + 1 & self._last

    @cached_property
    def by_pair(self) -> dict[int, int]:
        """The same for plain Python: left << 32 | right -> what they make."""
        keys, makes = self._pairs
        return dict(zip(keys.tolist(), makes.tolist(), strict=True))

    @cached_property
    def pair_of(self) -> dict[int, tuple[int, int]]:
        """The pair that makes a symbol."""
        keys, makes = self._pairs
        return dict(
            zip(
                makes.tolist(),
                zip((keys >> 32).tolist(), (keys & 2**32 - 1).tolist(), strict=True),
                strict=True,
            )
        )

    def makes_of_bytes(self, rows: IntArray) -> IntArray:
        """Return what the neighbours in rows of bytes and walls make, one column less."""
        return self._of_bytes[rows[:, :-1], rows[:, 1:]]

    def makes(self, left: IntArray, right: IntArray) -> IntArray:
        """Return what pairs of symbols make, or 2**31 - 1; a negative symbol makes nothing with any."""
        keys = left.astype(np.int64) << 32 | right
        slots = self._slots(keys)
        there = self._keys[slots]
        made = np.where(there == keys, self._makes[slots], np.int32(_NOTHING))
        more = np.nonzero((there != keys) & (there >= 0))
        while len(more[0]):
            slots[more] = slots[more] + 1 & self._last
            there = self._keys[slots[more]]
            found = there == keys[more]
            made[tuple(axis[found] for axis in more)] = self._makes[slots[more]][found]
            more = tuple(axis[~found & (there >= 0)] for axis in more)
        return made

    def _slots(self, keys: LongArray) -> LongArray:
        return (keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) >> self._shift).astype(np.int64)


class _LinkedRow:
    """Long chunks in one row, merged rank by rank.

    Every slot knows the one that follows it and the one that precedes it; a slot that was merged into the
    one before is GONE and skipped by the links. `waiting` are the ranks still to come, a heap; the places
    of each are in `_groups` (arrays) and `_loose` (single ones), and may be stale.

        slot       0   1   2   3   4   5   6   7
        symbols   -1   a   a   a   b  -1   c  -1        the chunks aaab and c
        after aa: -1   aa  -2  a   b  -1   c  -1
    """

    def __init__(self, chunks: list[bytes], table: _PairTable) -> None:
        self._table = table
        lengths = np.array([len(chunk) for chunk in chunks])
        self._walls = np.concatenate(([0], np.cumsum(lengths + 1)))
        size = int(self._walls[-1]) + 1
        # Memory that numpy sees as arrays and Python as `array.array`, which it reads faster one by one.
        row = np.frombuffer(b"\0" + b"\0".join(chunks) + b"\0", np.uint8).astype(np.int32)
        row[self._walls] = _WALL
        self._lists = tuple(
            array("i", values.astype(np.int32).tobytes())
            for values in (row, np.arange(1, size + 1), np.arange(-1, size - 1))
        )
        self._symbols, self._following, self._preceding = (np.frombuffer(of, np.int32) for of in self._lists)
        self._groups: dict[int, list[IntArray]] = {}
        self._loose: dict[int, list[int]] = {}
        self.waiting: list[int] = []
        self._add(np.arange(size - 1, dtype=np.int32), table.makes_of_bytes(row[None])[0])

    def merge(self, rank: int) -> None:
        """Merge all places of a rank, from the left; all that rank below it were merged before."""
        groups, loose = self._groups.pop(rank, []), self._loose.pop(rank, [])
        if sum(map(len, groups)) + len(loose) >= VECTORISE_FROM:
            places = np.sort(np.concatenate([*groups, np.array(loose, np.int32)]), kind="stable")
            self._merge_all(rank, places[np.append(True, places[1:] != places[:-1])])
        else:
            self._merge_each(rank, sorted([*chain.from_iterable(group.tolist() for group in groups), *loose]))

    def lengths_and_symbols(self) -> tuple[LongArray, IntArray]:
        """Return how many symbols are left of each chunk, and those of all."""
        left = self._symbols >= 0
        return np.add.reduceat(left, self._walls[:-1], dtype=np.int64), self._symbols[left]

    def _merge_all(self, rank: int, places: IntArray) -> None:
        symbols, following, preceding = self._symbols, self._following, self._preceding
        others = following[places]
        left, right = self._table.pair_of[rank]
        stands = (symbols[places] == left) & (symbols[others] == right)
        places, others = places[stands], others[stands]
        # Where places overlap, as in aaaa, every other one from the left is merged.
        overlaps = np.append(False, others[:-1] == places[1:])
        number = np.arange(len(places))
        first = np.maximum.accumulate(np.where(overlaps, 0, number))
        taken = (number - first) % 2 == 0
        places, others = places[taken], others[taken]
        if not len(places):
            return
        after = following[others]
        symbols[places], symbols[others] = rank, _GONE
        following[places], preceding[after] = after, places
        before = preceding[places]
        made = np.full(len(places), rank, np.int32)
        self._add(before, self._table.makes(symbols[before], made))
        self._add(places, self._table.makes(made, symbols[after]))

    def _add(self, places: IntArray, makes: IntArray) -> None:
        able = makes != _NOTHING
        places, makes = places[able], makes[able]
        order = np.argsort(makes, kind="stable")
        places, makes = places[order], makes[order]
        cuts = (np.flatnonzero(makes[1:] != makes[:-1]) + 1).tolist()
        if not len(makes):
            return
        for first, end in zip([0, *cuts], [*cuts, len(makes)], strict=True):
            rank = int(makes[first])
            if rank not in self._groups and rank not in self._loose:
                heappush(self.waiting, rank)
            self._groups.setdefault(rank, []).append(places[first:end])

    def _merge_each(self, rank: int, places: list[int]) -> None:
        symbols, following, preceding = self._lists
        makes = self._table.by_pair.get
        left, right = self._table.pair_of[rank]
        groups, loose, waiting = self._groups, self._loose, self.waiting
        for place in places:
            other = following[place]
            if symbols[place] != left or symbols[other] != right:
                continue
            after = following[other]
            symbols[place], symbols[other] = rank, _GONE
            following[place], preceding[after] = after, place
            before = preceding[place]
            for at, pair in ((before, symbols[before] << 32 | rank), (place, rank << 32 | symbols[after])):
                made = makes(pair)
                if made is None:
                    continue
                if made in loose:
                    loose[made].append(at)
                    continue
                if made not in groups:
                    heappush(waiting, made)
                loose[made] = [at]


def _gather(values: LongArray, starts: LongArray, lengths: LongArray) -> LongArray:
    """Return values[start : start + length] for each, one after another."""
    ends = np.cumsum(lengths)
    if not len(ends):
        return values[:0]
    gathered: LongArray = values[np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1])]
    return gathered
