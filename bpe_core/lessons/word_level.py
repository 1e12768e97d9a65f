"""The tokenizer of before: a list of whole words, to see what byte-pair encoding mends.

A token is a word, or one sign that is neither letter nor digit; white space only parts them and is not
kept. The list holds what a training text held, and anything else becomes one token, `<unk>`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import regex

from bpe_core.lessons.metrics import WORD_PATTERN

UNKNOWN = "<unk>"
"""What stands for every word that is not in the list."""

UNKNOWN_ID = 0
"""The id of `UNKNOWN`."""

_WITH_SPACE = regex.compile(rf"\s*({WORD_PATTERN}|\S)")


@dataclass(frozen=True, slots=True)
class WordEncoding:
    """A text in words: `ids`, and for each the part of the text that it covers, white space before it included.

    The parts together are the text; white space that ends the text belongs to the last.
    """

    ids: list[int]
    parts: list[str]

    @property
    def unknown(self) -> int:
        """How many tokens are `<unk>`."""
        return self.ids.count(UNKNOWN_ID)


def learn_words(text: str) -> dict[str, int]:
    """Return an id for every word and sign of a text, in the order in which they first appear, from 1.

    >>> learn_words("to be, or not to be")
    {'to': 1, 'be': 2, ',': 3, 'or': 4, 'not': 5}
    """
    return {word: id_ for id_, word in enumerate(dict.fromkeys(_WITH_SPACE.findall(text)), UNKNOWN_ID + 1)}


def encode_words(text: str, vocabulary: Mapping[str, int]) -> WordEncoding:
    """Encode a text with a list of words; what is not in it becomes `<unk>`.

    >>> encode_words("to see, or not", learn_words("to be, or not to be"))
    WordEncoding(ids=[1, 0, 3, 4, 5], parts=['to', ' see', ',', ' or', ' not'])
    """
    found = list(_WITH_SPACE.finditer(text))
    parts = [match.group() for match in found]
    if found:
        parts[-1] += text[found[-1].end() :]
    return WordEncoding([vocabulary.get(match.group(1), UNKNOWN_ID) for match in found], parts)
