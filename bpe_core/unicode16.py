r"""The general categories of Unicode 16, which current tokenizers use, with any version of `regex`.

`regex` follows the newest Unicode, but the regex engines of tiktoken and of Hugging Face tokenizers
(Oniguruma) do not. For example, U+088F is a letter in `regex` and unassigned in these engines, so a text with
it would be split differently. The solution is to split a copy of the text in which each such character is
replaced with an old character of the category that it has in Unicode 16:

    text        a U+088F b      unassigned in Unicode 16
    copy        a U+1FFFE b     `regex` splits it as a | U+1FFFE | b
    chunks      a | U+088F | b  the same spans of the text

The table has one byte for each code point and is stored compressed. `published.build_unicode16` computes it
with Hugging Face tokenizers, and tests compare it with tiktoken. The bits of a byte are:

    bits 0 to 4    the category, as its index in `CATEGORIES`
    bits 5 to 7    PUNCTUATION, NUMERIC, NORMALIZES: sets for which Hugging Face uses other versions of Unicode

A second table marks the characters that Hugging Face's normalizers drop: CONTROL, COMBINING, NONSPACING.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import regex

TABLE = Path(__file__).parent / "unicode16.zlib"

# Rare characters, which no pattern is likely to name, from versions of Unicode before 9.
_STAND_INS: Mapping[str, str] = {
    "Cn": "\U0001fffe",
    "Lu": "\ua7a0",
    "Ll": "\uab30",
    "Lt": "\u1f88",
    "Lm": "\u1d2c",
    "Lo": "\ua78f",
    "Mn": "\U0001d167",
    "Mc": "\U0001d165",
    "Me": "\u0488",
    "Nd": "\U000104a0",
    "Nl": "\U00010140",
    "No": "\U00010107",
    "Pc": "\u2040",
    "Pd": "\u2e17",
    "Ps": "\u27c5",
    "Pe": "\u27c6",
    "Pi": "\u2e02",
    "Pf": "\u2e03",
    "Po": "\U00010100",
    "Sm": "\u2a0a",
    "Sc": "\u20a0",
    "Sk": "\ua700",
    "So": "\U00010137",
    "Zs": "\u2008",
    "Zl": "\u2028",
    "Zp": "\u2029",
    "Cc": "\u0080",
    "Cf": "\U0001d173",
    "Co": "\U000f0000",
}

CATEGORIES = tuple(_STAND_INS)
"""The general categories of Unicode without surrogates (Cs), which no text contains."""

CLASSES = ("other", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "space")
r"""The classes that published split patterns distinguish: general categories, and white space as in `\s`."""

_OTHER_NAMES = {"Z": "space"}
CLASS_OF_CATEGORY = tuple(
    next((CLASSES.index(one) for one in (name, name[0], _OTHER_NAMES.get(name[0])) if one in CLASSES), 0)
    for name in CATEGORIES
)
"""The class of each category, as its index in `CLASSES`; control characters that are white space are exceptions.

>>> CLASSES[CLASS_OF_CATEGORY[CATEGORIES.index("Nl")]]
'N'
"""

PUNCTUATION, NUMERIC, NORMALIZES = 32, 64, 128
"""Bits of `unicode_table`: what Hugging Face treats as punctuation or a digit, and what Unicode normalization changes.

NORMALIZES is set if a character decomposes, is reordered, or combines with the previous character.
"""

CONTROL, COMBINING, NONSPACING = 1, 2, 4
"""Bits of `dropped_table`: what Hugging Face treats as a control character, a combining mark or an accent."""

_CODE_POINTS = 0x110000
_CONTROL_SPACES = (0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85)


@cache
def unicode_table() -> npt.NDArray[np.uint8]:
    """Return the first table: a byte for each of the 1,114,112 code points, uint8.

    >>> bool(unicode_table()[ord("é")] & NORMALIZES), bool(unicode_table()[ord("e")] & NORMALIZES)
    (True, False)
    """
    return _tables()[:_CODE_POINTS]


@cache
def dropped_table() -> npt.NDArray[np.uint8]:
    """Return the second table: a byte for each of the 1,114,112 code points, uint8.

    >>> bool(dropped_table()[0x301] & NONSPACING), bool(dropped_table()[ord("e")])
    (True, False)
    """
    return _tables()[_CODE_POINTS:]


@cache
def _tables() -> npt.NDArray[np.uint8]:
    return np.frombuffer(zlib.decompress(TABLE.read_bytes()), np.uint8)


@cache
def category_table() -> npt.NDArray[np.uint8]:
    """Return the category of each of the 1,114,112 code points, as its index in `CATEGORIES`, uint8.

    >>> [CATEGORIES[category_table()[ord(character)]] for character in "aA1 .+字"]
    ['Ll', 'Lu', 'Nd', 'Zs', 'Po', 'Sm', 'Lo']
    """
    table = unicode_table() & np.uint8(31)
    table.flags.writeable = False
    return table


@cache
def class_table() -> npt.NDArray[np.uint8]:
    r"""Return the class of each of the 1,114,112 code points, as its index in `CLASSES`, uint8.

    >>> [CLASSES[class_table()[ord(character)]] for character in "aA1 .\u0301字"]
    ['Ll', 'Lu', 'N', 'space', 'other', 'M', 'Lo']
    """
    table = np.array(CLASS_OF_CATEGORY, np.uint8)[category_table()]
    table[list(_CONTROL_SPACES)] = CLASSES.index("space")
    table.flags.writeable = False
    return table


def as_unicode16(text: str) -> str:
    r"""Return a text of the same length in which `regex` finds the categories of Unicode 16.

    The text is returned unchanged unless the installed `regex` has another category for one of its
    characters. For example, a `regex` for Unicode 17 knows U+088F, which is not in Unicode 16, so this
    character is replaced with one that no version assigns.

    >>> as_unicode16("naïve"), len(as_unicode16("a\u088fb"))
    ('naïve', 3)
    """
    if text.isascii() or _changed().isdisjoint(text):
        return text
    return text.translate(stand_ins())


@cache
def _changed() -> frozenset[str]:
    return frozenset(map(chr, stand_ins()))


@cache
def stand_ins() -> Mapping[int, str]:
    """Return the code points that `as_unicode16` replaces, each with the character that it puts there.

    >>> all(len(character) == 1 for character in stand_ins().values())
    True
    """
    runs = regex.compile("|".join(rf"(\p{{{name}}}+)" for name in CATEGORIES))
    code_points = np.concatenate((np.arange(0xD800), np.arange(0xE000, 0x110000)))
    installed = np.zeros(len(code_points), np.uint8)
    for run in runs.finditer(code_points.astype("<u4").tobytes().decode("utf-32-le")):
        installed[run.start() : run.end()] = (run.lastindex or 1) - 1
    right = category_table()[code_points]
    changed = np.flatnonzero(installed != right)
    return {int(code_points[index]): _STAND_INS[CATEGORIES[right[index]]] for index in changed}
