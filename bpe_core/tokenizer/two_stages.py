"""Text to ids where walls fell in the training: within the walls first, and then across those that fell.

    chunks           by|␣the|␣way|.         rules learned before the walls fell join within chunks
    runs             by ␣the ␣way|.         those learned after join what is left, in the runs between the others

So a text gets the tokens that it had in the training. (SuperBPE's authors encode in one pass, without the walls
that fell; see `walls.in_one_pass`.)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TypeVar

import numpy as np

from bpe_core.alphabets import BaseVocabulary
from bpe_core.tokenizer.encoder import EncodedChunk, TextEncoder
from bpe_core.tokenizer.merging import JOIN, merged_ids
from bpe_core.tokenizer.rules import MergeRules, Rules
from bpe_core.types import Recipe
from bpe_core.walls import walls_that_fall

T = TypeVar("T")


class TwoStageEncoder:
    """Encodes as `TextEncoder` does, for a recipe whose walls fell; its chunks are the runs between those that stay.

    >>> from dataclasses import replace
    >>> from bpe_core import RECIPES, Tokenizer, train
    >>> falling = replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=1)
    >>> learned = Tokenizer.from_history(train("no no. no no.", recipe=falling, num_merges=3))
    >>> [learned.vocab[token_id] for token_id in learned.encode("so no no.")]
    [b's', b'o', b' no', b' no', b'.']
    """

    def __init__(self, recipe: Recipe, base: BaseVocabulary, rules: Rules) -> None:
        merges = rules.merges if isinstance(rules, MergeRules) else ()
        self._recipe = recipe
        self._first_late = recipe.walls_fall_at
        self._within = TextEncoder(
            replace(recipe, walls_fall=None), base, MergeRules(merges[: self._first_late], base)
        )
        # By the ranks of the whole list; a rule that was learned again, across walls, has its second rank too.
        self._new_ids = rules.new_ids
        self._late = {pair: rank for rank, (pair, _) in enumerate(merges) if rank >= self._first_late}

    def encode(self, text: str) -> Iterable[int]:
        """Return the ids of a text; raises `UnknownCharacterError` where the alphabet lacks a character."""
        return chain.from_iterable(self.encode_chunks(text))

    def encode_chunks(self, text: str) -> list[list[int]]:
        """Return the ids of each run of a text."""
        tokens = self._within.encode_chunks(text)
        order = self._recipe.encode_order
        return [
            merged_ids(list(chain.from_iterable(run)), self._rank_of, self._new_ids, order=order)
            for run in self._runs(text, tokens)
        ]

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode each run of a text and tell every join, those within walls first, chunk by chunk."""
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
            ids, across = JOIN[self._recipe.encode_order](
                list(chain.from_iterable(chunk.ids for chunk in run)), self._rank_of, self._new_ids
            )
            yield EncodedChunk(
                base_ids,
                ids,
                [*within, *(merge._replace(gap=gaps[merge.gap]) for merge in across)],
                fallen=tuple(first - 1 for first in first_units[1:-1]),
                num_within=len(within),
            )

    def written(self, text: str) -> bytes:
        """Return the bytes of the text."""
        return self._within.written(text)

    def forget(self) -> None:
        """Drop what is kept of the chunks met so far."""
        self._within.forget()

    def _rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of a rule that was learned when the walls had fallen."""
        return self._late.get((left, right))

    def _runs(self, text: str, chunks: Sequence[T]) -> list[Sequence[T]]:
        """Put what belongs to the chunks of a text together, run by run."""
        pieces = self._within.cut(text)
        if not pieces:
            return []
        falls = walls_that_fall(self._recipe, pieces[:-1], pieces[1:])
        bounds = [0, *(np.flatnonzero(~falls) + 1).tolist(), len(pieces)]
        return [chunks[start:end] for start, end in pairwise(bounds)]
