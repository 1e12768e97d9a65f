"""WordPiece's training as the Hugging Face course describes it: it merges the best-scoring pair, not the most frequent.

    score = count of the pair / (count of its first side * count of its second side)

    hug 10, pug 5, pun 12, bun 4, hugs 5      ##u + ##g   20 / (36 * 20) = 1/36    what BPE picks
                                              ##g + ##s    5 / (20 *  5) = 1/20    what WordPiece picks

A character that does not begin a word is written with a leading ##, and is a different unit from the same
character at the beginning. Google never published WordPiece's training algorithm; the course calls this one
its best guess, and so does the app. Source: Hugging Face, LLM Course, chapter 6, WordPiece tokenization.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import regex

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.in_parts import InParts
from bpe_core.types import BpeError

INSIDE = "##"
"""The prefix of a token that does not begin a word."""

MAX_WORK = 1_000_000
"""The maximum number of tokens that training visits: those of the distinct words, once for every merge."""

# Where BERT splits: at white space, which is dropped, and around punctuation, which includes ASCII symbols.
_SIGN = r"[\p{P}$+<=>^`|~]"
_WORD = regex.compile(rf"{_SIGN}|(?:(?!{_SIGN})\S)+")

Spelled = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """Two adjacent tokens: how often they occur together, how often each occurs, and the resulting score.

    >>> ScoredPair(("##g", "##s"), count=5, left=20, right=5).score
    Fraction(1, 20)
    """

    pair: Spelled
    count: int
    left: int
    right: int

    @property
    def score(self) -> Fraction:
        """The count of the pair, divided by the product of the counts of its sides: exact, because it decides ties."""
        return Fraction(self.count, self.left * self.right)


@dataclass(frozen=True, slots=True)
class WordPieceStep:
    """The words before a merge, its pair, the new token, and how many pairs have the same score."""

    splits: tuple[tuple[str, ...], ...]
    best: ScoredPair
    made: str
    tied: int


@dataclass(frozen=True, slots=True)
class WordPiece:
    """What WordPiece's training learned: the words and their counts, the alphabet, the steps, and the final words.

    `stopped` is whether pairs ran out before all requested merges were done.
    """

    words: Mapping[str, int]
    alphabet: tuple[str, ...]
    steps: tuple[WordPieceStep, ...]
    splits: tuple[tuple[str, ...], ...]
    stopped: bool

    @property
    def vocabulary(self) -> list[str]:
        """All tokens, those of the alphabet first; without the special tokens that a model adds.

        >>> from bpe_core.in_parts import finished
        >>> finished(wordpiece_in_parts({"hug": 10, "hugs": 5}, num_merges=1)).vocabulary
        ['##g', '##s', '##u', 'h', 'hu']
        """
        return list(dict.fromkeys([*self.alphabet, *(step.made for step in self.steps)]))

    def encode_word(self, word: str) -> list[str] | None:
        """Split a word as WordPiece does, repeatedly taking the longest matching token; None if no token matches.

        The merges are not used, only the vocabulary. A word with any unknown part is unknown as a whole.

        >>> from bpe_core.in_parts import finished
        >>> finished(wordpiece_in_parts({"hug": 10, "hugs": 5}, num_merges=1)).encode_word("hugs")
        ['hu', '##g', '##s']
        """
        known = frozenset(self.vocabulary)
        longest = max(map(len, known), default=0)
        tokens: list[str] = []
        start = 0
        while start < len(word):
            before = INSIDE if start else ""
            ends = (
                end
                for end in range(min(len(word), start + longest), start, -1)
                if before + word[start:end] in known
            )
            end = next(ends, None)
            if end is None:
                return None
            tokens.append(before + word[start:end])
            start = end
        return tokens


def count_words(text: str) -> dict[str, int]:
    """Count the words of a text as BERT splits it: at white space, which is dropped, and around punctuation.

    >>> count_words("it's late, late.")
    {'it': 1, "'": 1, 's': 1, 'late': 2, ',': 1, '.': 1}
    """
    counts: dict[str, int] = {}
    for found in _WORD.finditer(replace_lone_surrogates(text)):
        counts[found[0]] = counts.get(found[0], 0) + 1
    return counts


def wordpiece_in_parts(words: Mapping[str, int], *, num_merges: int) -> InParts[WordPiece]:
    """Train on words with their counts; ties between equal scores go to the pair that is seen first.

    Yields each step. Raises `BpeError` if training would visit more than `MAX_WORK` tokens.

    >>> from bpe_core.in_parts import finished
    >>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> learned = finished(wordpiece_in_parts(words, num_merges=3))
    >>> [(step.best.pair, str(step.best.score), step.tied) for step in learned.steps]
    [(('##g', '##s'), '1/20', 1), (('h', '##u'), '1/36', 6), (('hu', '##gs'), '1/15', 1)]
    """
    splits = [[word[:1], *(INSIDE + character for character in word[1:])] for word in words]
    tokens = sum(map(len, splits))
    # Each merge leaves at least one token fewer.
    if min(num_merges, tokens) * tokens > MAX_WORK:
        most = MAX_WORK // tokens
        raise BpeError(
            f"WordPiece recomputes all scores at every merge, so the limit for these words is {most:,} "
            f"merges, and {num_merges:,} are requested. Choose fewer merges or a shorter text."
        )
    alphabet = tuple(sorted({token for split in splits for token in split}))
    counts = list(words.values())
    steps: list[WordPieceStep] = []
    now = tuple(map(tuple, splits))
    while len(steps) < num_merges and (pairs := count_pairs(now, counts)):
        best, tied = pairs[0], 0
        for other in pairs:
            more = other.count * best.left * best.right - best.count * other.left * other.right
            best, tied = (other, 1) if more > 0 else (best, tied + (more == 0))
        made = best.pair[0] + best.pair[1].removeprefix(INSIDE)
        steps.append(WordPieceStep(now, best, made, tied))
        yield made
        now = tuple(_merged(split, best.pair, made) for split in now)
    return WordPiece(words, alphabet, tuple(steps), now, len(steps) < num_merges)


def count_pairs(splits: Sequence[Sequence[str]], counts: Sequence[int]) -> list[ScoredPair]:
    """Return every pair of adjacent tokens in words split this way, in order of first occurrence.

    >>> [(one.pair, str(one.score)) for one in count_pairs([["a", "##b", "##c"], ["a", "##b"]], [1, 2])]
    [(('a', '##b'), '1/3'), (('##b', '##c'), '1/3')]
    """
    tokens: dict[str, int] = {}
    pairs: dict[Spelled, int] = {}
    for split, count in zip(splits, counts, strict=True):
        for token in split:
            tokens[token] = tokens.get(token, 0) + count
        for pair in pairwise(split):
            pairs[pair] = pairs.get(pair, 0) + count
    return [ScoredPair(pair, count, tokens[pair[0]], tokens[pair[1]]) for pair, count in pairs.items()]


def _merged(split: tuple[str, ...], pair: Spelled, made: str) -> tuple[str, ...]:
    if pair[0] not in split:
        return split
    merged: list[str] = []
    index = 0
    while index < len(split):
        here = split[index : index + 2] == pair
        merged.append(made if here else split[index])
        index += 2 if here else 1
    return tuple(merged)
