"""Vocabularies in the order in which they were learned: what their tokens are, and which one begins with another's."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS, TokenTable
from bpe_core.lessons.vocabulary.vocabulary_figures import ids_in_order
from bpe_core.tokenizer import Tokenizer

CORE_KINDS = (
    "space and punctuation", "digits", "parts of characters", "Latin letters", "Chinese characters", "other scripts",
)  # fmt: skip
"""What a token consists of, in the order in which a row is divided."""

_SIGNS, _DIGITS, _PARTS, _LATIN, _CHINESE, _OTHERS = range(len(CORE_KINDS))
_LEAST_RUN = 0.1
"""The share of some tokens that a run of one kind must have to be mentioned."""


@dataclass(frozen=True, eq=False, slots=True)
class CoreSample:
    """The tokens of a vocabulary in the order of their ids, which is that of the merges, without those added by hand.

    `kinds` are indices in `CORE_KINDS`; `base` is how many tokens no merge made.
    """

    token_ids: IntArray
    kinds: IntArray
    base: int

    def rows(self, tokens_per_row: int) -> IntArray:
        """Return for each row of so many tokens how many are of each kind; the last row may have fewer.

        >>> from bpe_core import train
        >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
        >>> tokenizer = Tokenizer.from_history(train("ab ab 12", recipe="characters", num_merges=1))
        >>> core_sample(tokenizer, token_table(tokenizer)).rows(4).tolist()
        [[1, 2, 0, 1, 0, 0], [0, 0, 0, 2, 0, 0]]
        """
        number = -(-len(self.kinds) // tokens_per_row)
        cells = np.arange(len(self.kinds)) // tokens_per_row * len(CORE_KINDS) + self.kinds
        counts = np.bincount(cells, minlength=number * len(CORE_KINDS)).astype(np.int32)
        return counts.reshape(number, len(CORE_KINDS))


def core_sample(tokenizer: Tokenizer, table: TokenTable) -> CoreSample:
    """Return the core sample of a tokenizer, of which `table` is the vocabulary."""
    rows = np.flatnonzero(np.isin(table.token_ids, ids_in_order(tokenizer)))
    scripts = table.scripts[rows]
    kinds = np.full(len(rows), _OTHERS, np.int32)
    for kind, script in ((_SIGNS, "none"), (_LATIN, "Latin"), (_CHINESE, "Chinese characters")):
        kinds[scripts == list(SCRIPTS).index(script)] = kind
    for kind, name in ((_DIGITS, "number"), (_PARTS, "partial character")):
        kinds[table.kinds[rows] == KINDS.index(name)] = kind
    return CoreSample(table.token_ids[rows], kinds, int(np.count_nonzero(table.left[rows] < 0)))


@dataclass(frozen=True, eq=False, slots=True)
class Kinship:
    """The tokens that two vocabularies have in the same order: their indices in the elder and in the younger.

    `shared` counts the tokens of both, in any order.
    """

    elder: IntArray
    younger: IntArray
    shared: int

    def stretches(self, most_apart: int) -> list[tuple[int, int, int, int]]:
        """Return (begin, end) in the elder and in the younger of each stretch without larger gaps; ends are exclusive.

        >>> Kinship(np.array([0, 1, 3, 9]), np.array([0, 1, 2, 3]), 4).stretches(2)
        [(0, 4, 0, 3), (9, 10, 3, 4)]
        """
        if not len(self.elder):
            return []
        apart = np.maximum(np.diff(self.elder), np.diff(self.younger)) > most_apart
        begins = np.concatenate(([0], np.flatnonzero(apart) + 1))
        ends = np.concatenate((begins[1:], [len(self.elder)])) - 1
        columns = (self.elder[begins], self.elder[ends] + 1, self.younger[begins], self.younger[ends] + 1)
        return list(zip(*(column.tolist() for column in columns), strict=True))


def kinship(elder: Sequence[bytes], younger: Sequence[bytes]) -> Kinship:
    """Compare two lists of tokens; of the tokens in both, the most that are in the same order are found.

    If a list has a token several times, such as A and <0x41>, the first of one list is that of the other, and so on.
    Takes n log n steps: a longest increasing subsequence (Schensted 1961).

    >>> found = kinship([b"a", b"b", b"1", b"c"], [b"a", b"c", b"b", b"d"])
    >>> found.elder.tolist(), found.younger.tolist(), found.shared
    ([0, 3], [0, 1], 3)
    """
    places = map(dict(zip(_told_apart(younger), range(len(younger)), strict=True)).get, _told_apart(elder))
    both = [(at, place) for at, place in enumerate(places) if place is not None]
    # For each length, the smallest last place of an increasing sequence, and which token of `both` it is.
    lasts: list[int] = []
    whose: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(both):
        length = len(lasts) if not lasts or place > lasts[-1] else bisect_left(lasts, place)
        before.append(whose[length - 1] if length else -1)
        if length == len(lasts):
            lasts.append(place)
            whose.append(index)
        else:
            lasts[length], whose[length] = place, index
    chain = []
    index = whose[-1] if whose else -1
    while index >= 0:
        chain.append(both[index])
        index = before[index]
    pairs = np.array(chain[::-1], np.int32).reshape(-1, 2)
    return Kinship(pairs[:, 0], pairs[:, 1], len(both))


def _told_apart(tokens: Sequence[bytes]) -> Sequence[Hashable]:
    """Return each token, the second and later ones that are equal together with how often they came before.

    >>> _told_apart([b"a", b"b", b"a"])
    [b'a', b'b', (b'a', 1)]
    """
    # Most vocabularies have every token once, and are compared with several others.
    if len(set(tokens)) == len(tokens):
        return tokens
    seen: Counter[bytes] = Counter()
    found: list[Hashable] = []
    for token in tokens:
        found.append((token, seen[token]) if seen[token] else token)
        seen[token] += 1
    return found


def parents(
    samples: Mapping[str, CoreSample], kinships: Mapping[tuple[str, str], Kinship]
) -> dict[str, str | None]:
    """Return for each vocabulary the one that it grew on: most of whose learned tokens it has, in the same order.

    The elder of two is the smaller one, or the first if they are equally large; `kinships` has every pair (elder,
    younger). If there are several, it is the one with most tokens in common, then the first.
    """
    found: dict[str, str | None] = {}
    for younger in samples:
        related = [
            (len(kin.elder), elder)
            for (elder, other), kin in kinships.items()
            if other == younger
            and 2 * (len(kin.elder) - samples[elder].base) > len(samples[elder].kinds) - samples[elder].base
        ]
        found[younger] = max(related, key=lambda one: one[0], default=(0, None))[1]
    return found


def pairs_by_age(samples: Mapping[str, CoreSample]) -> list[tuple[str, str]]:
    """Return every two vocabularies as (elder, younger): the smaller one first, then the one that is listed first."""
    order = sorted(samples, key=lambda name: len(samples[name].kinds))
    return [(elder, younger) for at, elder in enumerate(order) for younger in order[at + 1 :]]


def main_kinds(kinds: IntArray) -> list[str]:
    """Return the kinds of tokens in their order, each where it is the most frequent in a hundredth of them.

    >>> main_kinds(np.array([4] * 300 + [5] * 200 + [0] * 9))
    ['Chinese characters', 'other scripts']
    >>> main_kinds(np.array([4] * 10 + [5] * 90)), main_kinds(np.array([4] * 9 + [5] * 91))
    (['Chinese characters', 'other scripts'], ['other scripts'])
    """
    blocks = np.array_split(kinds, min(100, len(kinds))) if len(kinds) else []
    most = [int(np.bincount(block).argmax()) for block in blocks]
    runs = [(kind, len(list(run))) for kind, run in groupby(most)]
    long = [kind for kind, length in runs if length >= _LEAST_RUN * len(most)]
    return [CORE_KINDS[kind] for kind, _ in groupby(long)]
