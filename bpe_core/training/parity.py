"""Parity-aware BPE: training over several texts, in which the text that is worst off chooses each merge.

Usually the most frequent pair of all texts together is merged, so a language with little text gets few
merges. Here the most frequent pair of the text that is worst off is merged, in all texts:

    tokens of the two texts             worst off     merged
    a b ␣ a b    x y x y x y x y        the second    x+y
    a b ␣ a b    xy xy xy xy            the first     a+b
    ab ␣ ab      xy xy xy xy            the second    xy+xy

The rule is the base variant of Foroutan, Meister and others, "Parity-Aware Byte-Pair Encoding" (2025, arXiv
2508.04796). Their program finds the worst-off language in parallel development texts, and counts pairs in
training texts; here the same texts serve for both. Measuring by bytes is their variant with desired
compression ratios, if all ratios are equal. Two variants are left out: the hybrid, whose first merges are
chosen by the counts in all texts, and the moving window, which limits how many of the last merges one
language has chosen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray, counts_bytes, replace_lone_surrogates
from bpe_core.fast.incremental import IncrementalTrainer
from bpe_core.history import TrainingHistory, tie_order
from bpe_core.recipes import Recipe
from bpe_core.stream import first_units, units_of_chunks
from bpe_core.training.core import train
from bpe_core.types import BOUNDARY, CLOSED, BpeError, Ending, Merge

WorstOff = Literal["tokens", "tokens-per-byte"]
"""Which text is worst off: the text with the most tokens (for parallel texts) or with the most tokens per byte."""


class ParityTraining(Iterator[Merge]):
    """A training over several texts: iterate over it for one merge at a time, stop at any time, then get the history.

    `chosen_by` has the index of the text that chose each merge; if several texts are equally worst off, the
    first of them chooses. Training ends if the text that must choose has no pair left that occurs `min_count`
    times in it. The counts of a merge are those in all texts together. Raises `BpeError` for a recipe with a
    second stage, and as `train` does.

    >>> training = ParityTraining(["ab ab", "xyxyxyxy"], recipe="bytes")
    >>> [bytes(next(training).pair), bytes(next(training).pair), next(training).pair, training.chosen_by]
    [b'xy', b'ab', (256, 256), [1, 0, 1]]
    """

    def __init__(
        self,
        texts: Sequence[str],
        *,
        recipe: str | Recipe = "gpt2",
        worst_off: WorstOff = "tokens",
        min_count: int = 1,
    ) -> None:
        self._begun = train(texts, recipe=recipe, num_merges=0, min_count=min_count)
        if self._begun.recipe.second_stage or self._begun.recipe.steps:
            raise BpeError(
                "Parity-aware training has no second stage and no normalizers: choose a recipe without them."
            )
        stream = self._begun.stream
        self._min_count = min_count
        self._merges: list[Merge] = []
        self._stopped: Ending = "merges-reached"
        self.chosen_by: list[int] = []
        self._sizes = token_counts_of_texts(self._begun, texts)[:, 0].tolist()
        ends = accumulate(units_of_texts(self._begun, texts), initial=0)
        begins = np.searchsorted(first_units(stream, stream.chunks_of_text), [*ends]).tolist()
        # The first unit of each token of the distinct chunks of each text, which are in the order of their first
        # appearance in it.
        self._tokens = []
        self._trainers = []
        for begin, end in pairwise(begins):
            of_text = stream.chunks_of_text[begin:end]
            chunks = np.array(list(dict.fromkeys(of_text.tolist())), np.int32)
            units = units_of_chunks(stream, chunks)
            is_token = stream.before_units[units] != CLOSED  # a special token has several units
            starts = np.cumsum(is_token)[first_units(stream, chunks)] - 1
            self._tokens.append(units[is_token])
            self._trainers.append(
                self._trainer(units[is_token], starts.astype(np.int32), np.bincount(of_text)[chunks])
            )
        self._scale = [
            len(replace_lone_surrogates(text).encode()) or 1 if worst_off == "tokens-per-byte" else 1
            for text in texts
        ]

    def __next__(self) -> Merge:
        """Merge the most frequent pair of the text that is worst off; raises StopIteration at the end."""
        sizes = [size / scale for size, scale in zip(self._sizes, self._scale, strict=True)]
        worst = sizes.index(max(sizes)) if sizes else 0
        best = self._trainers[worst].best_pair() if sizes else None
        if best is None or self._trainers[worst].best_count() < self._min_count:
            self._stopped = "no-pair-left" if best is None else "pairs-too-rare"
            raise StopIteration
        merges = [trainer.merge(best) for trainer in self._trainers]
        self._sizes = [size - merge.replaced for size, merge in zip(self._sizes, merges, strict=True)]
        counts = sum(merge.count for merge in merges), sum(merge.replaced for merge in merges)
        merge = merges[0]._replace(count=counts[0], replaced=counts[1])
        self.chosen_by.append(worst)
        self._merges.append(merge)
        return merge

    def history(self) -> TrainingHistory:
        """Return the history of all texts together; training can continue afterwards."""
        stream = self._begun.stream
        before = stream.before_units
        for tokens, trainer in zip(self._tokens, self._trainers, strict=True):
            before[tokens] = np.append(BOUNDARY, trainer.closed_at())
        return replace(
            self._begun,
            merges=tuple(self._merges),
            stopped=self._stopped,
            stream=replace(stream, closed_at=before[1:]),
        )

    def _trainer(
        self, tokens: IntArray, chunk_starts: IntArray, weights: npt.NDArray[np.int64]
    ) -> IncrementalTrainer:
        base, recipe = self._begun.base, self._begun.recipe
        return IncrementalTrainer(
            self._begun.stream.base_ids[tokens],
            chunk_starts,
            weights,
            first_new_id=len(base.vocab),
            tie_break=recipe.tie_break,
            tie_order=tie_order(recipe, base),
            strings=dict(base.vocab) if recipe.same_string_same_token else None,
            min_count=self._min_count,
        )


def units_of_texts(history: TrainingHistory, texts: Sequence[str]) -> list[int]:
    """Return the number of base units of each text that a history was trained on.

    >>> units_of_texts(train(["né", "a"], recipe="bytes", num_merges=0), ["né", "a"])
    [3, 1]
    """
    clean = map(replace_lone_surrogates, texts)
    if counts_bytes(history.recipe.alphabet):
        return [len(text.encode()) for text in clean]
    return [len(text) for text in clean]


def token_counts_of_texts(history: TrainingHistory, texts: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return the number of tokens of each text after 0, 1, ... and all merges; int64, one row per text.

    >>> token_counts_of_texts(train(["abab", "ab"], recipe="bytes", num_merges=2), ["abab", "ab"]).tolist()
    [[4, 2, 1], [2, 1, 1]]
    """
    steps = len(history.merges)
    # For each unit, the merge that closes the gap before it.
    before = np.append(BOUNDARY, history.closed_at)
    units = units_of_texts(history, texts)
    counts = np.empty((len(units), steps + 1), np.int64)
    for row, end, size in zip(counts, accumulate(units), units, strict=True):
        closed = before[end - size : end]
        by_merges = closed[(closed != CLOSED) & (closed < steps)]
        row[:] = size - np.count_nonzero(closed == CLOSED)
        row[1:] -= np.cumsum(np.bincount(by_merges, minlength=steps))
    return counts
