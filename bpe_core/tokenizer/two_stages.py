"""Encodes text with a tokenizer trained in two stages: within chunks, then across lifted boundaries.

    chunks           by|␣the|␣way|.         merges of the first stage apply within chunks
    runs             by ␣the ␣way|.         merges of the second stage apply within runs

So a text gets the same tokens as in training. SuperBPE's authors instead encode in one pass; see
`superbpe.boundaries.in_one_pass`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TypeVar

import numpy as np

from bpe_core.alphabets import BaseVocabulary
from bpe_core.recipes import Recipe
from bpe_core.stream import Lifted
from bpe_core.superbpe.boundaries import run_bounds
from bpe_core.tokenizer.encoder import EncodedChunk, TextEncoder
from bpe_core.tokenizer.merging import MERGE_BY_ORDER, merged_ids
from bpe_core.tokenizer.rules import MergeRules, Rules
from bpe_core.types import SecondStage

T = TypeVar("T")


class TwoStageEncoder:
    """Encodes as `TextEncoder` does, for a recipe with a second stage; `encode_chunks` returns one list per run.

    >>> from bpe_core import RECIPES, SecondStage, Tokenizer, train
    >>> recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=1))
    >>> learned = Tokenizer.from_history(train("no no. no no.", recipe=recipe, num_merges=3))
    >>> [learned.vocab[token_id] for token_id in learned.encode("so no no.")]
    [b's', b'o', b' no', b' no', b'.']
    """

    def __init__(self, recipe: Recipe, stage: SecondStage, base: BaseVocabulary, rules: Rules) -> None:
        merges = rules.merges if isinstance(rules, MergeRules) else ()
        self._recipe = recipe
        self._stage = stage
        first = MergeRules(merges[: stage.after], base)
        self._within = TextEncoder(replace(recipe, second_stage=None), base, first)
        # Ranks count the merges of both stages; a merge that was learned in both has two ranks.
        self._new_ids = rules.new_ids
        self._late = {pair: rank for rank, (pair, _) in enumerate(merges) if rank >= stage.after}

    def encode(self, text: str) -> Iterable[int]:
        return chain.from_iterable(self.encode_chunks(text))

    def encode_chunks(self, text: str) -> list[list[int]]:
        tokens = self._within.encode_chunks(text)
        order = self._recipe.encode_order
        return [
            merged_ids(list(chain.from_iterable(run)), self._rank_of, self._new_ids, order=order)
            for run in self._runs(text, tokens)
        ]

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode each run of a text and record every merge applied, first those within its chunks."""
        for run in self._runs(text, list(self._within.trace_chunks(text))):
            base_ids = list(chain.from_iterable(chunk.base_ids for chunk in run))
            first_units = np.cumsum([0, *(len(chunk.base_ids) for chunk in run)]).tolist()
            within = [
                merge._replace(gap=first + merge.gap)
                for first, chunk in zip(first_units, run, strict=False)
                for merge in chunk.applied
            ]
            closed = {merge.gap for merge in within}
            gaps = [gap for gap in range(len(base_ids) - 1) if gap not in closed]
            ids, across = MERGE_BY_ORDER[self._recipe.encode_order](
                list(chain.from_iterable(chunk.ids for chunk in run)), self._rank_of, self._new_ids
            )
            yield EncodedChunk(
                base_ids,
                ids,
                [*within, *(merge._replace(gap=gaps[merge.gap]) for merge in across)],
                lifted=Lifted(len(within), np.array(first_units[1:-1], np.int32) - 1),
            )

    def written(self, text: str) -> bytes:
        return self._within.written(text)

    def forget(self) -> None:
        self._within.forget()

    def _rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of a merge that was learned in the second stage."""
        return self._late.get((left, right))

    def _runs(self, text: str, chunks: Sequence[T]) -> list[Sequence[T]]:
        """Group a list that has one entry per chunk into runs."""
        bounds = run_bounds(self._stage, self._within.split(text))
        return [chunks[start:end] for start, end in pairwise(bounds)]
