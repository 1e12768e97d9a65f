"""Finds out why a list of merges differs from what a training learns, by training with the usual mistakes.

The most common exercise is to train byte-pair encoding and compare the merges with the expected ones. A wrong
solution usually makes one of a few mistakes. Each mistake is tried in turn; if training with it yields the
given list, it is the explanation.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from bpe_core.alphabets import written_vocab
from bpe_core.history import TrainingHistory, tie_order
from bpe_core.in_parts import InParts
from bpe_core.pairs import merge_pair, rank_pairs
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.recipes import Recipe
from bpe_core.training import iter_merges, train
from bpe_core.types import TieBreak

BytePair: TypeAlias = tuple[bytes, bytes]
Kind: TypeAlias = Literal["tie-break", "overlaps", "chunks", "special tokens", "split pattern"]

_MOST_WORK = 5_000_000


@dataclass(frozen=True, slots=True)
class Mistake:
    """One difference between two trainings: its kind, and the tie-break rule or split pattern that was used instead."""

    kind: Kind
    value: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The mistakes with which training learns the first `agrees` merges of a list.

    `mistakes` is empty if none of them yields more of the list than correct training does. `tried` are the
    kinds of mistakes that were tried.
    """

    mistakes: tuple[Mistake, ...]
    agrees: int
    tried: tuple[Kind, ...]


def explain(
    text: str | Mapping[str, int], recipe: Recipe, merges: Sequence[BytePair], *, agrees: int
) -> InParts[Explanation]:
    """Try the usual mistakes, each alone, then with another tie-break rule, until a training learns all `merges`.

    `agrees` is how many merges at the beginning of the list correct training learns too.

    >>> from bpe_core.in_parts import finished
    >>> from bpe_core.recipes import RECIPES
    >>> given = [(b"l", b"o"), (b"lo", b"w"), (b"low", b" ")]
    >>> finished(explain("low low lower", RECIPES["gpt2"], given, agrees=2)).mistakes
    (Mistake(kind='chunks', value=''),)
    """
    singles = [*_variants(text, recipe)]
    ties = [(mistake, other) for mistake, other in singles if mistake.kind == "tie-break"]
    rest = [(mistake, other) for mistake, other in singles if mistake.kind != "tie-break"]
    attempts: list[tuple[tuple[Mistake, ...], Recipe]] = [((mistake,), other) for mistake, other in singles]
    for tie, with_tie in ties:
        attempts += [
            ((other, tie), replace(changed, tie_break=with_tie.tie_break)) for other, changed in rest
        ]
    best: tuple[tuple[Mistake, ...], int] = ((), agrees)
    tried = dict.fromkeys(mistake.kind for mistake, _ in singles)
    for mistakes, changed in attempts:
        same = yield from _same(merges, _learned(text, changed))
        if same > best[1]:
            best = mistakes, same
        if same == len(merges):
            return Explanation(mistakes, same, tuple(tried))
    begun = train(text, recipe=recipe, num_merges=0)
    if len(begun.stream.base_ids) * len(merges) <= _MOST_WORK:
        tried["overlaps"] = None
        for rule in (recipe.tie_break, *(with_tie.tie_break for _, with_tie in ties)):
            same = yield from _same(merges, without_overlaps(begun, rule))
            if same > best[1]:
                other = () if rule == recipe.tie_break else (Mistake("tie-break", rule),)
                best = (Mistake("overlaps"), *other), same
            if same == len(merges):
                break
    return Explanation(*best, tuple(tried))


def without_overlaps(begun: TrainingHistory, tie_break: TieBreak) -> Iterator[BytePair]:
    """Train by counting only non-overlapping occurrences of a pair: in `aaa`, (a, a) counts once.

    `begun` is a training without merges; its own tie-break rule is not used.

    >>> next(without_overlaps(train({"aaa": 2, "bc": 3}, num_merges=0), "first-seen"))
    (b'b', b'c')
    """
    stream, special = begun.stream, {*begun.special_tokens.values()}
    bounds = pairwise([*stream.chunk_starts.tolist(), len(stream.base_ids)])
    chunks = (stream.base_ids[start:end].tolist() for start, end in bounds)
    rows = [
        (ids, times)
        for ids, times in zip(chunks, stream.weights.tolist(), strict=True)
        if ids[0] not in special
    ]
    order = tie_order(replace(begun.recipe, tie_break=tie_break), begun.base)
    vocab, compared = dict(begun.vocab), written_vocab(begun.base)
    while True:
        counts: Counter[tuple[int, int]] = Counter()
        for row, times in rows:
            last = -1
            for place, pair in enumerate(pairwise(row)):
                if pair[0] == pair[1] and last == place - 1 and row[place - 1] == pair[0]:
                    continue
                counts[pair] += times
                last = place if pair[0] == pair[1] else -1
        if not counts:
            return
        best = next(iter(rank_pairs(counts, tie_break, order, token_bytes=compared)))
        new_id = len(vocab)
        for spelled in (vocab, compared):
            spelled[new_id] = spelled[best[0]] + spelled[best[1]]
        rows = [(merge_pair(row, best, new_id), times) for row, times in rows]
        yield vocab[best[0]], vocab[best[1]]


def _variants(text: str | Mapping[str, int], recipe: Recipe) -> Iterator[tuple[Mistake, Recipe]]:
    """Yield each mistake to try, and the recipe of a training that makes it."""
    for rule in get_args(TieBreak):
        if rule != recipe.tie_break:
            yield Mistake("tie-break", rule), replace(recipe, tie_break=rule)
    if recipe.special_tokens:
        yield Mistake("special tokens"), replace(recipe, special_tokens=())
    if isinstance(text, str) and recipe.split_pattern is not None:
        yield Mistake("chunks"), replace(recipe, split_pattern=None, second_stage=None)
    if isinstance(text, str):
        for pattern in SPLIT_PATTERNS:
            if pattern != recipe.split_pattern:
                yield Mistake("split pattern", pattern), replace(recipe, split_pattern=pattern)


def _learned(text: str | Mapping[str, int], recipe: Recipe) -> Iterator[BytePair]:
    training = iter_merges(text, recipe=recipe)
    vocab = dict(training.base.vocab)
    for merge in training:
        left, right = (vocab[side] for side in merge.pair)
        vocab[merge.new_id] = left + right
        yield left, right


def _same(merges: Sequence[BytePair], learned: Iterator[BytePair]) -> InParts[int]:
    for step, pair in enumerate(merges):
        if next(learned, None) != pair:
            return step
        yield step
    return len(merges)
