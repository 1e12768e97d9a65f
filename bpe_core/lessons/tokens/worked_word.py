"""A word with the merges that a student needs to tokenize it with pencil and paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import NamedTuple

from bpe_core.lessons.tokens.needed_merges import needed_merges
from bpe_core.tokenizer import Encoding, Tokenizer
from bpe_core.types import BpeError, Pair

_MOST_UNITS = 16
_MOST_MERGES = 12


class RankedMerge(NamedTuple):
    """A merge of two tokens, and its rank; `number` is its position in the order of application, from 0, None if never applied."""

    rank: int
    left: bytes
    right: bytes
    number: int | None = None


@dataclass(frozen=True, slots=True)
class WorkedWord:
    """A word, its base units, its tokens, and, sorted by rank, the merges that apply and some that could but do not.

    `closed_by` has for each gap the merge that closed it, or None if it is a token boundary.
    """

    word: str
    units: tuple[bytes, ...]
    tokens: tuple[bytes, ...]
    merges: tuple[RankedMerge, ...]
    closed_by: tuple[RankedMerge | None, ...]


def worked_word(tokenizer: Tokenizer, word: str, rng: Random) -> WorkedWord | None:
    """Return a word with its merges; None if the word is too long, or if the merges alone give other tokens.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=3))
    >>> work = worked_word(tokenizer, "slow", Random(1))
    >>> work.tokens, [(merge.rank, merge.left, merge.right) for merge in work.merges]
    ((b's', b'low'), [(0, b'l', b'o'), (1, b'lo', b'w')])
    """
    try:
        encoding = tokenizer.trace(word)
    except BpeError:
        return None
    if not 1 < len(encoding.base_ids) <= _MOST_UNITS or not encoding.applied:
        return None
    vocab = tokenizer.vocab
    numbers = {merge.pair: number for number, merge in reversed(list(enumerate(encoding.applied)))}
    possible = {**{merge.pair: merge.rank for merge in encoding.applied}, **_possible(tokenizer, encoding)}
    others = [pair for pair in possible if pair not in numbers]
    room = _MOST_MERGES - len(numbers)
    if room < 0:
        return None
    shown = numbers.keys() | set(rng.sample(others, min(len(others), room)))
    units = tuple(vocab[id_] for id_ in encoding.base_ids.tolist())
    tokens = tuple(vocab[id_] for id_ in encoding.ids)
    merges = [
        RankedMerge(rank, vocab[pair[0]], vocab[pair[1]], numbers.get(pair))
        for pair, rank in sorted(possible.items(), key=lambda item: item[1])
        if pair in shown
    ]
    if by_hand(units, merges) != tokens:
        return None
    by_gap = {merge.gap: _told(merge.rank, merge.pair, vocab, n) for n, merge in enumerate(encoding.applied)}
    return WorkedWord(word, units, tokens, tuple(merges), tuple(map(by_gap.get, range(len(units) - 1))))


def _possible(tokenizer: Tokenizer, encoding: Encoding) -> Mapping[Pair, int]:
    # For an alphabet of characters only the applied merges are known.
    try:
        return needed_merges(tokenizer, encoding)
    except BpeError:
        return {}


def _told(rank: int, pair: Pair, vocab: Mapping[int, bytes], number: int) -> RankedMerge:
    return RankedMerge(rank, vocab[pair[0]], vocab[pair[1]], number)


def by_hand(units: Sequence[bytes], merges: Iterable[RankedMerge]) -> tuple[bytes, ...]:
    """Apply merges as a student does by hand: repeatedly the leftmost pair of lowest rank.

    >>> by_hand([b"s", b"l", b"o", b"w"], [RankedMerge(0, b"l", b"o"), RankedMerge(1, b"lo", b"w")])
    (b's', b'low')
    """
    ranks = {(merge.left, merge.right): merge.rank for merge in merges}
    tokens = list(units)
    while found := [(ranks[pair], at) for at, pair in enumerate(pairwise(tokens)) if pair in ranks]:
        _, at = min(found)
        tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]
    return tuple(tokens)
