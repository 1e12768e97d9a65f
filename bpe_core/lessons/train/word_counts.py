"""Words with their counts, as textbooks print their training data.

    hug 10, pug 5, pun 12, bun 4, hugs 5         low_ 5             5 l o w _
    ("hug", 10), ("pug", 5)                      lowest_ 2          2 l o w e s t _

The result is what `train` takes: each word is a chunk with its count.
"""

import re

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import BpeError

END_OF_WORD = "_"
"""The mark at the end of a word; `</w>` is read as this mark, which is one unit: one character and one byte.

Source of the notation: Jurafsky and Martin, Speech and Language Processing, 3rd edition draft, chapter 2.
"""

MOST_UNITS = 2**31 - 1
"""The maximum number of bytes of all words of a list, where each word counts as often as it occurs."""

_LONGEST_ENTRY = 200
_IN_BRACKETS = re.compile(
    rf"\(\s{{0,9}}([^(),]{{1,{_LONGEST_ENTRY}}}?)\s{{0,9}},\s{{0,9}}(\d{{1,10}})\s{{0,9}}\)"
)
_BETWEEN = r"(?:\s*[:=×]\s*|\s+)"
_WORD_FIRST = re.compile(rf"(?P<word>\S(?:.*?\S)?){_BETWEEN}(?P<count>[0-9]{{1,10}})")
_COUNT_FIRST = re.compile(rf"(?P<count>[0-9]{{1,10}}){_BETWEEN}(?P<word>\S(?:.*?\S)?)")


def read_word_counts(text: str) -> dict[str, int] | None:
    """Read a list of words with their counts; None if a text is not such a list.

    A list has at least two entries, separated by commas, semicolons or line ends, all with the word first or
    all with the count first. The letters of a word may be separated by spaces. The counts of repeated words
    are added. Raises `BpeError` if the words have more than `MOST_UNITS` bytes together.

    >>> read_word_counts("hug 10, pug 5")
    {'hug': 10, 'pug': 5}
    >>> read_word_counts("{'l o w </w>': 5, 'l o w e r </w>': 2}")
    {'low_': 5, 'lower_': 2}
    >>> read_word_counts("Ask for one, and it is warm.") is None
    True
    """
    bare = _IN_BRACKETS.sub(r"\1 \2", text.strip().strip("{}[]"))
    entries = [entry for entry in map(str.strip, re.split(r"[,;\n]", bare)) if entry]
    if len(entries) < 2:
        return None
    for order in (_WORD_FIRST, _COUNT_FIRST):
        counts: dict[str, int] = {}
        for entry in entries:
            found = order.fullmatch(entry) if len(entry) <= _LONGEST_ENTRY else None
            word = _word(found["word"]) if found else None
            if not found or word is None or not int(found["count"]):
                break
            counts[word] = counts.get(word, 0) + int(found["count"])
        else:
            _check(counts)
            return counts
    return None


def _word(written: str) -> str | None:
    """Return a word without quotes and spaces; None if it is several words, or a number."""
    if len(written) > 2 and written[0] == written[-1] and written[0] in "\"'`":
        written = written[1:-1]
    symbols = written.split()
    if len(symbols) > 1 and any(len(symbol) > 1 and symbol != "</w>" for symbol in symbols):
        return None
    word = "".join(symbols).replace("</w>", END_OF_WORD)
    return None if not word or word.isdecimal() else word


def _check(counts: dict[str, int]) -> None:
    units = sum(len(replace_lone_surrogates(word).encode("utf-8")) * count for word, count in counts.items())
    if units > MOST_UNITS:
        raise BpeError(
            f"The words of this list, each repeated by its count, have {units:,} bytes in total; the limit "
            f"is {MOST_UNITS:,}. Use smaller counts."
        )
