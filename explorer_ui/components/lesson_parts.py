"""The browser components of the Bytes and Chunks pages: Python wrappers around the files beside this one."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from bpe_core.lessons.characters import ByteGlyph, Character

_HERE = Path(__file__).parent


def _component(name: str) -> Callable[..., Any]:
    def read(kind: str) -> str:
        return "\n".join((_HERE / f"{part}.{kind}").read_text("utf-8") for part in ("shared", name))

    return st.components.v2.component(f"bpe_{name}", css=read("css"), js=read("js"))


_BYTE_TABLE = _component("byte_table")
_GLYPH_TABLE = _component("glyph_table")
_CHUNK_VIEW = _component("chunk_view")


def byte_table(clusters: Sequence[Sequence[Character]], *, key: str) -> None:
    """Draw characters over their bytes; `clusters` are grapheme clusters, each a row of code points."""
    rows = [
        [
            [
                character.text,
                character.name,
                [[byte.value, byte.role, byte.marker, byte.payload] for byte in character.utf8],
            ]
            for character in cluster
        ]
        for cluster in clusters
    ]
    _BYTE_TABLE(data={"clusters": rows}, key=key)


def glyph_table(cells: Sequence[tuple[ByteGlyph, str]], *, used: Collection[int], key: str) -> None:
    """Draw the 256 byte glyphs, each with a sentence about it; `used` are the bytes of the visitor's text."""
    rows = [[cell.glyph, cell.kept, cell.byte.value in used, sentence] for cell, sentence in cells]
    _GLYPH_TABLE(data={"cells": rows}, key=key)


def chunk_view(
    chunks: Sequence[tuple[str, int]],
    branches: Sequence[tuple[str, str, int]],
    *,
    label: str,
    key: str,
    marked: Collection[int] | None = None,
) -> None:
    """Draw chunks in the tint of the branch that took each, and the branches themselves.

    `chunks` are (text, branch), branch -1 for what fell through; `branches` are (pattern, meaning, number
    of chunks in the whole text). With `marked`, the numbers of chunks that another pattern cuts otherwise,
    only those are tinted and the branches are left out.
    """
    data = {
        "chunks": [list(chunk) for chunk in chunks],
        "branches": [list(branch) for branch in branches],
        "marked": None if marked is None else sorted(marked),
        "label": label,
    }
    _CHUNK_VIEW(data=data, key=key)
