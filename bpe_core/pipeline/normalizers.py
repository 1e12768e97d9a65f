r"""The steps that change a text before pre-tokenization: normal forms, lower case, replacement, prefixes.

Unicode has several ways to write one letter: é is one code point, or an e and an accent. Their bytes differ,
so many current tokenizers first convert a text to one normal form:

    text    e U+0301 ﬁ
    NFC     é        ﬁ        composed
    NFKC    é        f i      composed, and compatibility characters decomposed

Python's `unicodedata` normalizes the runs that can change. Its Unicode version is newer than that of Hugging
Face tokenizers: a character unknown to that library (`unicode16.NORMALIZES` marks the known ones) is left
unchanged, and separates the marks around it as a letter would. So the result does not depend on the version
of Python.
"""

import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, TypeAlias

import numpy as np
import regex

from bpe_core.pipeline.aligned_text import MAX_WRITTEN, AlignedText, origins_of, too_much
from bpe_core.pipeline.oniguruma import quoted, replacement, spans, string_spans
from bpe_core.unicode16 import CLASSES, NORMALIZES, class_table, unicode_table

Form: TypeAlias = Literal["NFC", "NFD", "NFKC", "NFKD"]

_FORM_TITLES: Mapping[Form, str] = {
    "NFC": "NFC: letters composed with their accents",
    "NFD": "NFD: letters separated from their accents",
    "NFKC": "NFKC: as NFC, and compatibility characters replaced",
    "NFKD": "NFKD: as NFD, and compatibility characters replaced",
}


# Characters that can be composed with the character before them.
_SECOND = regex.compile(r"\p{NFC_QC=M}")
# Normalizing a million letters as one run would take a gigabyte for sorting its parts.
_BLOCK = 4_096
# Lower case of letters from Unicode 15 to 17, which the library knows, but an older Python does not.
_NEW_LOWER: Mapping[str, str] = {
    chr(upper): chr(lower)
    for upper, lower in (
        (0x1C89, 0x1C8A),
        (0xA7CB, 0x0264),
        *((upper, upper + 1) for upper in (0xA7CC, 0xA7CE, 0xA7D2, 0xA7D4, 0xA7DA)),
        (0xA7DC, 0x019B),
        *((upper, upper + 0x20) for upper in range(0x10D50, 0x10D66)),
        *((upper, upper + 0x1B) for upper in range(0x16EA0, 0x16EB9)),
    )
}


@dataclass(frozen=True, slots=True)
class NormalForm:
    r"""One of Unicode's four normal forms.

    >>> NormalForm("NFC").apply(AlignedText.of("e\u0301a"))
    AlignedText(text='éa', origins=array('i', [0, 2]))
    """

    form: Form

    @property
    def title(self) -> str:
        return _FORM_TITLES[self.form]

    def apply(self, aligned: AlignedText) -> AlignedText:
        # If the whole text is already normalized, no run of it would change.
        if aligned.text.isascii() or unicodedata.is_normalized(self.form, aligned.text):
            return aligned
        # NFC makes at most three characters of one, and leaves them as they are when it is applied again.
        most = max(MAX_WRITTEN, 3 * len(aligned.text)) if self.form == "NFC" else None
        return aligned.with_text(self._changes(aligned.text), most=most)

    def _changes(self, text: str) -> Iterator[tuple[int, int, str]]:
        moves = unicode_table()[np.frombuffer(text.encode("utf-32-le"), "<u4")] & NORMALIZES
        moving = np.flatnonzero(moves)
        breaks = np.flatnonzero(np.diff(moving) > 1) + 1
        for run in np.split(moving, breaks) if len(moving) else ():
            start, end = max(int(run[0]) - 1, 0), int(run[-1]) + 1
            # A character that only a newer Unicode version decomposes or reorders is left unchanged.
            first = text[start]
            if not moves[start] and (
                unicodedata.combining(first) or not unicodedata.is_normalized(self.form, first)
            ):
                start += 1
            for at, after in pairwise([*_blocks(text, start, end), end]):
                yield from self._changes_of_block(text[at:after], at)

    def _changes_of_block(self, text: str, first: int) -> Iterator[tuple[int, int, str]]:
        if unicodedata.is_normalized(self.form, text):
            return
        new, origins = _normal_form(text, self.form)
        begins = [index for index, (one, other) in enumerate(pairwise([-1, *origins])) if one < other]
        for start, end in pairwise([*begins, len(new)]):
            at, until = origins[start], origins[end] if end < len(new) else len(text)
            # A run includes the letter before its first mark, which may not change.
            if new[start:end] != text[at:until]:
                yield first + at, first + until, new[start:end]


@dataclass(frozen=True, slots=True)
class Lowercase:
    """Converts each character to lower case by itself: a Σ at the end of a word becomes σ, not ς.

    >>> Lowercase().apply(AlignedText.of("ΟΣ")).text
    'οσ'
    """

    title: str = "lower case"

    def apply(self, aligned: AlignedText) -> AlignedText:
        if aligned.text.isascii():
            return AlignedText(aligned.text.lower(), aligned.origins)
        changes = (
            (index, _NEW_LOWER.get(character) or character.lower())
            for index, character in enumerate(aligned.text)
        )
        return aligned.with_text(
            (index, index + 1, lower) for index, lower in changes if lower != aligned.text[index]
        )


