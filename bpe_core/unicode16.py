"""The character classes of Unicode 16, to which the published tokenizers hold, whatever `regex` knows.

`regex` follows the newest Unicode, tiktoken's engine does not: U+088F is a letter for the one and nothing
yet for the other, and a text that holds it would be cut differently. The remedy is to cut a copy in which
each such character is replaced, one for one, by an old one of the class that Unicode 16 gives it:

    text        a U+088F b      no letter in Unicode 16
    copy        a   §    b      `regex` cuts it as a | §b
    chunks      a | U+088F b    the same spans of the text

The table is one class for each code point, compressed; `published.build_unicode16` reads it from tiktoken.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import regex

TABLE = Path(__file__).parent / "unicode16.zlib"

CLASSES = ("other", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "space")
r"""What split patterns tell apart: general categories, and white space as `\s` means it."""

_STAND_INS = ("§", "À", "à", "ǅ", "ʰ", "ª", "\u0300", "²", "\u2003")


@cache
def class_table() -> npt.NDArray[np.uint8]:
    r"""Return the class of every code point, as its place in `CLASSES`: uint8, 1,114,112 of them.

    >>> [CLASSES[class_table()[ord(character)]] for character in "aA1 .\u0301字"]
    ['Ll', 'Lu', 'N', 'space', 'other', 'M', 'Lo']
    """
    return np.frombuffer(zlib.decompress(TABLE.read_bytes()), np.uint8)


def as_unicode16(text: str) -> str:
    r"""Return a text of the same length in which `regex` finds the classes that Unicode 16 gives.

    That is the text itself, unless it holds a character to which the installed `regex` gives another class:
    with a `regex` of Unicode 17, U+088F, which Unicode 16 does not know, is written as a sign of the class
    that unknown characters have.

    >>> as_unicode16("naïve"), len(as_unicode16("a\u088fb"))
    ('naïve', 3)
    """
    if text.isascii() or _changed().isdisjoint(text):
        return text
    return text.translate(_stand_ins())


@cache
def _changed() -> frozenset[str]:
    return frozenset(map(chr, _stand_ins()))


@cache
def _stand_ins() -> Mapping[int, str]:
    runs = regex.compile("|".join([*(rf"(\p{{{name}}}+)" for name in CLASSES[1:-1]), r"(\s+)"]))
    code_points = np.concatenate((np.arange(0xD800), np.arange(0xE000, 0x110000)))
    installed = np.zeros(len(code_points), np.uint8)
    for run in runs.finditer(code_points.astype("<u4").tobytes().decode("utf-32-le")):
        installed[run.start() : run.end()] = run.lastindex or 0
    right = class_table()[code_points]
    changed = np.flatnonzero(installed != right)
    return {int(code_points[place]): _STAND_INS[right[place]] for place in changed}
