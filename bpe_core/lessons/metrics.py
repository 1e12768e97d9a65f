"""What a tokenizer costs on a text."""

import regex

WORD_PATTERN = r"[\p{L}\p{M}\p{N}\u200c\u200d]+(?:['’][\p{L}\p{M}\p{N}\u200c\u200d]+)*"
"""A word: a run of letters, marks, digits and the joiners of Indic and Persian; an apostrophe inside joins two."""

_WORD = regex.compile(WORD_PATTERN)
# Scripts that write no space between words.
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]+")
_LETTERS = regex.compile(r"\p{L}+")


def bytes_per_token(text: str, num_tokens: int) -> float:
    """Return how many UTF-8 bytes of the text one token holds on average; 0 where there is no token.

    >>> bytes_per_token("naïve", 3)
    2.0
    """
    return len(text.encode("utf-8", "replace")) / num_tokens if num_tokens else 0.0


def fertility(text: str, num_tokens: int) -> float | None:
    """Return the tokens of the text for each of its words, as `WORD_PATTERN` finds them.

    All tokens count, those of punctuation and white space too. None where there is no word to count: in
    a text without any, and in one of which half the letters or more are of a script that writes no space
    between words (Chinese, Japanese, Thai and the like).

    >>> fertility("unhappy people", 5), fertility("東京", 2)
    (2.5, None)
    """
    words = sum(1 for _ in _WORD.finditer(text))
    if not words or 2 * _matched(_UNSPACED, text) >= max(_matched(_LETTERS, text), 1):
        return None
    return num_tokens / words


def _matched(pattern: "regex.Pattern[str]", text: str) -> int:
    """Return how many characters of a text a pattern matches, of which no list is made."""
    return sum(match.end() - match.start() for match in pattern.finditer(text))
