"""The words of a text, by which its tokens are counted (tokens per word, or fertility)."""

from typing import NamedTuple

import regex

WORD_PATTERN = r"[\p{L}\p{M}\p{N}\u200c\u200d]+(?:['’][\p{L}\p{M}\p{N}\u200c\u200d]+)*"
"""A word: letters, marks, digits and the joiners of Indic scripts and Persian, with apostrophes only inside."""

_WORD = regex.compile(WORD_PATTERN)
# Scripts that are written without spaces between words.
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]+")
_LETTERS = regex.compile(r"\p{L}+")


class WordCount(NamedTuple):
    """The number of words in a text, of its letters, and of its letters in scripts without spaces (`unspaced`)."""

    words: int = 0
    unspaced: int = 0
    letters: int = 0

    def plus(self, other: "WordCount") -> "WordCount":
        """Return the sum of this count and another."""
        return WordCount(*map(sum, zip(self, other, strict=True)))

    @property
    def has_words(self) -> bool:
        """Whether there are words to count: False if at least half of the letters are of a script without spaces.

        Such scripts, written without spaces between words, are Chinese, Japanese and Thai.
        """
        return self.words > 0 and 2 * self.unspaced < max(self.letters, 1)


def count_words(text: str) -> WordCount:
    """Count the words of a text, as `WORD_PATTERN` finds them.

    >>> count_words("unhappy people"), count_words("東京").has_words
    (WordCount(words=2, unspaced=0, letters=13), False)
    """
    return WordCount(
        sum(1 for _ in _WORD.finditer(text)), _matched(_UNSPACED, text), _matched(_LETTERS, text)
    )


def _matched(pattern: "regex.Pattern[str]", text: str) -> int:
    """Return how many characters of a text a pattern matches, without building a list of matches."""
    return sum(match.end() - match.start() for match in pattern.finditer(text))
