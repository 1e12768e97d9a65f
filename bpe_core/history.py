"""The whole history of a training, stored as one integer per gap.

A text is a sequence of base units with a gap between any two neighbours. A merge only closes gaps.
So `closed_at`, which has the rank of the merge that closed each gap, contains the state after every step:

    text         a a a b d a a a b a c
    gap           0 1 2 3 4 5 6 7 8 9
    closed_at     0 1 2 - - 0 1 2 - -       (- is OPEN; a chunk boundary would be BOUNDARY)

    tokens after 2 merges: split wherever closed_at >= 2:   aaa|b|d|aaa|b|a|c
    the id of a token:     the merge with the largest closed_at inside it

If chunk boundaries are lifted during training (see `superbpe`), no merge closes their gaps before that step,
so the comparison holds at every step. Only pair counting needs the step up to which a gap was a boundary.

Identical chunks have identical histories, so `closed_at` is stored once per distinct chunk, and expanded to
the whole text on request.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import BaseVocabulary, IntArray, written_vocab
from bpe_core.pairs import GLYPH_ORDER, descending
from bpe_core.recipes import Recipe
from bpe_core.stream import (
    BoolArray,
    Lifted,
    Stream,
    boundaries_at,
    initial_tokens,
    tokens_at,
    units_of_chunks,
)
from bpe_core.superbpe.token_words import joined_shape, shapes_of_vocabulary, words
from bpe_core.types import BOUNDARY, OPEN, BpeError, Ending, Merge, Occurrence, Pair, TieBreak


@dataclass(frozen=True, eq=False, repr=False)
class TrainingHistory:
    """What a training learned, and the state of the text after every step; `train` returns it.

    `text` is the training text as its recipe normalizes it (several texts are joined); `stopped` says why training
    ended. `start` is the tokenizer from which training continued, or None; `min_count` is how often a merged pair
    had to occur. All positions count base units (bytes or characters, depending on the recipe) from 0.

    >>> from bpe_core import train
    >>> history = train("aaabdaaabac", recipe="bytes", num_merges=3)
    >>> [[history.vocab[token_id] for token_id in history.ids_at(step)] for step in (1, 3)]
    [[b'aa', b'a', b'b', b'd', b'aa', b'a', b'b', b'a', b'c'], [b'aaab', b'd', b'aaab', b'a', b'c']]
    """

    recipe: Recipe
    text: str
    base: BaseVocabulary
    merges: tuple[Merge, ...]
    stopped: Ending
    stream: Stream
    start: object | None = None
    min_count: int = 1

    def __repr__(self) -> str:
        size = f"{len(self.merges):,} merges, {len(self.text):,} characters"
        return f"<TrainingHistory {self.recipe.name!r}, {size}, {self.stopped}>"

    @property
    def tie_break(self) -> TieBreak:
        """The rule that breaks ties between pairs of equal count."""
        return self.recipe.tie_break

    @property
    def special_tokens(self) -> Mapping[str, int]:
        """The reserved strings of the recipe and their ids."""
        return self.base.special_tokens

    @cached_property
    def vocab(self) -> dict[int, bytes]:
        """The bytes of every token: id -> bytes; base units and special tokens first, then those made by merges."""
        return with_merges(self.base.vocab, self.merges)

    @cached_property
    def base_ids(self) -> IntArray:
        """The id of every base unit of the text, int32; the state before the first merge."""
        return self.stream.base_ids[self._unit_of_text]

    @cached_property
    def closed_at(self) -> IntArray:
        """The rank of the merge that closed each gap of the text, or OPEN, BOUNDARY or CLOSED; int32."""
        return self.stream.before_units[self._unit_of_text[1:]]

    @cached_property
    def lifted(self) -> Lifted | None:
        """The gaps of the text whose chunk boundaries were lifted, and after how many merges; None if there are none.

        >>> from bpe_core import RECIPES, SecondStage, train
        >>> recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=1))
        >>> history = train("no no. no no.", recipe=recipe, num_merges=3)
        >>> history.lifted.gaps.tolist(), [history.vocab[merge.new_id] for merge in history.merges]
        ([1, 5, 8], [b'no', b' no', b'no no'])
        """
        if self.stream.lifted is None:
            return None
        is_lifted = np.zeros(len(self.stream.base_ids) + 1, bool)
        is_lifted[self.stream.lifted.gaps + 1] = True
        gaps = np.flatnonzero(is_lifted[self._unit_of_text[1:]]).astype(np.int32)
        return Lifted(self.stream.lifted.at, gaps)

    def first(self, num_merges: int) -> "TrainingHistory":
        """Return the history of the first `num_merges` merges; the same object if it has no more.

        Raises `BpeError` for a number below 0.

        >>> from bpe_core import train
        >>> train("aaabdaaabac", recipe="bytes", num_merges=3).first(1).closed_at.tolist()[:3] == [0, OPEN, OPEN]
        True
        """
        if num_merges < 0:
            raise BpeError(f"The number of merges must not be negative, got {num_merges}.")
        if num_merges >= len(self.merges):
            return self
        stream, lifted = self.stream, self.stream.lifted
        closed_at = stream.closed_at.copy()
        closed_at[(closed_at >= num_merges) & (closed_at != BOUNDARY)] = OPEN
        if lifted is not None and num_merges < lifted.at:
            closed_at[lifted.gaps] = BOUNDARY
            lifted = None
        return replace(
            self,
            merges=self.merges[:num_merges],
            stopped="merges-reached",
            stream=replace(stream, closed_at=closed_at, lifted=lifted),
        )

    def tokens_at(self, step: int) -> tuple[IntArray, IntArray]:
        """Return (first unit, id) of every token of the text after `step` merges, as two int32 arrays."""
        self._check(step, len(self.merges))
        return tokens_at(self.base_ids, self.closed_at, self._new_ids, step)

    def ids_at(self, step: int) -> list[int]:
        """Return the ids of the whole text after `step` merges, 0 <= step <= len(merges).

        >>> from bpe_core import train
        >>> history = train("aaabdaaabac", recipe="bytes", num_merges=3)
        >>> history.ids_at(3)
        [258, 100, 258, 97, 99]
        """
        ids: list[int] = self.tokens_at(step)[1].tolist()
        return ids

    def boundaries_at(self, step: int) -> BoolArray:
        """Return for every gap of the text whether it is a chunk boundary after `step` merges; bool.

        >>> from bpe_core import RECIPES, SecondStage, train
        >>> recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=1))
        >>> history = train("no no.", recipe=recipe, num_merges=2)
        >>> history.boundaries_at(0).nonzero()[0].tolist(), history.boundaries_at(1).nonzero()[0].tolist()
        ([1, 4], [4])
        """
        self._check(step, len(self.merges))
        return boundaries_at(self.closed_at, self.lifted, step)

    def pair_counts_at(self, step: int) -> dict[Pair, int]:
        """Return every adjacent pair and its count after `step` merges, sorted by count, then by the tie-break rule.

        The first pair is the one that merge `step` merges, unless one of several texts chose the merge (see
        `training.parity`). Overlapping occurrences are all counted. Pairs across a chunk boundary are not
        counted, nor are pairs that would make a token with too many words.

        >>> from bpe_core import train
        >>> train("aab aab aac", recipe="characters", num_merges=2).pair_counts_at(0)
        {(1, 1): 3, (1, 2): 2, (2, 0): 2, (0, 1): 2, (1, 3): 1}
        """
        self._check(step, len(self.merges))
        stream = self.stream
        starts, ids = tokens_at(stream.base_ids, stream.closed_at, self._new_ids, step)
        if len(starts) < 2:
            return {}
        joined = ~boundaries_at(stream.closed_at, stream.lifted, step)[starts[1:] - 1]
        stage = self.recipe.second_stage
        if stage and stage.max_words is not None and stream.lifted and step >= stream.lifted.at:
            joined &= words(joined_shape(self._shapes[ids[:-1]], self._shapes[ids[1:]])) <= stage.max_words
        keys = (ids[:-1][joined].astype(np.int64) << 32) | ids[1:][joined]
        chunk = np.searchsorted(stream.chunk_starts, starts[:-1][joined], side="right") - 1
        pairs, first, where = np.unique(keys, return_index=True, return_inverse=True)
        counts = np.bincount(where, weights=stream.weights[chunk], minlength=len(pairs)).astype(np.int64)
        left, right = pairs >> 32, pairs & 2**32 - 1
        if self.tie_break == "first-seen":
            order = np.lexsort((first, -counts))
        else:
            order = np.lexsort((right, left, self._tie_place(right), self._tie_place(left), -counts))
        ranked = zip(left[order].tolist(), right[order].tolist(), strict=True)
        return dict(zip(ranked, counts[order].tolist(), strict=True))

    def occurrences_at(self, step: int) -> list[Occurrence]:
        """Return where in the text the pair of merge `step` occurs, 0 <= step < len(merges).

        >>> from bpe_core import train
        >>> train("aaab", recipe="bytes", num_merges=1).occurrences_at(0)[1]
        Occurrence(start=1, gap=1, end=3, replaced=False)
        """
        self._check(step, len(self.merges) - 1)
        left, right = self.merges[step].pair
        starts, ids = self.tokens_at(step)
        gaps = starts[1:] - 1
        found = np.flatnonzero((ids[:-1] == left) & (ids[1:] == right) & ~self.boundaries_at(step)[gaps])
        ends = np.append(starts[1:], len(self.base_ids))[found + 1]
        replaced = self.closed_at[gaps[found]] == step
        columns = (starts[found], gaps[found], ends, replaced)
        return [Occurrence(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]

    def token_counts(self) -> npt.NDArray[np.int64]:
        """Return the number of tokens of the text after 0, 1, ... and all merges; int64.

        >>> from bpe_core import train
        >>> train("aaabdaaabac", recipe="bytes", num_merges=3).token_counts().tolist()
        [11, 9, 7, 5]
        """
        replaced = np.array([merge.replaced for merge in self.merges], np.int64)
        total = int(initial_tokens(self.stream)[2].sum())
        return total - np.concatenate((np.zeros(1, np.int64), np.cumsum(replaced)))

    @cached_property
    def _shapes(self) -> IntArray:
        return shapes_of_vocabulary(self.base.vocab, self.merges)

    @cached_property
    def _written_vocab(self) -> dict[int, bytes]:
        return with_merges(written_vocab(self.base), self.merges)

    @cached_property
    def _new_ids(self) -> IntArray:
        return np.array([merge.new_id for merge in self.merges], np.int32)

    @cached_property
    def _unit_of_text(self) -> IntArray:
        return units_of_chunks(self.stream, self.stream.chunks_of_text)

    def _tie_place(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        order = tie_order(self.recipe, self.base)
        if self.tie_break == "highest-bytes":
            compared = [self._written_vocab[id_] for id_ in ids.tolist()]
            place = {token: index for index, token in enumerate(sorted({*compared}, key=descending))}
            return np.array([place[token] for token in compared], np.int64)
        return np.array([order.get(id_, id_) for id_ in ids.tolist()], np.int64) if order else ids

    def _check(self, step: int, last: int) -> None:
        if not 0 <= step <= last:
            raise IndexError(f"step {step} is not between 0 and {last}")


def with_merges(vocab: Mapping[int, bytes], merges: Iterable[Merge]) -> dict[int, bytes]:
    """Return the bytes of every token after some merges: id -> bytes.

    >>> with_merges({1: b"l", 2: b"o"}, [Merge(0, (1, 2), 3, 2, 2)])[3]
    b'lo'
    """
    vocab = dict(vocab)
    for merge in merges:
        vocab[merge.new_id] = vocab[merge.pair[0]] + vocab[merge.pair[1]]
    return vocab


def tie_order(recipe: Recipe, base: BaseVocabulary) -> Mapping[int, int]:
    """Return the position of each id in the recipe's tie-break order, unless that is the order of the ids.

    The result is empty except for `lowest-glyphs` with plain bytes, which are compared in the order of their
    glyphs.

    >>> from bpe_core import train
    >>> history = train("", recipe="gpt2", num_merges=0, tie_break="lowest-glyphs")
    >>> tie_order(history.recipe, history.base)[ord("!")]
    0
    """
    if recipe.tie_break != "lowest-glyphs" or recipe.alphabet != "bytes":
        return {}
    ids = [base.id_of_unit[byte] for byte in GLYPH_ORDER if byte in base.id_of_unit]
    return dict(zip(ids, sorted(ids), strict=True))
