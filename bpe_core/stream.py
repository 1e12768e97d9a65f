"""A training text as arrays: the base units of each distinct chunk, and the state of each gap."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.types import BOUNDARY, OPEN

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Lifted:
    """The gaps, int32 and increasing, of the chunk boundaries that were lifted after `at` steps.

    >>> Lifted(6, np.array([2, 9], np.int32)).gaps.tolist()
    [2, 9]
    """

    at: int
    gaps: IntArray


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Stream:
    """The distinct chunks of a text, concatenated in order of first appearance.

    - `base_ids` int32: the id of each base unit.
    - `closed_at` int32: the state of each gap between two units, BOUNDARY between chunks.
    - `chunk_starts` int32: the index of the first unit of each chunk.
    - `weights` int64: how often each chunk occurs in the text.
    - `chunks_of_text` int32: the indices of the chunks that make up the text, in order.
    - `lifted`: the chunk boundaries that were lifted (see `superbpe`), or None. The chunks are then the runs
      between the remaining boundaries.

    >>> from bpe_core import train
    >>> stream = train("low low low", recipe="gpt2", num_merges=0).stream
    >>> bytes(stream.base_ids.tolist()), stream.chunk_starts.tolist(), stream.weights.tolist()
    (b'low low', [0, 3], [1, 2])
    >>> stream.chunks_of_text.tolist()
    [0, 1, 1]
    """

    base_ids: IntArray
    closed_at: IntArray
    chunk_starts: IntArray
    weights: npt.NDArray[np.int64]
    chunks_of_text: IntArray
    lifted: Lifted | None = None

    def __repr__(self) -> str:
        return f"<Stream, {len(self.base_ids):,} base units, {len(self.chunk_starts):,} distinct chunks>"

    @property
    def before_units(self) -> IntArray:
        """The value of `closed_at` for the gap before each unit, BOUNDARY for the first; int32, a copy."""
        return np.concatenate(([np.int32(BOUNDARY)], self.closed_at)).astype(np.int32)


def initial_tokens(stream: Stream) -> tuple[IntArray, IntArray, npt.NDArray[np.int64]]:
    """Return the first unit, the id, and the weight of every token before the first merge.

    These tokens are the base units, except where gaps are closed from the start.

    >>> from bpe_core import train
    >>> stream = train("a<e>", recipe="gpt2", num_merges=0, special_tokens=["<e>"]).stream
    >>> [column.tolist() for column in initial_tokens(stream)]
    [[0, 1], [97, 256], [1, 1]]
    """
    starts, ids = tokens_at(stream.base_ids, stream.closed_at, np.zeros(0, np.int32), 0)
    return starts, ids, stream.weights[np.searchsorted(stream.chunk_starts, starts, side="right") - 1]


def units_of_chunks(stream: Stream, chunks: IntArray) -> IntArray:
    """Return the indices of the base units of some chunks of a stream, one chunk after another; int32.

    >>> from bpe_core import train
    >>> units_of_chunks(train("low low", recipe="gpt2", num_merges=0).stream, np.array([1, 0, 1])).tolist()
    [3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6]
    """
    lengths = np.diff(stream.chunk_starts, append=len(stream.base_ids))[chunks]
    shift = stream.chunk_starts[chunks] - first_units(stream, chunks)
    units: IntArray = (np.arange(int(lengths.sum())) + np.repeat(shift, lengths)).astype(np.int32)
    return units


def first_units(stream: Stream, chunks: IntArray) -> IntArray:
    """Return the index at which each of some chunks of a stream begins when they are concatenated; int32.

    >>> from bpe_core import train
    >>> first_units(train("low low", recipe="gpt2", num_merges=0).stream, np.array([1, 0, 1])).tolist()
    [0, 4, 7]
    """
    lengths = np.diff(stream.chunk_starts, append=len(stream.base_ids))[chunks]
    return (np.cumsum(lengths) - lengths).astype(np.int32)


def tokens_at(
    base_ids: IntArray, closed_at: IntArray, new_ids: IntArray, step: int
) -> tuple[IntArray, IntArray]:
    """Return (first unit, id) of every token after `step` merges: split wherever `closed_at` is at least `step`.

    `new_ids[rank]` is the id of the token made by the merge of that rank. All arrays are int32.

    >>> closed_at = np.array([0, 1, OPEN], np.int32)
    >>> [part.tolist() for part in tokens_at(np.array([97, 97, 97, 98]), closed_at, np.array([256, 257]), 2)]
    [[0, 3], [257, 98]]
    """
    if not len(base_ids):
        return base_ids, base_ids
    is_cut = np.concatenate(([True], closed_at >= step))
    starts = np.flatnonzero(is_cut).astype(np.int32)
    # For each unit, the rank of the merge that closed the gap before it; -1 if that gap is still open.
    ranks = np.concatenate(([np.int32(OPEN)], closed_at))
    ranks[is_cut] = -1
    last_merge = np.maximum.reduceat(ranks, starts)
    ids = base_ids[starts]
    merged = last_merge >= 0
    ids[merged] = new_ids[last_merge[merged]]
    return starts, ids


def boundaries_at(closed_at: IntArray, lifted: Lifted | None, step: int) -> BoolArray:
    """Return for every gap whether it is a chunk boundary after `step` merges; bool.

    >>> lifted = Lifted(2, np.array([1]))
    >>> [boundaries_at(np.array([0, 3, BOUNDARY]), lifted, step).tolist() for step in (1, 2)]
    [[False, True, True], [False, False, True]]
    """
    boundaries: BoolArray = closed_at == BOUNDARY
    if lifted is not None and step < lifted.at:
        boundaries[lifted.gaps] = True
    return boundaries