_PROBE = "aA1 .\n'▁é你\u0301🙂 "
"""A character of each of the usual kinds: what matches an empty string does so somewhere here, or in its own pattern."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Whatever a pattern matches becomes `content`; `is_regex` says whether the pattern is a regular expression.

    >>> Replace(" ", "▁").apply(AlignedText.of("a b")).text
    'a▁b'
    """

    pattern: str
    content: str
    is_regex: bool = False

    @property
    def title(self) -> str:
        return replacement(self.pattern, self.content)

    @property
    def inserts(self) -> bool:
        """Whether it was seen to match an empty string, in which case it inserts its content."""
        # Each character three times, since an empty match right after another match does not count.
        probe = "".join(3 * one for one in _PROBE + self.pattern)
        return any(start == end for start, end in self._spans(probe))

    def _spans(self, text: str) -> Iterable[tuple[int, int]]:
        return (spans if self.is_regex else string_spans)(self.pattern, text)

    def apply(self, aligned: AlignedText) -> AlignedText:
        """Return the part with every match replaced; in an empty text, the library finds no match."""
        text, texts, origins, done = aligned.text, [], array("i"), 0
        for start, end in self._spans(text) if text else ():
            texts += [text[done:start], self.content]
            if len(origins) + len(self.content) > MAX_WRITTEN:
                raise too_much()
            origins.extend(aligned.origins[done:start])
            # The new characters get the index of the last replaced character, or of the one before an empty
            # match. From it `Metaspace` finds out whether a part begins the text.
            origins.extend([aligned.origins[max(end - 1, 0)]] * len(self.content))
            done = end
        if not texts:
            return aligned
        return AlignedText("".join([*texts, text[done:]]), origins + array("i", aligned.origins[done:]))


@dataclass(frozen=True, slots=True)
class Prepend:
    """Adds a prefix to a text that is not empty.

    >>> Prepend("▁").apply(AlignedText.of("ab")).text
    '▁ab'
    """

    content: str

    @property
    def title(self) -> str:
        return f"{quoted(self.content)} is put before the text"

    def apply(self, aligned: AlignedText) -> AlignedText:
        return aligned.with_text([(0, 0, self.content)]) if aligned.text else aligned


@dataclass(frozen=True, slots=True)
class Strip:
    """Removes white space at the beginning of a text with `left`, at its end with `right`.

    >>> Strip(left=True, right=False).apply(AlignedText.of("  a ")).text
    'a '
    """

    left: bool
    right: bool

    @property
    def title(self) -> str:
        if not self.left and not self.right:
            return "nothing is dropped"
        ends = "both ends" if self.left and self.right else "the beginning" if self.left else "the end"
        return f"white space at {ends} is dropped"

    def apply(self, aligned: AlignedText) -> AlignedText:
        space = CLASSES.index("space")
        is_space = [class_table()[ord(character)] == space for character in aligned.text]
        start, end = 0, len(is_space)
        while self.left and start < end and is_space[start]:
            start += 1
        while self.right and end > start and is_space[end - 1]:
            end -= 1
        return aligned.part(start, end)


def _blocks(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where blocks of a long run begin: at letters that no earlier character can affect."""
    yield start
    for at in range(start + 1, end):
        if at - start >= _BLOCK:
            beginning = unicodedata.normalize("NFKD", text[at])[0]
            if not unicodedata.combining(beginning) and not _SECOND.match(beginning):
                yield at
                start = at


def _normal_form(text: str, form: Form) -> tuple[str, list[int]]:
    r"""Return a text in a normal form, and for each of its characters the index of the original character.

    As in Hugging Face tokenizers, marks are reordered but their indices are not, and an additional character
    gets the index of the previous one. Takes linear time for any number of marks in a row, while
    `unicodedata` takes quadratic time.

    >>> _normal_form("e\u0301\u0323x\u0301", "NFC")
    ('ẹ\u0301x\u0301', [0, 2, 3, 4])
    """
    apart = [unicodedata.normalize("NFKD" if "K" in form else "NFD", character) for character in text]
    if unicodedata.is_normalized(form, joined := "".join(apart)):
        return joined, [index for index, characters in enumerate(apart) for _ in characters]
    # Each new character, with the number of characters that it replaces: 1 for the first that an original
    # character became, 0 for the others.
    parts = [(new, int(not index)) for characters in apart for index, new in enumerate(characters)]
    in_order = [
        part
        # A character of class 0 stays where it is, and no mark is moved past it.
        for is_mark, run in groupby(parts, key=lambda part: unicodedata.combining(part[0]) > 0)
        for part in (sorted(run, key=lambda part: unicodedata.combining(part[0])) if is_mark else run)
    ]
    parts = in_order if form.endswith("D") else _composed(in_order)
    return "".join(new for new, _ in parts), origins_of(taken for _, taken in parts)


def _composed(parts: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Compose each letter with the marks after it that are not blocked, and add up the characters they replace."""
    out: list[tuple[str, int]] = []
    letter, last = -1, 0  # the index in `out` of the last letter, and the class of the last mark after it
    for character, taken in parts:
        kind = unicodedata.combining(character)
        if letter >= 0 and (last < kind or letter == len(out) - 1):
            both = unicodedata.normalize("NFC", out[letter][0] + character)
            # What only a newer Unicode version composes is left unchanged.
            if len(both) == 1 and unicode_table()[ord(both)] & NORMALIZES:
                out[letter] = both, out[letter][1] + taken
                continue
        if not kind:
            letter = len(out)
        last = kind
        out.append((character, taken))
    return out
