"""GPT-2's glyph of each of the 256 bytes."""

from collections.abc import Collection, Sequence

from bpe_core.lessons.characters import ByteGlyph
from explorer_ui.components.assets import component

_mount = component("bytes/glyph_table")


def glyph_table(cells: Sequence[tuple[ByteGlyph, str]], *, used: Collection[int], key: str) -> None:
    """Draw the 256 byte glyphs, each with a sentence about it; `used` are the bytes of the visitor's text."""
    rows = [[cell.glyph, cell.kept, cell.byte.value in used, sentence] for cell, sentence in cells]
    _mount(data={"cells": rows}, key=key)
