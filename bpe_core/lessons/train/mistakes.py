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

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.in_parts import InParts
from bpe_core.pairs import merge_pair, rank_pairs
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split
from bpe_core.recipes import Recipe
from bpe_core.training import iter_merges
from bpe_core.training.counted_chunks import normalized
from bpe_core.training.special_parts import without_special
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
    chunks = _chunks(text, recipe)
    if sum(map(len, chunks)) * len(merges) <= _MOST_WORK:
        tried["overlaps"] = None
        for rule in (recipe.tie_break, *(with_tie.tie_break for _, with_tie in ties)):
            same = yield from _same(merges, without_overlaps(chunks, rule))
            if same > best[1]:
                other = () if rule == recipe.tie_break else (Mistake("tie-break", rule),)
                best = (Mistake("overlaps"), *other), same
            if same == len(merges):
                break
    return Explanation(*best, tuple(tried))


def without_overlaps(chunks: Mapping[bytes, int], tie_break: TieBreak) -> Iterator[BytePair]:
    """Train by counting only non-overlapping occurrences of a pair: in `aaa`, (a, a) counts once.

    >>> next(without_overlaps({b"aaa": 2, b"bc": 3}, "first-seen"))
    (b'b', b'c')
    """
    rows = [([*chunk], times) for chunk, times in chunks.items()]
    vocab = {byte: bytes([byte]) for byte in range(256)}
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
        best = next(iter(rank_pairs(counts, tie_break, token_bytes=vocab)))
        new_id = len(vocab)
        vocab[new_id] = vocab[best[0]] + vocab[best[1]]
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


def _chunks(text: str | Mapping[str, int], recipe: Recipe) -> Counter[bytes]:
    counts: Counter[bytes] = Counter()
    for row, times in text.items() if isinstance(text, Mapping) else [(text, 1)]:
        for part in without_special(row, recipe.special_tokens):
            for chunk in (
                [part] if isinstance(text, Mapping) else split(normalized(part, recipe), recipe.split_pattern)
            ):
                counts[replace_lone_surrogates(chunk).encode("utf-8")] += times
    return counts
