"""Trains on texts: what `train` and `iter_merges` do around the fast trainer.

A text is split into chunks, and identical chunks are trained on once, with a weight. The trainer learns one
merge after another; the history records which merge closed which gap. If a second stage lifts chunk
boundaries, a new trainer continues from the current tokens.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from bpe_core.alphabets import IntArray, written_vocab
from bpe_core.fast.incremental import make_trainer
from bpe_core.history import TrainingHistory, tie_order, with_merges
from bpe_core.pretokenization import check_split_pattern
from bpe_core.recipes import Recipe, recipe_of
from bpe_core.stream import Stream, tokens_at
from bpe_core.superbpe.boundaries import check_second_stage, lift_boundaries
from bpe_core.superbpe.token_words import shapes_of_vocabulary
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.beginning import (
    Beginning,
    continued,
    of_counts,
    of_texts,
    of_tokens,
    strings_of_tokens,
)
from bpe_core.training.counted_chunks import checked_counts, count_chunks, is_whole_number
from bpe_core.training.special_parts import with_special_tokens
from bpe_core.types import (
    BOUNDARY,
    CLOSED,
    AlphabetName,
    BpeError,
    EncodeOrder,
    Ending,
    Merge,
    Pair,
    TieBreak,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Training(Iterator[Merge]):
    """A training in progress: iterate over it for one merge at a time, stop at any time, then get the history.

    >>> training = iter_merges("aaabdaaabac", recipe="bytes")
    >>> next(training).pair, len(training.history().merges)
    ((97, 97), 1)
    """

    def __init__(self, beginning: Beginning, recipe: Recipe, min_count: int, max_learned: int | None) -> None:
        self.recipe, self.base = recipe, beginning.base
        self._beginning = beginning
        self._min_count = min_count
        self._max_learned = max_learned
        self._merges: list[Merge] = []
        self._stopped: Ending = "merges-reached"
        self._lengths: dict[int, int] = {}  # in bytes, of the learned tokens
        self._learned = 0
        self._id_of_pair: dict[Pair, int] = {}
        self._begin_stage(beginning.stream)
        self._begin_second_stage_when_due()

    def __next__(self) -> Merge:
        """Learn the next merge; raises StopIteration when training has ended.

        Training ends if no pair is left, if none is frequent enough, or if the learned tokens together have
        too many bytes.
        """
        if self._max_learned is not None and self._learned > self._max_learned:
            self._stopped = "tokens-too-long"
            raise StopIteration
        merge = self._trainer.next_merge()
        if merge is None:
            self._stopped = "pairs-too-rare" if self._trainer.best_count() else "no-pair-left"
            raise StopIteration
        again = False
        if self.recipe.second_stage:
            # A pair that was merged before can occur across a lifted boundary; it makes the same token again.
            known = self._id_of_pair.setdefault(merge.pair, merge.new_id)
            again = known != merge.new_id
            merge = merge._replace(rank=len(self._merges), new_id=known)
        self._merges.append(merge)
        if self._max_learned is not None:
            length = sum(map(self._length, merge.pair))
            self._lengths[merge.new_id] = length
            self._learned += length
        if again:
            self._begin_stage(self._stream_now())
        self._begin_second_stage_when_due()
        return merge

    def history(self) -> TrainingHistory:
        """Return the history of the merges learned so far; training can continue afterwards."""
        return TrainingHistory(
            self.recipe,
            self._beginning.text,
            self.base,
            tuple(self._merges),
            self._stopped,
            self._stream_now(),
            self._beginning.start,
            self._min_count,
        )

    def _length(self, token_id: int) -> int:
        return self._lengths.get(token_id) or len(self.base.vocab[token_id])

    def _begin_stage(self, stream: Stream) -> None:
        """Start a stage from the current tokens; most trainings have only one stage."""
        self._stream, self._stage_begins = stream, len(self._merges)
        starts, ids = stream.chunk_starts, stream.base_ids
        self._token_starts: IntArray | None = None
        if self._merges or stream.closed_at.min(initial=0) == CLOSED:
            new_ids = np.array([merge.new_id for merge in self._merges], np.int32)
            self._token_starts, ids = tokens_at(ids, stream.closed_at, new_ids, len(new_ids))
            starts = np.searchsorted(self._token_starts, starts).astype(np.int32)
        self._trainer = make_trainer(
            ids,
            starts,
            stream.weights,
            first_new_id=1 + max([*self.base.vocab, *(merge.new_id for merge in self._merges)], default=-1),
            tie_break=self.recipe.tie_break,
            tie_order=tie_order(self.recipe, self.base),
            strings=self._strings(),
            token_bytes=with_merges(written_vocab(self.base), self._merges)
            if self.recipe.tie_break == "highest-bytes"
            else None,
            min_count=self._min_count,
            **self._limits(),
        )

    def _strings(self) -> Mapping[int, str | bytes] | None:
        """Return the string of each id, if pairs that make the same string make the same token."""
        if not self.recipe.same_string_same_token:
            return None
        # A training that continues from a tokenizer has one stage, which begins without merges.
        start = self._beginning.start
        return strings_of_tokens(start) if start else with_merges(self.base.vocab, self._merges)

    def _begin_second_stage_when_due(self) -> None:
        """Lift boundaries when the recipe requires it: after some merges, or earlier if no pair is left."""
        stage, done = self.recipe.second_stage, len(self._merges)
        if stage is None or self._stream.lifted is not None:
            return
        if done >= stage.after or self._trainer.best_count() < max(self._min_count, 1):
            stream = self._stream_now()
            chunks, first_chunks = self._beginning.chunks, self._beginning.first_chunks
            self._begin_stage(lift_boundaries(stream, chunks, first_chunks, stage, at=done))

    def _limits(self) -> dict[str, Any]:
        """Return the trainer options that limit the words of a token; empty in the first stage."""
        stage = self.recipe.second_stage
        if stage is None or stage.max_words is None or self._stream.lifted is None:
            return {}
        shapes = shapes_of_vocabulary(self.base.vocab, self._merges)
        return {"shapes": shapes, "max_words": stage.max_words}

    def _stream_now(self) -> Stream:
        """Return the stream with the gaps that this stage has closed so far."""
        closed_at = self._trainer.closed_at()
        if self._token_starts is not None:
            closed_now, closed_at = closed_at, self._stream.closed_at.copy()
            closed_now[closed_now < BOUNDARY] += self._stage_begins
            closed_at[self._token_starts[1:] - 1] = closed_now
        return replace(self._stream, closed_at=closed_at)


def iter_merges(
    text: str | Iterable[str] | Mapping[str, int],
    *,
    recipe: str | Recipe = "gpt2",
    tie_break: TieBreak | None = None,
    special_tokens: Iterable[str] = (),
    start_from: Tokenizer | None = None,
    min_count: int = 1,
    max_learned: int | None = None,
    executor: "Executor | None" = None,
) -> Training:
    """Return an iterator that learns one merge at a time, to show progress or stop early.

    Training ends if no pair is left, if every pair occurs less than `min_count` times, or if the learned
    tokens together have more than `max_learned` bytes (from some texts, 20,000 merges learn 2 GB). Call its
    `history()` at any time. The arguments are those of `train`. Raises `BpeError` for an unknown recipe or
    tie-break rule, and for a text that the recipe cannot encode.

    >>> next(iter_merges("aaabdaaabac", recipe="bytes"))
    Merge(rank=0, pair=(97, 97), new_id=256, count=4, replaced=2)
    """
    if start_from is None:
        recipe = with_special_tokens(recipe_of(recipe), special_tokens)
    elif recipe == "gpt2" and not special_tokens:
        recipe = continued(start_from)
    else:
        raise BpeError("start_from brings its own split pattern and special tokens; pass neither.")
    if tie_break is not None:
        recipe = replace(recipe, tie_break=tie_break)
    for what, name, names in (
        ("tie rule", recipe.tie_break, get_args(TieBreak)),
        ("alphabet", recipe.alphabet, get_args(AlphabetName)),
        ("order of encoding", recipe.encode_order, get_args(EncodeOrder)),
    ):
        if name not in names:
            raise BpeError(f"Unknown {what} {name!r}; the choices are {', '.join(names)}.")
    check_split_pattern(recipe.split_pattern)
    if not is_whole_number(min_count) or min_count < 1:
        raise BpeError(f"min_count must be a whole number of at least 1, got {min_count!r}.")
    check_second_stage(recipe)
    if executor is not None and start_from is not None:
        raise BpeError("An executor counts chunks, and start_from needs whole texts; pass only one of them.")
    if executor is not None and not isinstance(text, Mapping):
        text = iter([text] if isinstance(text, str) else text)
    if recipe.second_stage and isinstance(text, Mapping | Iterator):
        raise BpeError(
            "Boundaries are lifted between neighbouring chunks, and counted chunks have no neighbours: pass "
            "texts instead."
        )
    return Training(_beginning(text, recipe, start_from, executor), recipe, min_count, max_learned)


def _beginning(
    text: str | Iterable[str] | Mapping[str, int],
    recipe: Recipe,
    start_from: Tokenizer | None,
    executor: "Executor | None",
) -> Beginning:
    """Check the texts, and return what a training on them begins with."""
    if isinstance(text, Iterator) and start_from is None:
        text = count_chunks(text, recipe=recipe, executor=executor)
    if isinstance(text, Mapping):
        text = checked_counts(text, () if start_from else recipe.special_tokens)
    elif not isinstance(text, Iterator):
        text = [text] if isinstance(text, str) else list(text)
        for index, one in enumerate(text):
            if not isinstance(one, str):
                raise BpeError(f"Text {index} must be a str, not {type(one).__name__}.")
    if start_from is not None:
        return of_tokens(text, start_from, whole=isinstance(text, list))
    return of_counts(text, recipe) if isinstance(text, Mapping) else of_texts([*text], recipe)


def train(
    text: str | Iterable[str] | Mapping[str, int],
    *,
    recipe: str | Recipe = "gpt2",
    num_merges: int | None = None,
    vocab_size: int | None = None,
    tie_break: TieBreak | None = None,
    special_tokens: Iterable[str] = (),
    start_from: Tokenizer | None = None,
    min_count: int = 1,
    max_learned: int | None = None,
    executor: "Executor | None" = None,
) -> TrainingHistory:
    """Train byte-pair encoding on a text, on a list of texts, or on counted chunks; no merge crosses texts.

    Counted chunks are a mapping, chunk -> count; they are merged as they are, neither normalized nor split. Texts from an iterator are counted one by one (see
    `count_chunks`), and with an `executor` all texts, by its workers. In these cases the history has only the distinct chunks, in the order of first appearance.

    Give either `num_merges` or `vocab_size`. `vocab_size` counts everything that has an id: base units,
    special tokens of the recipe, merges; so `vocab_size=300` with recipe `gpt2` means 44 merges. Training
    ends earlier if no pair is left, if every pair occurs less than `min_count` times, or if the learned
    tokens together have more than `max_learned` bytes; `stopped` in the result says why. `tie_break` replaces
    the recipe's own tie-break rule. `special_tokens` are added to those of the recipe: they split the text
    before anything else, and no merge contains or crosses them; a counted chunk that is a special token is
    ignored. With `start_from`, training continues from the tokens of a byte-level tokenizer, with its split
    pattern and special tokens: old ids stay, and new ids start above the largest. A counted chunk is then encoded as
    a text, so it may be normalized and split. Such a training always runs in Python, since different pairs may make
    the same token, which C does not support. Unpaired surrogates in the text become U+FFFD. Raises `BpeError` for a
    setting out of range, an unknown recipe, or a text that the recipe cannot encode.

    >>> history = train("low lower lowest", recipe="gpt2", num_merges=2)
    >>> [history.vocab[merge.new_id] for merge in history.merges]
    [b'lo', b'low']
    >>> train("ab", recipe="gpt2", num_merges=9).stopped
    'no-pair-left'
    >>> train({"low": 9, " lower": 3}, recipe="gpt2", num_merges=1).merges
    (Merge(rank=0, pair=(108, 111), new_id=256, count=12, replaced=12),)
    """
    training = iter_merges(
        text,
        recipe=recipe,
        tie_break=tie_break,
        special_tokens=special_tokens,
        start_from=start_from,
        min_count=min_count,
        max_learned=max_learned,
        executor=executor,
    )
    if (num_merges is None) == (vocab_size is None):
        raise BpeError("Pass either num_merges or vocab_size.")
    least = len(training.base.vocab)
    for name, number in (("num_merges", num_merges), ("vocab_size", vocab_size)):
        if number is not None and not is_whole_number(number):
            raise BpeError(f"{name} must be a whole number, got {number!r}.")
    if vocab_size is not None and vocab_size < least:
        raise BpeError(
            f"vocab_size must be at least {least}, the number of base units and special tokens, got {vocab_size}."
        )
    if num_merges is not None and num_merges < 0:
        raise BpeError(f"num_merges must be at least 0, got {num_merges}.")
    wanted = num_merges if num_merges is not None else (vocab_size or 0) - least
    # A text has fewer merges than base units, so capping a huge number changes nothing.
    for _ in islice(training, min(int(wanted), sys.maxsize)):
        pass
    return training.history()
