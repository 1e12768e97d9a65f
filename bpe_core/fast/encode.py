"""Chunks to ids by lowest rank, faster than `tokenizer.joins` and the same: in C, and short ones in Python."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
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
_MOST_ID = 2**31 - 3


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

    def __init__(
        self,
        byte_ids: Sequence[int],
        made_ids: Sequence[int] | npt.NDArray[np.integer[Any]],
        *,
        pairs: npt.NDArray[np.integer[Any]] | None = None,
        tokens: Sequence[bytes] | None = None,
        whole: bool,
    ) -> None:
        starts = None if tokens is None else _ids(list(accumulate(map(len, tokens), initial=0)))
        self._encoder = native.library().Encoder(
            _ids(byte_ids),
            _ids(made_ids),
            None if pairs is None else _ids(pairs),
            None if tokens is None else b"".join(tokens),
            starts,
            whole,
            native.SEED,
        )

    def encode(self, text: str, split_pattern: str | None) -> list[int]:
        """Return the ids of a text without lone surrogates; any split pattern will do."""
        ids: list[int] = self._encoder.encode(text.encode(), _cuts(text, split_pattern))
        return ids

    def encode_chunks(self, text: str, split_pattern: str | None) -> list[list[int]]:
        """Return the ids of each chunk of such a text."""
        chunks: list[list[int]] = self._encoder.encode_chunks(text.encode(), _cuts(text, split_pattern))
        return chunks

    def pairs(self) -> IntArray:
        """Return the two ids that make each rank, int32; -1, -1 for a token that no pair of lower ranks makes."""
        return np.frombuffer(self._encoder.pairs(), np.int32).reshape(-1, 2)

    def forget(self) -> None:
        """Drop what is kept of the chunks met so far."""
        self._encoder.forget()


def _ids(numbers: Sequence[int] | npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.uint32]:
    array = np.asarray(numbers, np.int64)
    if array.size and not 0 <= array.min() <= array.max() <= _MOST_ID:
        raise ValueError(f"an id or a size is not between 0 and {_MOST_ID}")
    return np.ascontiguousarray(array, np.uint32)


def _cuts(text: str, split_pattern: str | None) -> Any:
    """Return what cuts a text in C: a table for a published pattern, else where the chunks end, in bytes."""
    if split_pattern in SPLIT_PATTERNS:
        return native.cutter(split_pattern)
    return _ids(list(accumulate(len(piece.encode()) for piece in split(text, split_pattern))))
