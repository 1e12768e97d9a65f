"""The merges by which a text is encoded, as steps of a history: each step applies one merge in the whole text."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.tokenizer import Trace
from bpe_core.types import BOUNDARY, OPEN, BpeError, Merge

LongArray = npt.NDArray[np.int64]


class RankSteps(NamedTuple):
    """The steps of a trace, one for each merge that applies in the text.

    `Merge.rank` is the merge's rank in the tokenizer; `closed_at` int32 has step numbers; `needed` int64 has
    for each step the highest rank applied so far in the chunks in which the step applies.
    """

    merges: tuple[Merge, ...]
    closed_at: IntArray
    needed: LongArray


def steps_by_rank(trace: Trace, vocab: Mapping[int, bytes], *, weights: LongArray | None = None) -> RankSteps:
    """Return the steps of a trace; `weights` says how often each chunk occurs, by default once.

    Raises `BpeError` if the text has a token that no merge makes.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> steps = steps_by_rank(gpt2.trace(" lower"), gpt2.vocab)
    >>> [merge.rank for merge in steps.merges], steps.closed_at.tolist()
    ([263, 300, 322, 789, 2793], [1, 4, 2, 3, 0])
    """
    ranks = np.array([merge.rank for merge in trace.applied], np.int64)
    gaps = np.array([merge.gap for merge in trace.applied], np.int64)
    chunks = np.searchsorted(np.flatnonzero(trace.closed_at == BOUNDARY), gaps)
    times = np.ones(len(ranks), np.int64) if weights is None else weights[chunks]
    steps, first, step_of_merge = np.unique(_in_time(chunks, ranks), return_index=True, return_inverse=True)
    replaced = np.zeros(len(steps), np.int64)
    np.add.at(replaced, step_of_merge, times)
    closed_at = trace.closed_at.copy()
    closed = (closed_at != OPEN) & (closed_at != BOUNDARY)
    closed_at[closed] = step_of_merge[closed_at[closed]]
    new_ids = [trace.applied[merge].new_id for merge in first.tolist()]
    counts = _counts(trace, closed_at, step_of_merge, new_ids, replaced, times=times)
    merges = []
    for merge, often, count in zip(first.tolist(), replaced.tolist(), counts, strict=True):
        rank, pair, new_id, _ = trace.applied[merge]
        if vocab[pair[0]] + vocab[pair[1]] != vocab[new_id]:
            raise BpeError(
                f"The text contains the token {new_id}, which is in the table, but no merge makes it."
            )
        merges.append(Merge(rank, pair, new_id, count, often))
    return RankSteps(tuple(merges), closed_at, steps["needed"])


_TIME = np.dtype([("needed", np.int64), ("falls", np.int64), ("rank", np.int64)])


def _in_time(chunks: LongArray, ranks: LongArray) -> npt.NDArray[np.void]:
    """Return a sort key for each merge applied, given its chunk and its rank; merges with equal keys are one step.

    `needed` is the highest rank applied in the chunk so far, and `falls` is how often the ranks have fallen
    since then. In the order of these keys, no merge comes before a merge whose result it needs.

    >>> rows = _in_time(np.array([0, 0, 0, 0, 0, 0, 0, 1]), np.array([3, 9, 5, 7, 2, 12, 9, 0]))
    >>> rows["needed"].tolist(), rows["falls"].tolist()
    ([3, 9, 9, 9, 9, 12, 12, 0], [0, 0, 1, 1, 2, 0, 1, 0])
    """
    rows = np.zeros(len(ranks), _TIME)
    if not len(ranks):
        return rows
    chunks = chunks * (ranks.max() + 1)
    needed = np.maximum.accumulate(chunks + ranks)
    rises = np.flatnonzero(np.diff(needed, prepend=-1))
    falls: LongArray = np.cumsum(np.diff(chunks + ranks, prepend=0) < 0)
    falls -= falls[rises][np.searchsorted(rises, np.arange(len(ranks)), side="right") - 1]
    rows["needed"], rows["falls"], rows["rank"] = needed - chunks, falls, ranks
    return rows


def _counts(
    trace: Trace,
    closed_at: IntArray,
    step_of_merge: LongArray,
    new_ids: Sequence[int],
    replaced: LongArray,
    *,
    times: LongArray,
) -> list[int]:
    """Return how often the pair of each step occurs in the text before that step; `closed_at` has step numbers.

    Only a pair of equal sides can occur more often than it is replaced, since its occurrences can overlap: in
    `aaa`, the pair (a, a) is replaced once, and occurs once more because another `a` follows.
    """
    counts: list[int] = replaced.tolist()
    steps: list[int] = step_of_merge.tolist()
    end = len(trace.base_ids)
    for (_, (left, right), _, gap), step, weight in zip(trace.applied, steps, times.tolist(), strict=True):
        if left != right:
            continue
        # The tokens before the step: the right side of the pair, and the token after it.
        after = _end_of_token(closed_at, gap + 1, step)
        if after == end or closed_at[after - 1] == BOUNDARY:
            continue
        closed = closed_at[after : _end_of_token(closed_at, after, step) - 1]
        other = new_ids[closed.max()] if len(closed) else trace.base_ids[after]
        counts[step] += weight * int(other == right)
    return counts


def _end_of_token(closed_at: IntArray, unit: int, step: int) -> int:
    """Return the end of the token that begins at `unit`, before `step`."""
    end = unit + 1
    while end <= len(closed_at) and closed_at[end - 1] < step:
        end += 1
    return end
