"""Words with their counts before each merge, for a student who counts the pairs by hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.lessons.tokens.single_words import RankedMerge, by_hand
from bpe_core.training.core import train


@dataclass(frozen=True, slots=True)
class CountedPairs:
    """The words before a merge, each as tokens with its count, and their pairs in order of first occurrence.

    `addends` has for each pair the counts of the words in which it occurs; `answer` is the index of the pair
    that is merged.
    """

    words: tuple[tuple[tuple[str, ...], int], ...]
    pairs: tuple[tuple[str, str], ...]
    addends: tuple[tuple[int, ...], ...]
    answer: int


def counted_pairs(words: Mapping[str, int], num_merges: int) -> Iterator[CountedPairs]:
    """Train on words with their counts and yield the words and pairs before each merge; ties go to the pair seen first.

    >>> first, second = counted_pairs({"hug": 10, "pug": 5, "hugs": 5}, 2)
    >>> dict(zip(first.pairs, first.addends))
    {('h', 'u'): (10, 5), ('u', 'g'): (10, 5, 5), ('p', 'u'): (5,), ('g', 's'): (5,)}
    >>> first.pairs[first.answer], second.words[0]
    (('u', 'g'), (('h', 'ug'), 10))
    """
    history = train(words, recipe="characters", num_merges=num_merges, tie_break="first-seen")
    merges: list[RankedMerge] = []
    for merge in history.merges:
        rows = [
            (tuple(token.decode() for token in by_hand([letter.encode() for letter in word], merges)), count)
            for word, count in words.items()
        ]
        addends: dict[tuple[str, str], list[int]] = {}
        for tokens, count in rows:
            for pair in pairwise(tokens):
                addends.setdefault(pair, []).append(count)
        left, right = (history.vocab[id_] for id_ in merge.pair)
        yield CountedPairs(
            tuple(rows),
            tuple(addends),
            tuple(map(tuple, addends.values())),
            list(addends).index((left.decode(), right.decode())),
        )
        merges.append(RankedMerge(merge.rank, left, right))
