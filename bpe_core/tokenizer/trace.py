"""How a text was encoded, merge by merge, in the same form as a training."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.stream import Lifted
from bpe_core.tokenizer.encoder import EncodedChunk
from bpe_core.tokenizer.merging import AppliedMerge
from bpe_core.types import BOUNDARY, OPEN


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Trace:
    """How a text was encoded, in the same form as a training.

    `ids` are the tokens, `base_ids` int32 the ids of the base units. `applied` has the merges in the order in
    which they were applied, chunk by chunk; within a chunk a later merge may have a lower rank. `closed_at`
    int32, one per gap between base units, is the index in `applied` of the merge that closed the gap, or
    OPEN, or BOUNDARY. A tokenizer trained in two stages first encodes all chunks, then applies the merges of
    the second stage across the lifted boundaries: `lifted` has these boundaries and the number of merges
    applied before.

    >>> from bpe_core import Tokenizer, train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> trace = tokenizer.trace("slow")
    >>> trace.ids, trace.base_ids.tolist(), trace.closed_at.tolist() == [OPEN, 0, 1]
    ([115, 257], [115, 108, 111, 119], True)
    """

    ids: list[int]
    base_ids: IntArray
    closed_at: IntArray
    applied: tuple[AppliedMerge, ...]
    lifted: Lifted | None = None

    def __repr__(self) -> str:
        units = f"{len(self.base_ids):,} base units"
        return f"<Trace, {units}, {len(self.applied):,} merges applied, {len(self.ids):,} tokens>"


def lay_out(chunks: Iterable[EncodedChunk]) -> Trace:
    """Place chunks that were encoded one by one end to end, with a chunk boundary between any two.

    >>> low, w = EncodedChunk([1, 2], [9], [AppliedMerge(0, (1, 2), 9, 0)]), EncodedChunk([3], [3], [])
    >>> trace = lay_out([low, w, low])
    >>> trace.ids, trace.closed_at.tolist() == [0, BOUNDARY, BOUNDARY, 1]
    ([9, 3, 9], True)
    """
    ids: list[int] = []
    base_ids: list[int] = []
    applied: list[AppliedMerge] = []
    across: list[AppliedMerge] = []
    gaps: list[int] = []
    ends: list[int] = []
    in_stages = False
    for chunk in chunks:
        at = len(base_ids)
        moved = [AppliedMerge(rank, pair, new_id, gap + at) for rank, pair, new_id, gap in chunk.applied]
        num_within = len(moved)
        if chunk.lifted is not None:
            in_stages, num_within = True, chunk.lifted.at
            gaps += (chunk.lifted.gaps + at).tolist()
        applied += moved[:num_within]
        across += moved[num_within:]
        ids += chunk.ids
        base_ids += chunk.base_ids
        ends.append(len(base_ids))
    closed_at = np.full(max(len(base_ids) - 1, 0), OPEN, np.int32)
    closed_at[[end - 1 for end in ends[:-1]]] = BOUNDARY
    lifted = Lifted(len(applied), np.array(gaps, np.int32)) if in_stages else None
    applied += across
    for number, merge in enumerate(applied):
        closed_at[merge.gap] = number
    return Trace(ids, np.array(base_ids, np.int32), closed_at, tuple(applied), lifted)
