"""What can be said about chunks: how often each occurs, where two patterns differ, what the cut prevents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from bpe_core.history import TrainingHistory
from bpe_core.types import Chunk


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of text that two patterns cut differently, as small as it can be.

    `start` and `end` are its limits in characters; both patterns cut there. `left` and `right` are its
    pieces; `first_left` and `first_right` the numbers of the first of them among the chunks of each side.
    """

    start: int
    end: int
    first_left: int
    left: tuple[str, ...]
    first_right: int
    right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinAcross:
    """A merge that joined what a pattern keeps apart: its rank, and at how many of the pattern's cuts."""

    rank: int
    cuts: int


def chunk_counts(chunks: Sequence[Chunk]) -> list[tuple[str, int, int]]:
    """Return (text, branch, count) of each different chunk, the most frequent first.

    >>> from bpe_core import pretokenize
    >>> chunk_counts(pretokenize("no, no, yes", "gpt2"))
    [(',', 9, 2), ('no', 7, 1), (' no', 7, 1), (' yes', 7, 1)]
    """
    counts = Counter((chunk.text, chunk.branch) for chunk in chunks)
    return [(text, branch, count) for (text, branch), count in counts.most_common()]


def differences(left: Sequence[Chunk], right: Sequence[Chunk]) -> list[Difference]:
    """Return where two ways of cutting the same text differ, from left to right.

    >>> from bpe_core import pretokenize
    >>> text = "in 2024"
    >>> differences(pretokenize(text, "gpt2"), pretokenize(text, "cl100k_base"))
    [Difference(start=2, end=7, first_left=1, left=(' 2024',), first_right=1, right=(' ', '202', '4'))]
    """
    left_ends = np.array([chunk.start + len(chunk.text) for chunk in left], np.int64)
    right_ends = np.array([chunk.start + len(chunk.text) for chunk in right], np.int64)
    common = np.intersect1d(left_ends, right_ends)
    after_left = (np.searchsorted(left_ends, common) + 1).tolist()
    after_right = (np.searchsorted(right_ends, common) + 1).tolist()
    found = []
    start = first_left = first_right = 0
    # Between two cuts that the sides share, and that follow each other, either both have one piece or
    # they differ.
    for end, last_left, last_right in zip(common.tolist(), after_left, after_right, strict=True):
        if last_left - first_left > 1 or last_right - first_right > 1:
            pieces_left = tuple(chunk.text for chunk in left[first_left:last_left])
            pieces_right = tuple(chunk.text for chunk in right[first_right:last_right])
            found.append(Difference(start, end, first_left, pieces_left, first_right, pieces_right))
        start, first_left, first_right = end, last_left, last_right
    return found


def joins_across(history: TrainingHistory, chunks: Sequence[Chunk]) -> list[JoinAcross]:
    """Return the merges of a training without cuts that joined across the cuts of `chunks`, by rank.

    The history must be of the same text, in bytes and one stream (recipe `bytes`).

    >>> from bpe_core import pretokenize, train
    >>> text = "dog. dog. dog."
    >>> history = train(text, recipe="bytes", num_merges=3)
    >>> [history.vocab[merge.new_id] for merge in history.merges]
    [b'do', b'dog', b'dog.']
    >>> joins_across(history, pretokenize(text, "gpt2"))
    [JoinAcross(rank=2, cuts=3)]
    """
    sizes = [len(chunk.text.encode("utf-8")) for chunk in chunks]
    gaps_at_cuts = np.array(list(accumulate(sizes))[:-1], np.int64) - 1
    ranks = history.closed_at[gaps_at_cuts]
    closed, cuts = np.unique(ranks[ranks < len(history.merges)], return_counts=True)
    return [JoinAcross(rank, count) for rank, count in zip(closed.tolist(), cuts.tolist(), strict=True)]
