"""Chunks to ids by lowest rank, faster than `tokenizer.joins` and the same: in C, and short ones in Python."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split

GetRank = Callable[[int, int], int]
"""Gives the rank of a pair, left << 32 | right, as `dict.get` does: the second is for pairs without one."""

_NO_RANK = 1 << 62
_MOST_SPELLED = 1 << 26  # bytes of all tokens: each may be twice as long as the one before; and ids
_SMALL = 1 << 14  # bytes
_PART = 1 << 20  # bytes between two looks for Ctrl-C


def merge_by_lowest_rank(ids: list[int], get_rank: GetRank, new_ids: Sequence[int]) -> list[int]:
    """Merge, again and again, the neighbours of lowest rank, the leftmost of equals: one short chunk.

    `ids` are changed on the way; `new_ids[rank]` is the id that a merge makes.

    >>> ranks = {2 << 32 | 3: 0, 1 << 32 | 2: 1}
    >>> merge_by_lowest_rank([1, 2, 2, 3], ranks.get, [4, 5])
    [5, 4]
    """
    ranks = [get_rank(left << 32 | right, _NO_RANK) for left, right in pairwise(ids)]
    while ranks and (lowest := min(ranks)) != _NO_RANK:
        index = ranks.index(lowest)
        new_id = ids[index] = new_ids[lowest]
        del ids[index + 1], ranks[index]
        if index < len(ranks):
            ranks[index] = get_rank(new_id << 32 | ids[index + 1], _NO_RANK)
        if index:
            ranks[index - 1] = get_rank(ids[index - 1] << 32 | new_id, _NO_RANK)
    return ids


def merge_by_table(chunk: bytes, mergeable_ranks: Mapping[bytes, int]) -> list[int]:
    """Merge in the same way by a table of ranks: one short chunk.

    >>> merge_by_table(b"abb", {b"a": 0, b"b": 1, b"bb": 2, b"ab": 3})
    [0, 2]
    """
    rank_of = mergeable_ranks.get
    parts = [chunk[index : index + 1] for index in range(len(chunk))]
    ranks = [rank_of(left + right, _NO_RANK) for left, right in pairwise(parts)]
    while ranks and (lowest := min(ranks)) != _NO_RANK:
        index = ranks.index(lowest)
        part = parts[index] = parts[index] + parts[index + 1]
        del parts[index + 1], ranks[index]
        if index < len(ranks):
            ranks[index] = rank_of(part + parts[index + 1], _NO_RANK)
        if index:
            ranks[index - 1] = rank_of(parts[index - 1] + part, _NO_RANK)
    return [mergeable_ranks[part] for part in parts]


class NativeEncoder:
    """Encodes whole texts in C; for 256 bytes and rules that go by lowest rank.

    `byte_ids` are the ids of the 256 bytes, `made_ids` those that the rules make, in the order of their
    ranks. What makes them is given by `pairs`, int, two ids each, or found for `tokens`, their bytes. With
    `whole` a chunk that is a token is not merged (tiktoken does so). Several threads may use one encoder.
    Raises `ValueError` for ids that C does not hold, and for tokens of which one is made of a higher rank.

    >>> if native.library():
    ...     pairs = np.array([[108, 111], [256, 119]])
    ...     encoder = NativeEncoder(range(256), [256, 257], pairs=pairs, whole=False)
    ...     assert encoder.encode("slow low", "gpt2") == [115, 257, 32, 257]
    ...     assert encoder.encode_chunks("slow low", "gpt2") == [[115, 257], [32, 257]]
    """

    pairs: IntArray
    """The two ids that make each rank, int32; -1, -1 for a token that no pair of lower ranks makes."""

    def __init__(
        self,
        byte_ids: Sequence[int],
        made_ids: Sequence[int] | npt.NDArray[np.integer[Any]],
        *,
        pairs: npt.NDArray[np.integer[Any]] | None = None,
        tokens: Sequence[bytes] | None = None,
        whole: bool,
    ) -> None:
        bytes_, made = _ids(byte_ids), _ids(made_ids)
        if len(bytes_) != 256 or (pairs is None) == (tokens is None) or (tokens is not None and not whole):
            raise ValueError("an encoder needs 256 bytes, and either pairs or tokens")
        table, entries = native.new_table(len(made), native.SEED)
        self._arrays = [entries]
        self._tables = native.Encoder(*map(self._given, (bytes_, made)), len(made), table)
        if tokens is not None:
            self.pairs = self._recover(tokens)
        else:
            known = _ids(() if pairs is None else pairs).reshape(-1, 2)
            if len(known) != len(made):
                raise ValueError("there must be a pair for each id that is made")
            native.library().bpe_fill_ranks(native.byref(self._tables), native.address(known))
            self.pairs = known.view(np.int32)
            if whole:
                self._spell(known, 1 + int(max(bytes_.max(), made.max(initial=0), known.max(initial=0))))
        if whole:
            self._tables.tokens.number, entries = native.new_table(len(made), 0)
            self._arrays.append(entries)
            native.library().bpe_fill_tokens(native.byref(self._tables))
        # For whoever has the lock: the chunks met before, and room for the ids of a small text, of which it costs
        # time to ask where it lies. Others go without.
        self._lock = Lock()
        self._known = np.zeros(native.c_int64.in_dll(native.library(), "bpe_size_of_known").value, np.uint8)
        self._room = np.empty(_SMALL, np.int32)
        self._known_at, self._room_at = native.address(self._known), native.address(self._room)
        self._encode_in_c = partial(native.library().bpe_encode, native.byref(self._tables))

    def encode(self, text: str, split_pattern: str | None) -> list[int]:
        """Return the ids of a text without lone surrogates; any split pattern will do."""
        return self._encode(text.encode(), *_cuts(text, split_pattern), None)

    def encode_chunks(self, text: str, split_pattern: str | None) -> list[list[int]]:
        """Return the ids of each chunk of such a text."""
        encoded = text.encode()
        begins = np.zeros(len(encoded), np.uint8)
        ids = self._encode(encoded, *_cuts(text, split_pattern), begins)
        starts = [*np.flatnonzero(begins).tolist(), len(ids)]
        return [ids[start:end] for start, end in pairwise(starts)]

    def forget(self) -> None:
        """Drop what is kept of the chunks met so far."""
        with self._lock:
            self._known[:] = 0
            self._room[:] = 0

    def _encode(
        self,
        encoded: bytes,
        cutter: Any,
        ends: npt.NDArray[np.uint32] | None,
        begins: npt.NDArray[np.uint8] | None,
    ) -> list[int]:
        size = len(encoded)
        if size > native.MOST_UNITS:
            raise OverflowError("the text is too long")
        at, num_ids = native.c_int64(0), 0
        owner = self._lock.acquire(blocking=False)
        try:
            small = owner and size <= _SMALL
            ids = self._room if small else np.empty(size, np.int32)
            ids_at = self._room_at if small else native.address(ids)
            while at.value < size and num_ids >= 0:  # between two parts Ctrl-C is heard
                num_ids = self._encode_in_c(
                    self._known_at if owner else None,
                    cutter,
                    None if ends is None else native.address(ends),
                    encoded,
                    size,
                    size if ends is not None else min(size, at.value + _PART),
                    native.byref(at),
                    num_ids,
                    ids_at,
                    None if begins is None else native.address(begins),
                )
            if num_ids < 0:
                raise MemoryError
            result: list[int] = ids[:num_ids].tolist()
            return result
        finally:
            if owner:
                self._lock.release()

    def _given(self, array: npt.NDArray[Any]) -> int:
        self._arrays.append(array)
        return native.address(array)

    def _recover(self, tokens: Sequence[bytes]) -> IntArray:
        """Find the pair that makes each token."""
        lengths = np.array([1] * 256 + [*map(len, tokens)], np.int64)
        if len(tokens) != self._tables.count or lengths.min() < 1 or lengths.sum() > native.MOST_UNITS:
            raise ValueError("there must be a token, of a byte at least, for each id that is made")
        ends = np.cumsum(lengths)
        spelled = np.frombuffer(bytes(range(256)) + b"".join(tokens), np.uint8)
        spans = np.stack((ends - lengths, ends), axis=1).astype(np.uint32)
        self._tables.tokens.bytes, self._tables.tokens.spans = self._given(spelled), self._given(spans)
        pairs = np.full((len(tokens), 2), native.NONE, np.uint32)
        ids = np.empty(lengths.max(), np.uint32)
        found = native.library().bpe_recover(
            native.byref(self._tables), native.address(pairs), native.address(ids)
        )
        if found < 0:
            raise MemoryError
        if not found:
            raise ValueError("a token is made of one that ranks above it")
        return pairs.view(np.int32)

    def _spell(self, pairs: npt.NDArray[np.uint32], num_ids: int) -> None:
        """Write down the bytes of the tokens, by which chunks are looked up whole."""
        if num_ids > _MOST_SPELLED:
            raise ValueError("an id is too high")
        spans = np.empty((256 + len(pairs), 2), np.uint32)
        room = np.empty(_MOST_SPELLED, np.uint8)  # of which no more is touched than is written
        units = np.full(num_ids, native.NONE, np.uint32)
        self._tables.tokens.spans = self._given(spans)
        at = [native.address(array) for array in (pairs, units, room)]
        used = native.library().bpe_spell(native.byref(self._tables), *at, _MOST_SPELLED)
        if not used:
            raise ValueError("the tokens are too long, or one is made of what no rank below it makes")
        self._tables.tokens.bytes = self._given(room[:used].copy())


def _ids(numbers: Sequence[int] | npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint32]:
    array = np.asarray(numbers, np.int64)
    if array.size and not 0 <= array.min() <= array.max() <= native.MOST_UNITS:
        raise ValueError(f"an id or a size is not between 0 and {native.MOST_UNITS}")
    return np.ascontiguousarray(array, np.uint32)


def _cuts(text: str, split_pattern: str | None) -> tuple[Any, npt.NDArray[np.uint32] | None]:
    """Return what cuts a text in C: a table for a published pattern, else where the chunks end, in bytes."""
    if split_pattern in SPLIT_PATTERNS:
        return native.cutter(split_pattern).at, None
    # They rise to the end of the text: no piece is empty, and together they are the text.
    return None, _ids(list(accumulate(len(piece.encode()) for piece in split(text, split_pattern))))
