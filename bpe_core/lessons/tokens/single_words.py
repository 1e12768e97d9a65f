"""Single words: the merges that a student needs to tokenize one with pencil and paper, and the hardest word of a text."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from random import Random
from typing import NamedTuple

import regex

from bpe_core.alphabets import counts_bytes
from bpe_core.lessons.tokens.ways import Arc, fewest_tokens, token_arcs
from bpe_core.pipeline.added_tokens import StringFinder
from bpe_core.tokenizer import Tokenizer, Trace
from bpe_core.types import BOUNDARY, BpeError, Pair, UnknownCharacterError

MAX_READ = 20_000
"""How many characters of a text are searched for words."""

MAX_WORD = 40
"""The maximum length of a word, in characters; longer words are skipped."""

_MOST_WORDS = 1_000
_WORD = regex.compile(r" ?\p{L}[\p{L}\p{M}]*")
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
        trace = tokenizer.trace(word)
    except BpeError:
        return None
    if not 1 < len(trace.base_ids) <= _MOST_UNITS or not trace.applied:
        return None
    vocab = tokenizer.vocab
    numbers = {merge.pair: number for number, merge in reversed(list(enumerate(trace.applied)))}
    possible = {**{merge.pair: merge.rank for merge in trace.applied}, **_possible(tokenizer, trace)}
    others = [pair for pair in possible if pair not in numbers]
    room = _MOST_MERGES - len(numbers)
    if room < 0:
        return None
    shown = numbers.keys() | set(rng.sample(others, min(len(others), room)))
    units = tuple(vocab[id_] for id_ in trace.base_ids.tolist())
    tokens = tuple(vocab[id_] for id_ in trace.ids)
    merges = [
        RankedMerge(rank, vocab[pair[0]], vocab[pair[1]], numbers.get(pair))
        for pair, rank in sorted(possible.items(), key=lambda item: item[1])
        if pair in shown
    ]
    if by_hand(units, merges) != tokens:
        return None
    by_gap = {merge.gap: _told(merge.rank, merge.pair, vocab, n) for n, merge in enumerate(trace.applied)}
    return WorkedWord(word, units, tokens, tuple(merges), tuple(map(by_gap.get, range(len(units) - 1))))


def _possible(tokenizer: Tokenizer, trace: Trace) -> Mapping[Pair, int]:
    # For an alphabet of characters only the applied merges are known.
    try:
        return needed_merges(tokenizer, trace)
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


def needed_merges(tokenizer: Tokenizer, trace: Trace) -> dict[Pair, int]:
    """Return the rank of every merge whose two sides can be adjacent in a traced text: pair of ids -> rank, by rank.

    Every merge that applies is included. Other merges in the result do not apply, because an earlier merge
    uses one of their sides.
    Raises `BpeError` as `token_arcs` does.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=4))
    >>> needed_merges(tokenizer, tokenizer.trace("slow"))
    {(108, 111): 0, (256, 119): 1}
    """
    starting: dict[int, list[Arc]] = defaultdict(list)
    arcs = token_arcs(tokenizer, trace)
    for arc in arcs:
        starting[arc.start].append(arc)
    ranks: dict[Pair, int] = {}
    for left in arcs:
        if left.end < len(trace.base_ids) and trace.closed_at[left.end - 1] != BOUNDARY:
            for right in starting[left.end]:
                rank = tokenizer.rules.rank_of(left.token_id, right.token_id)
                if rank is not None:
                    ranks[left.token_id, right.token_id] = rank
    return dict(sorted(ranks.items(), key=lambda found: found[1]))


class HardestWord(NamedTuple):
    """A word with its space, its number of tokens, and the smallest number in any tokenization, None if that cannot be computed."""

    word: str
    tokens: int
    fewest: int | None


def hardest_word(tokenizer: Tokenizer, text: str, *, special: bool = False) -> HardestWord | None:
    """Return the word with the most tokens, the first if there are several; None if each word is one token.

    A word is a run of letters with the space before it. Only the first `MAX_READ` characters of a text are
    searched, and at most 1,000 distinct words. With `special`, special tokens in the text are encoded as their
    ids, so they contain no words.

    >>> from bpe_core import load_published
    >>> hardest_word(load_published("gpt2"), "newspaperman and others")
    HardestWord(word='newspaperman', tokens=4, fewest=3)
    """
    if special and tokenizer.special_tokens:
        bounds = [0, *chain.from_iterable(StringFinder(tokenizer.special_tokens).matches(text)), len(text)]
        text = "\n".join(text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    # With one character more, so that a word which goes on there is not taken for a shorter one.
    found = (one for one in _WORD.finditer(text[: MAX_READ + 1]) if one.end() <= MAX_READ)
    words = dict.fromkeys(one[0] for one in found if len(one[0]) <= MAX_WORD)
    counts = {word: _count(tokenizer, word) for word in list(words)[:_MOST_WORDS]}
    hardest = max(counts, key=counts.__getitem__, default=None)
    if hardest is None or counts[hardest] < 2:
        return None
    return HardestWord(hardest, counts[hardest], _fewest(tokenizer, hardest))


def _count(tokenizer: Tokenizer, word: str) -> int:
    """Return how many tokens a word has in a text, where it comes after another one if it begins with a space."""
    alone = tokenizer.encode_ordinary(word)
    if not word.startswith(" ") or (tokenizer.steps.is_empty and counts_bytes(tokenizer.recipe.alphabet)):
        return len(alone)
    # At the beginning of a text, a space can be a token of its own, or get another one in front of it.
    try:
        before, both = (tokenizer.encode_ordinary(text) for text in ("a", f"a{word}"))
    except UnknownCharacterError:
        return len(alone)
    return len(both) - len(before) if both[: len(before)] == before else len(alone)


def _fewest(tokenizer: Tokenizer, word: str) -> int | None:
    trace = tokenizer.trace(word)
    try:
        return len(fewest_tokens(token_arcs(tokenizer, trace), len(trace.base_ids)))
    except BpeError:
        return None
