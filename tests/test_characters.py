"""Characters and their bytes, compared with Python's codecs and Hugging Face tokenizers."""

import sys
import unicodedata

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from bpe_core.lessons.tokens.characters import (
    UTF8_RANGES,
    byte_glyph,
    character_counts,
    character_name,
    describe,
    grapheme_starts,
    measure,
    utf8_byte,
)

characters = st.characters(exclude_categories=["Cs"])


@given(characters)
def test_the_bits_are_those_of_the_bytes_and_make_up_the_code_point(character: str) -> None:
    described = describe(character)
    assert bytes(byte.value for byte in described.utf8) == character.encode()
    assert all(byte.marker + byte.payload == f"{byte.value:08b}" for byte in described.utf8)
    assert int("".join(byte.payload for byte in described.utf8), 2) == ord(character)
    first, *rest = described.utf8
    assert first.role == ("lead" if rest else "single")
    assert first.length == len(described.utf8)
    assert {byte.role for byte in rest} <= {"continuation"}


def test_the_bytes_that_never_occur_are_those_that_no_code_point_has() -> None:
    every_code_point = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000)
    never = set(range(256)) - set(every_code_point.encode())
    assert {value for value in range(256) if utf8_byte(value).role == "never"} == never
    assert len(never) == 13


@pytest.mark.parametrize("limit", UTF8_RANGES, ids=lambda limit: str(limit.length))
def test_the_ranges_end_where_the_codec_takes_one_byte_more(limit) -> None:
    assert len(chr(limit.first).encode()) == len(chr(limit.last).encode()) == limit.length
    assert limit.last == sys.maxunicode or len(chr(limit.last + 1).encode()) == limit.length + 1
    assert limit.bits.replace(" ", "").count("x") >= limit.last.bit_length()


@given(st.text(characters))
def test_a_text_is_as_long_as_the_codecs_say(text: str) -> None:
    size = measure(text, grapheme_starts(text))
    assert size.code_points == len(text)
    assert size.utf8_bytes == len(text.encode())
    assert size.utf16_units == len(text.encode("utf-16-le")) // 2
    assert size.by_length == tuple(sum(len(c.encode()) == n for c in text) for n in (1, 2, 3, 4))


# Of the kinds in the examples of Unicode Standard Annex 29.
KINDS = [
    "a", "🇩", "🇫", "\u0301", "\u0308", "\u200d", "\u0903", "\u0600", "👩", "👨", "🏽", "🚀", "1", "\ufe0f", "\u20e3", "\r", "\n",
    "ᄀ", "ᅡ", "\u11a8", "가", "각",
]  # fmt: skip


@given(st.lists(st.sampled_from(KINDS)).map("".join))
@example("\r\n\n")
@example("👨‍👩‍👧‍👦👨")
@example("1\ufe0f\u20e3")
def test_grapheme_clusters_are_those_of_unicode(text: str) -> None:
    assert grapheme_starts(text).tolist() == [match.start() for match in regex.finditer(r"\X", text)]


def test_a_long_run_of_flags_or_marks_takes_no_longer_than_as_many_letters() -> None:
    assert len(grapheme_starts("🇩" * 300_000)) == 150_000
    assert grapheme_starts("a" + "\u0301" * 100_000).tolist() == [0]


def test_every_character_has_something_to_be_called_by() -> None:
    for point in [*range(0x3000), 0xD800, 0xE000, 0xFFFF, 0x10FFFF]:
        name = character_name(chr(point))
        assert name
        assert name == unicodedata.name(chr(point), name)
    named = {"\0": "NULL", "\t": "HORIZONTAL TABULATION", "\x1b": "ESCAPE", "\x7f": "DELETE"}
    assert {sign: character_name(sign) for sign in named} == named
    assert [(one.text, count) for one, count in character_counts("été été")] == [("é", 4), ("t", 2), (" ", 1)]


def test_the_glyphs_are_those_of_the_hugging_face_tokenizers() -> None:
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    cells = [byte_glyph(value) for value in range(256)]
    assert {cell.glyph for cell in cells} == set(pre_tokenizers.ByteLevel.alphabet())
    for text in ["".join(map(chr, range(128))), "é你🙂", "".join(map(chr, range(0x80, 0x800)))]:
        [(glyphs, _)] = byte_level.pre_tokenize_str(text)
        assert glyphs == "".join(cells[value].glyph for value in text.encode())
    assert sum(cell.kept for cell in cells) == 188
    named = [cells[value].character for value in (10, 32, 65, 200)]
    assert named == ["LINE FEED", "SPACE", "LATIN CAPITAL LETTER A", None]
