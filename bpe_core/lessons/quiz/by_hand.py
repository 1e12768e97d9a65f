"""A word whose token boundaries are placed by hand, with the merges that are needed for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import regex

from bpe_core.lessons.tokens.single_words import WorkedWord, worked_word
from bpe_core.tokenizer import Tokenizer

_TRIES = 40
_MOST_WORD_BYTES = 24
_LEAST_MERGES = 3


@dataclass(frozen=True, slots=True)
class HandCut:
    """Where are the token boundaries of a word? There are no options: bit i of the answer is set if gap i is a boundary."""

    work: WorkedWord
    answer: int


def hand_cut(tokenizer: Tokenizer, words: Sequence[str], rng: Random) -> HandCut | None:
    """Ask for the token boundaries of a word, preferably of several tokens, one of whose merges never applies.

    With fewer than three merges to choose from there is nothing to decide. None also for a tokenizer that
    merges in passes: the question says that the lowest rank is applied first.

    >>> from bpe_core import load_published
    >>> question = hand_cut(load_published("gpt2"), ["strawberry"], Random(1))
    >>> question.work.tokens, f"{question.answer:b}"
    ((b'st', b'raw', b'berry'), '10010')
    >>> from bpe_core import train
    >>> mine = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=3))
    >>> hand_cut(mine, ["low"], Random(1)), len(hand_cut(mine, [" low"], Random(1)).work.merges)
    (None, 3)
    """
    if tokenizer.recipe.encode_order == "passes":
        return None
    tried = rng.sample(words, min(len(words), _TRIES))
    works = [
        work
        for word in tried
        if (work := worked_word(tokenizer, word, rng)) and len(work.merges) >= _LEAST_MERGES
    ]
    # Of equally good words the first is taken.
    best = min(works, key=lambda work: (not has_blocked(work), len(work.tokens) == 1), default=None)
    if best is None:
        return None
    return HandCut(best, sum(1 << gap for gap, by in enumerate(best.closed_by) if by is None))


def has_blocked(work: WorkedWord) -> bool:
    """Return whether one of the merges shown never applies, since an earlier one uses one of its sides."""
    return any(merge.number is None for merge in work.merges)


def words(text: str) -> list[str]:
    """Return the distinct words of a text, of 3 to 16 letters, each with the space before it.

    In a script that writes no spaces between words, and in a text with only long words, parts of 2 to 4
    letters are used instead.

    >>> words("To be, or not to be: 42 questions"), words("雨が降るので傘を持って行く")
    ([' not', ' questions'], ['雨が降る', 'ので傘を', '持って行'])
    """
    found = [word for word in _WORD.findall(text) if len(word.encode("utf-8")) <= _MOST_WORD_BYTES]
    return list(dict.fromkeys([*found, *_UNSPACED.findall(text)] or _SYLLABLES.findall(text)))


_NO_SPACES = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(
    rf"(?V1) ?(?<![\p{{L}}\p{{M}}])[\p{{L}}--[{_NO_SPACES}]][\p{{L}}\p{{M}}--[{_NO_SPACES}]]{{2,15}}(?![\p{{L}}\p{{M}}])"
)
_UNSPACED = regex.compile(rf"(?V1)[[{_NO_SPACES}]&&\p{{L}}][{_NO_SPACES}]{{1,3}}")
_SYLLABLES = regex.compile(r"\p{L}[\p{L}\p{M}]{1,3}")
