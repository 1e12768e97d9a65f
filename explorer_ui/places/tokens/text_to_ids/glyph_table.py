"""GPT-2's glyph of each of the 256 bytes."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from bpe_core.lessons.tokens.characters import ByteGlyph
from explorer_ui.browser.assets import component

_mount = component("places/tokens/text_to_ids/glyph_table")


class GlyphCell(TypedDict):
    """A byte as the component takes it."""

    glyph: str
    kept: bool  # whether it is the byte's own character
    used: bool  # whether the byte occurs in the visitor's text
    sentence: str  # a description of the byte


class GlyphsData(TypedDict):
    """All that the component takes."""

    cells: list[GlyphCell]  # in the order of the bytes


def glyph_table(cells: Sequence[tuple[ByteGlyph, str]], *, used: Collection[int], key: str) -> None:
    """Draw the 256 byte glyphs, each with a sentence about it; `used` are the bytes of the visitor's text."""
    data: GlyphsData = {
        "cells": [
            {"glyph": cell.glyph, "kept": cell.kept, "used": cell.byte.value in used, "sentence": sentence}
            for cell, sentence in cells
        ]
    }
    _mount(data=data, key=key)
