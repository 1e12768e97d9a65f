"""Reads ids from a pasted text, and finds the characters, valid and invalid, that tokens split."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import accumulate
from typing import NamedTuple

import regex

from bpe_core.types import BpeError

MAX_IDS_TEXT = 4_000_000
"""The longest text that ids are read from, in characters."""

MAX_WORDS_PASSED_OVER = 10_000
"""The maximum number of words that are not ids in a text with ids."""

MAX_DECODED = 2_000_000
"""The maximum number of bytes that all ids together decode to; a single id can decode to 65,536."""

_WORD = regex.compile(r"[^\s\ufeff,;:=\[\](){}'\"|<>]+")


class ParsedIds(NamedTuple):
    """The ids found in a pasted text, and the words around them that are not numbers (`tensor`, `ids`)."""

    ids: list[int]
    ignored: list[str]


def two_lists(text: str) -> tuple[str, str] | None:
    r"""Return the two lists of ids in a text, each in brackets or on a line of its own; None for one list.

    >>> two_lists("[1, 2, 3] [1, 2, 4]"), two_lists("1 2 3\n1 2 4"), two_lists("[1, 2,\n 3, 4]")
    (('[1, 2, 3]', '[1, 2, 4]'), ('1 2 3', '1 2 4'), None)
    """
    if "[" in text:
        parts = regex.split(r"(?<=\])\s*(?:,\s*)?(?=\[)", text.strip())
    else:
        parts = [line for line in map(str.strip, text.split("\n")) if line]
    if len(parts) != 2 or not all(len(_WORD.findall(part)) > 1 for part in parts):
        return None
    return parts[0], parts[1]


def parse_ids(text: str, *, most: int) -> ParsedIds:
    """Read ids from any notation that people copy: commas, spaces, brackets, JSON, a printed tensor.

    A word without digits is skipped and reported once. Raises `BpeError` for a text longer than
    `MAX_IDS_TEXT`, for more than `most` ids or `MAX_WORDS_PASSED_OVER` other words (reading stops there), and
    for a word with digits that is not an integer of at least 0, such as 3.5, -1 or 12a; the error gives its
    index in the list of ids, from 0.

    >>> parse_ids('{"ids": [1212, 338]}', most=10)
    ParsedIds(ids=[1212, 338], ignored=['ids'])
    >>> parse_ids("tensor([[15339, 1917]])", most=10).ids
    [15339, 1917]
    """
    if len(text) > MAX_IDS_TEXT:
        raise BpeError(
            f"The ids have {len(text):,} characters; the limit is {MAX_IDS_TEXT:,}. Remove some of them."
        )
    ids: list[int] = []
    ignored: dict[str, None] = {}
    passed_over = 0
    for match in _WORD.finditer(text):
        word = match.group()
        if word.isascii() and word.isdigit() and len(word) <= 10:
            if len(ids) == most:
                raise BpeError(f"The limit is {most:,} ids. Remove some of them.")
            ids.append(int(word))
        elif any(character.isdigit() for character in word):
            raise BpeError(
                f"{word[:40]!r} at position {len(ids)} is not an id: ids are whole numbers from 0 on."
            )
        elif passed_over == MAX_WORDS_PASSED_OVER:
            raise BpeError(
                f"More than {MAX_WORDS_PASSED_OVER:,} words of this text are not ids. Paste only the ids."
            )
        else:
            passed_over += 1
            ignored[word[:40]] = None
    return ParsedIds(ids, list(ignored))


# Characters of two bytes and more, by the table of well-formed byte sequences in the Unicode Standard (3.9,
# table 3-7). In invalid UTF-8 a decoder replaces the longest run of bytes that could begin a character, or
# else one byte, with one U+FFFD.
_CHARACTER = regex.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}"
)
_CONTINUATION = frozenset(bytes([byte]) for byte in range(0x80, 0xC0))
_UP_TO_BROKEN = regex.compile(
    rb"(?:[\x00-\x7f]|" + _CHARACTER.pattern + rb")*+"
    rb"(\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]"
    rb"|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]?|[\x80-\xff])"
)


class SplitCharacter(NamedTuple):
    """A character whose bytes, from offset `start`, are in several tokens.

    `shares` has for each of these tokens its index, and the bytes of the character in it.
    `text` is None if the bytes are not a valid character; `problem` is then the reason, as Python's decoder
    words it, and otherwise empty.
    """

    start: int
    text: str | None
    problem: str
    shares: tuple[tuple[int, bytes], ...]


class SplitCharacters:
    r"""The characters that no single token contains, valid and invalid ones, computed one by one in text order.

    An invalid sequence, which decodes to one U+FFFD, counts even if one token contains all of it. Takes
    linear time and memory for any bytes.

    >>> split = SplitCharacters([b"a\xe4", b"\xbd\xa0", b"\xff"])
    >>> split.whole, split.broken, split.text
    (1, 1, 'a你\ufffd')
    >>> [character.shares for character in split]
    [((0, b'\xe4'), (1, b'\xbd\xa0')), ((2, b'\xff'),)]
    """

    def __init__(self, tokens: Sequence[bytes]) -> None:
        self._data = b"".join(tokens)
        self._starts = [0, *accumulate(map(len, tokens))]
        self.text = self._data.decode("utf-8", "replace")
        # The text may contain U+FFFD itself, encoded as these three bytes.
        self.broken = self.text.count("\ufffd") - self._data.count(b"\xef\xbf\xbd")
        self.whole = sum(1 for _ in self._across())

    def __len__(self) -> int:
        return self.whole + self.broken

    def __iter__(self) -> Iterator[SplitCharacter]:
        for start, end, is_whole in merge(self._across(), self._stretches()):
            text, problem = None, ""
            try:
                # Include the next byte, which is often what makes the sequence invalid.
                text = self._data[start : end if is_whole else end + 1].decode("utf-8")
            except UnicodeDecodeError as error:
                problem = error.reason
            yield SplitCharacter(start, text, problem, self._shares(start, end))

    def _across(self) -> Iterator[tuple[int, int, bool]]:
        # The valid characters that cross a token boundary.
        done = 0
        for border in self._starts[1:-1]:
            start = border
            while start > max(done, border - 3) and self._data[start : start + 1] in _CONTINUATION:
                start -= 1
            found = _CHARACTER.match(self._data, start)
            if found and done <= start < border < found.end():
                done = found.end()
                yield start, done, True

    def _stretches(self) -> Iterator[tuple[int, int, bool]]:
        end = 0
        while found := _UP_TO_BROKEN.match(self._data, end):
            start, end = found.span(1)
            yield start, end, False

    def _shares(self, start: int, end: int) -> tuple[tuple[int, bytes], ...]:
        shares = []
        while start < end:
            token = bisect_right(self._starts, start) - 1
            border = min(end, self._starts[token + 1])
            shares.append((token, self._data[start:border]))
            start = border
        return tuple(shares)
