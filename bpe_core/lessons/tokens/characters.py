r"""What a text is to a computer: characters, their numbers in Unicode, and the bytes of their UTF-8 encoding.

A character here is one code point. UTF-8 encodes it in one to four bytes. The first bits of each byte (the
marker) give its role; the other bits, concatenated, are the code point:

    你    E4 = 1110 0100    1110: the first of three bytes
          BD = 10 111101    10: one more byte of the same character
          A0 = 10 100000    10: one more
          0100 111101 100000 = 4F60, the code point

Source: RFC 3629. What a reader sees as one character can be several code points: a grapheme cluster, as
defined by Unicode Standard Annex 29.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import regex

from bpe_core.alphabets import BYTE_GLYPHS, IntArray

ByteRole: TypeAlias = Literal["single", "lead", "continuation", "never"]

# Flags are taken in pairs from the left: at each letter of a long run, `\X` alone would count those before it.
_GRAPHEME_CLUSTER = regex.compile(r"\p{RI}\p{RI}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*+|\X")


@dataclass(frozen=True, slots=True)
class Utf8Byte:
    """One byte of a character in UTF-8: its value, its marker bits, and its payload bits.

    `marker` and `payload` are strings of 0 and 1, eight digits in total. A `lead` byte is the first of
    `length` bytes; a `single` byte is a character by itself (`length` 1); for other roles `length` is 0. The
    13 byte values that UTF-8 never uses have the role `never` and neither marker nor payload.
    """

    value: int
    role: ByteRole
    length: int
    marker: str
    payload: str


@dataclass(frozen=True, slots=True)
class Character:
    """One code point of a text, with its name in Unicode and its bytes in UTF-8."""

    text: str
    name: str
    utf8: tuple[Utf8Byte, ...]


@dataclass(frozen=True, slots=True)
class Utf8Range:
    """The code points `first` to `last` take `length` bytes; `bits` shows these bytes, with x for the bits of the code point."""

    length: int
    first: int
    last: int
    bits: str


UTF8_RANGES = (
    Utf8Range(1, 0x0000, 0x007F, "0xxxxxxx"),
    Utf8Range(2, 0x0080, 0x07FF, "110xxxxx 10xxxxxx"),
    Utf8Range(3, 0x0800, 0xFFFF, "1110xxxx 10xxxxxx 10xxxxxx"),
    Utf8Range(4, 0x10000, 0x10FFFF, "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"),
)
"""How many bytes a code point takes in UTF-8. Source: RFC 3629, section 3."""


@dataclass(frozen=True, slots=True)
class TextSize:
    """The length of a text in different units.

    `by_length` says how many code points take 1, 2, 3 and 4 bytes. `utf16_units` is what JavaScript, Java
    and C# call the length of a string.
    """

    grapheme_clusters: int
    code_points: int
    utf16_units: int
    utf8_bytes: int
    by_length: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ByteGlyph:
    """One of the 256 cells of GPT-2's table: a byte, its printable glyph, and where the glyph comes from.

    `kept` is True if the glyph is the byte's own Latin-1 character. `character` is the name of the ASCII
    character that the byte encodes, or None for the 128 bytes that are never a whole character.
    """

    byte: Utf8Byte
    glyph: str
    kept: bool
    character: str | None


def utf8_byte(value: int) -> Utf8Byte:
    """Describe the role of a byte in UTF-8.

    >>> utf8_byte(0xE4)
    Utf8Byte(value=228, role='lead', length=3, marker='1110', payload='0100')
    >>> utf8_byte(0xBD)
    Utf8Byte(value=189, role='continuation', length=0, marker='10', payload='111101')
    """
    bits = f"{value:08b}"
    if value < 0x80:
        return Utf8Byte(value, "single", 1, bits[:1], bits[1:])
    if value < 0xC0:
        return Utf8Byte(value, "continuation", 0, bits[:2], bits[2:])
    # C0 and C1 could only begin an overlong encoding of an ASCII character, F5 to FF only a code point above
    # U+10FFFF. RFC 3629 excludes both cases.
    if value < 0xC2 or value > 0xF4:
        return Utf8Byte(value, "never", 0, "", "")
    length = 2 if value < 0xE0 else 3 if value < 0xF0 else 4
    return Utf8Byte(value, "lead", length, bits[: length + 1], bits[length + 1 :])


def describe(character: str) -> Character:
    """Describe one character; it must not be an unpaired surrogate.

    >>> describe("你").name, [f"{byte.value:X}" for byte in describe("你").utf8]
    ('CJK UNIFIED IDEOGRAPH-4F60', ['E4', 'BD', 'A0'])
    """
    return Character(character, character_name(character), tuple(map(utf8_byte, character.encode("utf-8"))))


def character_name(character: str) -> str:
    r"""Return the name of a character in Unicode, or what kind of character it is if it has no name.

    ASCII control characters have no names, so they get the names of their symbols (U+2400 to U+2421).

    >>> character_name("é"), character_name("\n"), character_name("\ue000")
    ('LATIN SMALL LETTER E WITH ACUTE', 'LINE FEED', 'private use')
    """
    code_point = ord(character)
    if code_point < 0x20 or code_point == 0x7F:
        picture = 0x2421 if code_point == 0x7F else 0x2400 + code_point
        return unicodedata.name(chr(picture)).removeprefix("SYMBOL FOR ")
    kinds = {"Cc": "control character", "Co": "private use", "Cs": "surrogate", "Cn": "no character yet"}
    return unicodedata.name(character, "") or kinds.get(unicodedata.category(character), "without a name")


def measure(text: str, starts: IntArray) -> TextSize:
    """Measure a text without unpaired surrogates; `starts` are its `grapheme_starts`.

    >>> measure("👨‍👩‍👧‍👦", grapheme_starts("👨‍👩‍👧‍👦"))
    TextSize(grapheme_clusters=1, code_points=7, utf16_units=11, utf8_bytes=25, by_length=(0, 0, 3, 4))
    """
    code_points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    limits = [limit.last for limit in UTF8_RANGES]
    one, two, three, four = np.bincount(np.searchsorted(limits, code_points), minlength=4).tolist()
    return TextSize(
        grapheme_clusters=len(starts),
        code_points=len(text),
        utf16_units=len(text) + four,
        utf8_bytes=one + 2 * two + 3 * three + 4 * four,
        by_length=(one, two, three, four),
    )


def grapheme_starts(text: str) -> IntArray:
    r"""Return the character index at which each grapheme cluster of a text begins, int32.

    >>> grapheme_starts("e\u0301a").tolist()
    [0, 2]
    """
    return np.fromiter((match.start() for match in _GRAPHEME_CLUSTER.finditer(text)), np.int32)


def character_counts(text: str) -> Iterator[tuple[Character, int]]:
    """Yield a description of each distinct character of a text, and its count, the most frequent first.

    >>> [(character.text, count) for character, count in character_counts("abba b")]
    [('b', 3), ('a', 2), (' ', 1)]
    """
    for character, count in Counter(text).most_common():
        yield describe(character), count


def byte_glyph(value: int) -> ByteGlyph:
    """Return the cell of a byte in GPT-2's table of glyphs.

    >>> cell = byte_glyph(32)
    >>> cell.glyph, cell.kept, cell.character
    ('Ġ', False, 'SPACE')
    """
    glyph = BYTE_GLYPHS[value]
    return ByteGlyph(
        utf8_byte(value), glyph, glyph == chr(value), character_name(chr(value)) if value < 128 else None
    )
