"""Encodes by lowest rank with the same results as `tokenizer.merging`, but faster."""

import os
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split

_NO_RANK = 1 << 62
_SMALL = 1 << 14  # bytes
_MANY = 1 << 15  # ids
_HIGHEST_SHARED = 1 << 20
_MOST_CACHES = os.cpu_count() or 1


def merge_by_table(chunk: bytes, mergeable_ranks: Mapping[bytes, int]) -> list[int]:
    """Encode one short chunk: repeatedly merge the pair of lowest rank in a table, the leftmost if there are several.

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


class _Cache:
    """Chunks with their ids, in C, and a buffer for the ids of a small text."""

    def __init__(self, at: int | None) -> None:
        self.at = at  # None, if there was no memory: C then does without
        self.room = native.room_for_ids(_SMALL)
        if at:
            finalize(self, native.library.bpe_free_cache, at)


class NativeEncoder:
    """Encodes whole texts in C, with the 256 byte values as base units and merges applied by lowest rank.

    `byte_ids` are the ids of the byte values, `made_ids` the ids that the merges make, in the order of their
    ranks. The pairs are given as `pairs`, an integer array with two ids each, or recovered from `tokens`, the
    bytes of each token; a token that no pair makes is then found only as a whole chunk, as in tiktoken. A
    text is split by `split_pattern`, which may be any pattern, or by the function `cut`. An encoder can be
    shared between threads. Raises `ValueError` for ids that do not fit into 31 bits.

    >>> if native.library:
    ...     pairs = np.array([[108, 111], [256, 119]])
    ...     encoder = NativeEncoder(range(256), [256, 257], pairs=pairs, split_pattern="gpt2")
    ...     assert encoder.encode("slow low") == [115, 257, 32, 257]
    ...     assert encoder.encode_chunks("slow low") == [[115, 257], [32, 257]]
    """

    pairs: IntArray
    """The pair of each rank, int32; (-1, -1) for a token that no pair of lower ranks makes."""

    def __init__(
        self,
        byte_ids: Sequence[int],
        made_ids: Sequence[int] | npt.NDArray[np.integer[Any]],
        *,
        pairs: npt.NDArray[np.integer[Any]] | None = None,
        tokens: Sequence[bytes] | None = None,
        split_pattern: str | None = None,
        cut: Callable[[str], Iterable[str]] | None = None,
    ) -> None:
        bytes_, made = _ids(byte_ids), _ids(made_ids)
        known = (
            np.full((len(made), 2), native.NONE, np.uint32) if pairs is None else _ids(pairs).reshape(-1, 2)
        )
        if len(bytes_) != 256 or (pairs is None) == (tokens is None) or len(known) != len(made):
            raise ValueError(
                "an encoder needs the ids of all 256 byte values, and a pair or a token for each id that a merge makes"
            )
        library = native.library
        at = [native.address(array) for array in (bytes_, known, made)]
        self._encoder = library.bpe_new_encoder(*at, len(made), native.SEED)
        if not self._encoder:
            raise MemoryError
        finalize(self, library.bpe_free_encoder, self._encoder)
        if tokens is not None:
            self._recover(tokens, made, known)
        self.pairs = known.view(np.int32)
        self._numbers: dict[int, int] = {}
        self._highest = int(max(bytes_.max(), made.max(initial=0)))
        self._shared: npt.NDArray[np.object_] | None = None
        self._cut = cut or partial(split, split_pattern=split_pattern)
        self._pre_tokenizer = (
            native.pre_tokenizer(split_pattern).at if split_pattern in SPLIT_PATTERNS else None
        )
        # A thread that encodes takes a cache of chunks, made when it is first needed, and gives it back. If other
        # threads have taken all, it encodes without.
        self._caches: list[_Cache | None] = [None] * _MOST_CACHES
        self._encode_in_c = partial(library.bpe_encode, self._encoder)

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text without unpaired surrogates."""
        ids: list[int] = self._encode(text.encode(), self._ends(text), None)
        return ids

    def encode_to_array(self, text: str) -> npt.NDArray[np.uint32]:
        """Return the ids of a text as an array, without a list in between."""
        ids: npt.NDArray[np.uint32] = self._encode(text.encode(), self._ends(text), None, to_array=True)
        return ids

    def encode_chunks(self, text: str) -> list[list[int]]:
        """Return the ids of each chunk of a text without unpaired surrogates."""
        encoded = text.encode()
        begins = np.zeros(len(encoded), np.uint8)
        ids = self._encode(encoded, self._ends(text), begins)
        starts = [*np.flatnonzero(begins).tolist(), len(ids)]
        return [ids[start:end] for start, end in pairwise(starts)]

    def merge(self, ids: Iterable[int]) -> list[int]:
        """Return what the ids of one chunk merge to; these may be any ids, not only those of bytes."""
        row = array("i", ids)
        num_ids = native.library.bpe_merge(self._encoder, row.buffer_info()[0], len(row))
        if num_ids < 0:
            raise MemoryError
        merged = memoryview(row)[:num_ids]
        # Equal ids share one object: an int takes four times the memory of a reference to it.
        return list(map(self._numbers.setdefault, merged, merged))

    def forget(self) -> None:
        """Clear the caches of chunks, except those that other threads are using."""
        with suppress(IndexError):
            for place in range(len(self._caches)):
                self._caches[place] = None

    def _ends(self, text: str) -> npt.NDArray[np.uint32] | None:
        """Return where the chunks of a text end, in bytes; None for a published pattern, which C applies itself."""
        if self._pre_tokenizer:
            return None
        # The ends increase up to the end of the text: no chunk is empty, and together the chunks cover the
        # text.
        return _ids(list(accumulate(len(chunk.encode()) for chunk in self._cut(text))))

    def _encode(
        self,
        encoded: bytes,
        ends: npt.NDArray[np.uint32] | None,
        begins: npt.NDArray[np.uint8] | None,
        *,
        to_array: bool = False,
    ) -> Any:
        """Return the ids as a list, or as an array, and mark in `begins` those that begin a chunk."""
        size = len(encoded)
        if size > native.MOST_UNITS:
            raise OverflowError("the text is too long")
        cache = None
        with suppress(IndexError):
            cache = self._caches.pop() or _Cache(native.library.bpe_new_cache(self._encoder))
        try:
            small = cache.room if cache and size <= _SMALL else None
            ids: Any = np.empty(size, np.uint32) if small is None else small
            num_ids = self._encode_in_c(
                cache and cache.at,
                self._pre_tokenizer,
                None if ends is None else native.address(ends),
                encoded,
                size,
                native.address(ids) if small is None else small,
                None if begins is None else native.address(begins),
            )
            if num_ids < 0:
                raise MemoryError
            if to_array and small is None:
                ids.resize(num_ids, refcheck=False)  # frees the rest, without a copy
                return ids
            if to_array:
                return np.frombuffer(ids, np.uint32, num_ids).copy()
            return self._listed(ids[:num_ids]) if small is None else small[:num_ids]
        finally:
            if cache:
                self._caches.append(cache)

    def _listed(self, ids: npt.NDArray[Any]) -> list[int]:
        """Return ids as a list; in a long one equal ids share one object, which is faster and a fifth of the memory."""
        if len(ids) >= _MANY and self._highest < _HIGHEST_SHARED:
            if self._shared is None:
                self._shared = np.arange(self._highest + 1).astype(object)
            ids = self._shared.take(ids)
        listed: list[int] = ids.tolist()
        return listed

    def _recover(
        self, tokens: Sequence[bytes], made: npt.NDArray[np.uint32], pairs: npt.NDArray[np.uint32]
    ) -> None:
        """Find the pair that makes each token."""
        lengths = np.array([*map(len, tokens)], np.int64)
        if len(tokens) != len(made) or lengths.min(initial=1) < 1 or lengths.sum() > native.MOST_UNITS:
            raise ValueError("there must be a token, of at least one byte, for each id that a merge makes")
        starts = np.append(0, np.cumsum(lengths)).astype(np.uint32)
        ids = np.empty(lengths.max(initial=1), np.uint32)
        order = np.argsort(lengths, kind="stable").astype(np.uint32)
        self._tokens = b"".join(tokens), starts, made
        found = native.library.bpe_recover(
            self._encoder,
            self._tokens[0],
            native.address(starts),
            native.address(made),
            native.address(order),
            len(made),
            native.address(pairs),
            native.address(ids),
        )
        if found < 0:
            raise MemoryError
        pairs[_needs_higher_ranks(pairs, made, order)] = native.NONE


def _needs_higher_ranks(
    pairs: npt.NDArray[np.uint32], made: npt.NDArray[np.uint32], order: npt.NDArray[np.uint32]
) -> list[int]:
    """Return the ranks of tokens that need a merge of higher rank; `order` has the parts of a token first.

    Llama 3 has a few such tokens.
    """
    by_id = np.argsort(made)
    at = np.searchsorted(made, pairs, sorter=by_id)
    found = np.append(by_id, 0)[at]
    parts = np.where(np.append(made, 0)[found] == pairs, found, -1)  # -1: a byte, or no pair
    if (parts <= np.arange(len(made))[:, None]).all():
        return []
    highest = [*range(len(made)), -1]
    both = parts.tolist()
    for rank in order.tolist():
        left, right = both[rank]
        highest[rank] = max(rank, highest[left], highest[right])
    return [rank for rank, most in enumerate(highest[:-1]) if most > rank]


def _ids(numbers: Sequence[int] | npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint32]:
    array = np.asarray(numbers, np.int64)
    if array.size and not 0 <= array.min() <= array.max() <= native.MOST_UNITS:
        raise ValueError(f"an id or a size is not between 0 and {native.MOST_UNITS}")
    return np.ascontiguousarray(array, np.uint32)
