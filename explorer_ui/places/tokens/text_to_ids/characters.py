"""The depths of bits, bytes and characters: the ranges of UTF-8, GPT-2's byte glyphs, and four measures of a text."""

from itertools import islice
from typing import TypedDict

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import Tokenizer, to_glyphs
from bpe_core.lessons.tokens.characters import (
    UTF8_RANGES,
    ByteGlyph,
    TextSize,
    byte_glyph,
    character_counts,
    grapheme_starts,
    measure,
)
from explorer_ui.browser.assets import component
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.figures import draw_figures
from explorer_ui.parts.say.question import choose_one
from explorer_ui.places.tokens.text_to_ids.pipeline import show_normalizing
from explorer_ui.visit.names import BYTES_TABS
from explorer_ui.visit.words import readable

_SHOWN_DIFFERENT = 2_000
_SHOWN_GLYPHS = 400

_EXAMPLES = {1: "A", 2: "é", 3: "你", 4: "🙂"}

# What people call some bytes, in addition to their names in Unicode.
_BY_NAMES = {0x09: "tab", 0x0A: "newline", 0x0D: "return"}

_UNITS = {
    "Visible characters": "Grapheme clusters: what a reader sees as one character, and the cursor passes in one step.",
    "Code points": "What Unicode assigns a number to. Python counts these, and so does this app when it says character.",
    "UTF-16 units": "What JavaScript, Java and C# call the length of a text: two for each code point above U+FFFF.",
    "Bytes in UTF-8": "What is stored and sent, and what byte-level BPE starts from.",
}
"""The units in which a text is measured, each with its explanation."""

_mount_glyphs = component("places/tokens/text_to_ids/glyph_table")


class GlyphCell(TypedDict):
    """A byte as the component takes it."""

    glyph: str
    kept: bool  # whether it is the byte's own character
    used: bool  # whether the byte occurs in the visitor's text
    sentence: str  # a description of the byte


class GlyphsData(TypedDict):
    """All that the component takes."""

    cells: list[GlyphCell]  # in the order of the bytes


def show_below_bits(text: str) -> None:
    """Draw the ranges of UTF-8."""
    _by_size(measure(text, np.empty(0, np.int32)))  # which counts no visible characters


def show_below_bytes(text: str) -> None:
    """Draw the ranges of UTF-8, and the table of glyphs."""
    if choose_one("About the bytes", BYTES_TABS, key="bytes_tab") == BYTES_TABS[0]:
        show_below_bits(text)
    else:
        _glyphs(text)


def show_below_characters(tokenizer: Tokenizer, text: str) -> None:
    """Draw four measures of the text, each of its characters once, and what normalizers change."""
    _figures(_measured(text))
    _each_once(text)
    st.markdown("**What a normalizer changes**")
    show_normalizing(tokenizer, text)


@cached
def _measured(text: str) -> TextSize:
    return measure(text, grapheme_starts(text))


def _figures(size: TextSize) -> None:
    counts = (size.grapheme_clusters, size.code_points, size.utf16_units, size.utf8_bytes)
    draw_figures(dict(zip(_UNITS, map("{:,}".format, counts), strict=True)), helps=_UNITS)


def _each_once(text: str) -> None:
    table = different_characters(text)
    st.dataframe(table, hide_index=True)
    if len(table) == _SHOWN_DIFFERENT:
        st.caption(f"These are the {_SHOWN_DIFFERENT:,} most frequent characters.")


def _by_size(size: TextSize) -> None:
    st.dataframe(range_table(size), hide_index=True)
    st.markdown(
        "The first 128 characters are ASCII and keep their one byte, so any ASCII text is already valid "
        "UTF-8. The first byte of a longer character gives its length, and continuation bytes look "
        "different from first bytes: a program that starts in the middle of a text can find the next "
        "character."
    )


def different_characters(text: str) -> pd.DataFrame:
    """Return the distinct characters of a text, most frequent first, one row each."""
    rows = [
        (
            readable(character.text.encode("utf-8")),
            count,
            f"U+{ord(character.text):04X}",
            character.name,
            len(character.utf8),
            character.text.encode("utf-8").hex(" ").upper(),
            " ".join(f"{byte.marker}·{byte.payload}" for byte in character.utf8),
        )
        for character, count in islice(character_counts(text), _SHOWN_DIFFERENT)
    ]
    columns = ["character", "count", "code point", "name", "bytes", "in hex", "in binary (marker·bits)"]
    return pd.DataFrame(rows, columns=columns)


def range_table(size: TextSize) -> pd.DataFrame:
    """Return the four lengths of a character in UTF-8, with how many characters of this text have each."""
    rows = [
        (
            limit.length,
            f"U+{limit.first:04X} to U+{limit.last:04X}",
            limit.bits,
            f"{_EXAMPLES[limit.length]}  {_EXAMPLES[limit.length].encode().hex(' ').upper()}",
            count,
        )
        for limit, count in zip(UTF8_RANGES, size.by_length, strict=True)
    ]
    return pd.DataFrame(rows, columns=["bytes", "code points", "bits", "example", "in your text"])


def _glyphs(text: str) -> None:
    st.markdown(
        "GPT-2's vocabulary is stored as a text file, so each of the 256 bytes needs a printable character. "
        "A byte whose Latin-1 character is visible keeps it: 33 to 126, 161 to 172, and 174 to 255. The "
        "other 68 get the characters from U+0100 on, in ascending order. The space, byte 32, is the 33rd of "
        "them and becomes Ġ (U+0120); the newline, byte 10, is the 11th and becomes Ċ (U+010A)."
    )
    used = set(text.encode("utf-8"))
    cells: list[GlyphCell] = [
        {
            "glyph": cell.glyph,
            "kept": cell.kept,
            "used": cell.byte.value in used,
            "sentence": glyph_sentence(cell),
        }
        for cell in map(byte_glyph, range(256))
    ]
    data: GlyphsData = {"cells": cells}
    _mount_glyphs(data=data, key="glyph_table")
    if text:
        st.markdown("**Your text in these glyphs**, as GPT-2's vocabulary file would write it")
        beginning = to_glyphs(text[:_SHOWN_GLYPHS].encode("utf-8"))
        # A code block would load 1.5 MB to highlight it. No glyph is white space, which `st.text` may remove.
        st.text(beginning + ("…" if len(text) > _SHOWN_GLYPHS else ""))


def glyph_sentence(cell: ByteGlyph) -> str:
    """Return the sentence about a cell of the glyph table: its byte, and why it has this glyph."""
    byte = cell.byte
    what = {
        "single": cell.character or "",
        "lead": f"begins a character of {byte.length} bytes",
        "continuation": "continues a character",
        "never": "never occurs in UTF-8",
    }[byte.role]
    also = f" ({_BY_NAMES[byte.value]})" if byte.value in _BY_NAMES else ""
    if cell.kept:
        why = "its own Latin-1 character"
    else:
        place = ord(cell.glyph) - 0x100
        why = f"replacement {place + 1} of 68, U+{ord(cell.glyph):04X}"
    return f"{cell.glyph} · byte {byte.value}, 0x{byte.value:02X} · {what}{also} · {why}"
