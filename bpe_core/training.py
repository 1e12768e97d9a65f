"""Text to merges: what `train` and `iter_merges` do around the fast trainer.

A text is cut into chunks; identical chunks train once, with a weight; the trainer learns merge after
merge; and the gaps that they closed are the history.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import get_args

import numpy as np

from bpe_core.alphabets import (
    IntArray,
    base_ids,
    base_vocabulary,
    counts_bytes,
    written,
)
from bpe_core.fast.incremental import IncrementalTrainer
from bpe_core.fast.split import distinct_chunks
from bpe_core.history import Stream, TrainingHistory, tie_order
from bpe_core.normalization import normalize
from bpe_core.recipes import RECIPES
from bpe_core.types import AlphabetName, BpeError, Ending, Merge, Recipe, TieBreak


class Training(Iterator[Merge]):
    """A training under way: iterate it for one merge at a time, stop when you like, ask for the history.

    >>> training = iter_merges("aaabdaaabac", recipe="bytes")
    >>> next(training).pair, len(training.history().merges)
    ((97, 97), 1)
    """

    def __init__(self, texts: Sequence[str], recipe: Recipe, min_count: int) -> None:
        clean = [normalize(text, recipe.normalizers) for text in texts]
        rows = list(chain.from_iterable(_written_apart(text, recipe.alphabet) for text in clean))
        self.recipe = recipe
        self.base = base_vocabulary(recipe, rows)
        self._text = "".join(clean)
        self._min_count = min_count
        self._merges: list[Merge] = []
        self._stopped: Ending = "merges-reached"

        chunks, self._chunks_of_text = _number_chunks(rows, recipe.split_pattern)
        self._weights = np.bincount(self._chunks_of_text, minlength=len(chunks)).astype(np.int64)
        self._base_ids, self._chunk_starts = self._lay_out(chunks)
        self._trainer = IncrementalTrainer(
            self._base_ids,
            self._chunk_starts,
            self._weights,
            first_new_id=len(self.base.vocab),
            tie_break=recipe.tie_break,
            tie_order=tie_order(recipe),
            strings=self.base.vocab if recipe.same_string_same_token else None,
        )

    def __next__(self) -> Merge:
        """Learn the next merge; raises StopIteration when no pair is left, or none is frequent enough."""
        merge = self._trainer.next_merge(min_count=self._min_count)
        if merge is None:
            self._stopped = "pairs-too-rare" if self._trainer.best_count() else "no-pair-left"
            raise StopIteration
        self._merges.append(merge)
        return merge

    def history(self) -> TrainingHistory:
        """Return the history of the merges learned so far; the training can go on afterwards."""
        stream = Stream(
            base_ids=self._base_ids,
            closed_at=self._trainer.closed_at(),
            chunk_starts=self._chunk_starts,
            weights=self._weights,
            chunks_of_text=self._chunks_of_text,
        )
        return TrainingHistory(self.recipe, self._text, self.base, tuple(self._merges), self._stopped, stream)

    def _lay_out(self, chunks: list[str]) -> tuple[IntArray, IntArray]:
        text = "".join(chunks)
        starts = np.cumsum([0, *map(len, chunks)])[:-1]
        if counts_bytes(self.base.alphabet) and not text.isascii():
            begins_character = np.frombuffer(text.encode("utf-8"), np.uint8) & 0xC0 != 0x80
            starts = np.flatnonzero(begins_character)[starts]
        return base_ids(text, self.base), starts.astype(np.int32)


def _written_apart(text: str, alphabet: AlphabetName) -> list[str]:
    """Write a text in its alphabet; a space that begins it is no part of a word, so no merge joins it.

    The source of the word-marker recipe leaves that space out of what it trains on. Here it stays, as a text
    of its own, so that the whole text is there to be looked at; the merges are the same.
    """
    whole = written(text, alphabet)
    return [whole[:1], whole[1:]] if alphabet == "word-marker" and whole[:1] == " " else [whole]


def _number_chunks(texts: Sequence[str], split_pattern: str | None) -> tuple[list[str], IntArray]:
    """Cut texts into chunks: each different one once, and for every chunk of the texts its place among them."""
    cuts = [distinct_chunks(text, split_pattern) for text in texts]
    if len(cuts) == 1:
        return cuts[0].chunks, cuts[0].numbers
    number: dict[str, int] = {}
    parts = [np.zeros(0, np.int32)]
    for cut in cuts:
        place = [number.setdefault(chunk, len(number)) for chunk in cut.chunks]
        parts.append(np.array(place, np.int32)[cut.numbers])
    return list(number), np.concatenate(parts)


def iter_merges(
    text: str | Sequence[str],
    *,
    recipe: str | Recipe = "gpt2",
    tie_break: TieBreak | None = None,
    min_count: int = 1,
) -> Training:
    """Return an iterator that learns one merge at a time, for progress and for stopping.

    It ends when no pair is left, or when every pair occurs less than `min_count` times. Its `history()`
    can be asked for at any time. Raises `BpeError` for an unknown recipe or tie rule, and for a text that
    the recipe cannot write.

    >>> next(iter_merges("aaabdaaabac", recipe="bytes"))
    Merge(rank=0, pair=(97, 97), new_id=256, count=4, replaced=2)
    """
    if isinstance(recipe, str):
        if recipe not in RECIPES:
            raise BpeError(f"There is no recipe {recipe!r}; there are {', '.join(RECIPES)}.")
        recipe = RECIPES[recipe]
    if tie_break is not None:
        recipe = replace(recipe, tie_break=tie_break)
    if recipe.tie_break not in get_args(TieBreak):
        raise BpeError(
            f"There is no tie rule {recipe.tie_break!r}; there are {', '.join(get_args(TieBreak))}."
        )
    texts = [text] if isinstance(text, str) else list(text)
    for place, one in enumerate(texts):
        if not isinstance(one, str):
            raise BpeError(f"Text {place} is no str but {type(one).__name__}.")
    return Training(texts, recipe, min_count)


def train(
    text: str | Sequence[str],
    *,
    recipe: str | Recipe = "gpt2",
    num_merges: int | None = None,
    vocab_size: int | None = None,
    tie_break: TieBreak | None = None,
    min_count: int = 1,
) -> TrainingHistory:
    """Train byte-pair encoding on a text, or on a list of texts that no merge joins.

    Give either `num_merges` or `vocab_size`. `vocab_size` counts everything that has an id: base units,
    special tokens of the recipe, merges; it asks for the merges that fill it, so `vocab_size=300` with
    recipe `gpt2` is 44 merges. Training ends early where no pair is left or every pair occurs less than
    `min_count` times; `stopped` in the result says so. `tie_break` replaces the recipe's own rule. Lone
    surrogates in the text become U+FFFD. Raises `BpeError` for a setting out of range, an unknown recipe,
    or a text that the recipe cannot write.

    >>> history = train("low lower lowest", recipe="gpt2", num_merges=2)
    >>> [history.vocab[merge.new_id] for merge in history.merges]
    [b'lo', b'low']
    >>> train("ab", recipe="gpt2", num_merges=9).stopped
    'no-pair-left'
    """
    training = iter_merges(text, recipe=recipe, tie_break=tie_break, min_count=min_count)
    if (num_merges is None) == (vocab_size is None):
        raise BpeError("Give either num_merges or vocab_size.")
    least = len(training.base.vocab)
    for name, number in (("num_merges", num_merges), ("vocab_size", vocab_size)):
        if number is not None and not isinstance(number, int | np.integer):
            raise BpeError(f"{name} is {number!r}, which is no whole number.")
    if vocab_size is not None and vocab_size < least:
        raise BpeError(f"vocab_size is {vocab_size}, but base units and special tokens alone are {least}.")
    if num_merges is not None and num_merges < 0:
        raise BpeError(f"num_merges is {num_merges}; it cannot be less than 0.")
    wanted = num_merges if num_merges is not None else (vocab_size or 0) - least
    # No text has more pairs to merge than it has units, so whoever asks for more gets all.
    for _ in islice(training, min(int(wanted), sys.maxsize)):
        pass
    return training.history()
