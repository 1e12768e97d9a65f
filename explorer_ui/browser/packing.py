"""Encodes bytes for the browser."""

import base64
from typing import Literal, TypeAlias

from bpe_core.types import AlphabetName

Display: TypeAlias = Literal["text", "glyphs"]
"""How a component shows bytes: as text, or as GPT-2's glyphs."""


def display_of(alphabet: AlphabetName) -> Display:
    """Return how the bytes of a recipe with this alphabet are shown."""
    return "glyphs" if alphabet == "byte-glyphs" else "text"


def base64_of(data: bytes) -> str:
    """Write bytes as base64, for JSON; `bytesOf` in browser/payload.js reads it.

    >>> base64_of(b"low")
    'bG93'
    """
    return base64.b64encode(data).decode("ascii")
