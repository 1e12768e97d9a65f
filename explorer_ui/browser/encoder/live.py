"""What the browser needs to encode text while it is typed: the files of an encoder, and their addresses.

This works for the published rank tables: they merge by lowest rank over 256 bytes, and they never change. All
other tokenizers run in Python, which gets the text after a debounce delay.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import TypedDict

from bpe_core import Tokenizer, load_published
from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.chat.chat import Policy
from bpe_core.fast.automaton import automaton_of
from bpe_core.tables import DATA, TABLES
from bpe_core.unicode16 import CLASS_OF_CATEGORY, TABLE
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached


class PatternParts(TypedDict):
    """A split pattern: its automaton is `near`, `moves` (uint16, little-endian) and `width`.

    `classes` has the class of each category of characters; bytes are encoded as base64.
    """

    near: str
    moves: str
    width: int
    classes: list[int]


class EncoderParts(PatternParts):
    """The small parts of an encoder: its split pattern, the order of its bytes (base64), its special tokens.

    The ids of special tokens are not in the vocabulary.
    """

    byteOrder: str
    special: dict[str, int]


class EncoderData(TypedDict):
    """The addresses of an encoder's files, and how special tokens in a text are treated."""

    parts: str
    merges: list[str]
    categories: str
    policy: Policy


base_path: str | None = None
"""The path under which the files are served, such as "/encoder"; None if there is no route."""


def live_encoder(tokenizer: Tokenizer, policy: Policy) -> EncoderData | None:
    """Return the data for encoding in the browser, or None if only Python can encode with this tokenizer.

    `policy` says how special tokens in the text are treated.
    """
    name = tokenizer.name
    published = name in TABLES and tokenizer is load_published(name)
    return encoder_of(name, policy) if published else None


def encoder_of(name: str, policy: Policy) -> EncoderData | None:
    """Return the data for a published rank table, given its name, without loading the table."""
    if base_path is None:
        return None
    return {
        "parts": _address(f"{name}.parts"),
        "merges": [_address(f"{file}.merges") for file in TABLES[name].merges],
        "categories": _address("categories"),
        "policy": policy,
    }


def _address(of: str) -> str:
    return f"{base_path}/{of}.{_digest(_file(of))}"


def encoder_file(address: str) -> bytes | None:
    """Return the file at an address below `base_path`, or None if there is none.

    An address identifies the content of the file, so that a browser may cache it indefinitely.
    """
    of, _, digest = address.rpartition(".")
    return _file(of) if of in _FILES and _digest(_file(of)) == digest else None


def encoder_parts(name: str) -> EncoderParts:
    """Return the `EncoderParts` of a published rank table, by name.

    >>> encoder_parts("gpt2")["special"], encoder_parts("gpt2")["width"]
    ({'<|endoftext|>': 50256}, 20)
    """
    table = TABLES[name]
    order = sorted(range(256), key=BYTE_GLYPHS.__getitem__) if table.bytes_by_glyph else range(256)
    return {
        **pattern_parts(table.split_pattern),
        "byteOrder": base64_of(bytes(order)),
        "special": dict(table.special_tokens),
    }


def pattern_parts(split_pattern: str) -> PatternParts:
    """Return the automaton of a published split pattern, by name.

    >>> pattern_parts("gpt2")["width"]
    20
    """
    near, moves = automaton_of(split_pattern)
    return {
        "near": base64_of(near),
        "moves": base64_of(moves.astype("<u2").tobytes()),
        "width": moves.shape[1],
        "classes": list(CLASS_OF_CATEGORY),
    }


def _packed_parts(name: str) -> bytes:
    return json.dumps(encoder_parts(name)).encode()


_FILES: Mapping[str, Callable[[], bytes]] = {
    **{f"{name}.parts": partial(_packed_parts, name) for name in TABLES},
    **{
        f"{file}.merges": (DATA / f"{file}.merges.zlib").read_bytes
        for table in TABLES.values()
        for file in table.merges
    },
    "categories": TABLE.read_bytes,
}


@cached
def _file(of: str) -> bytes:
    return _FILES[of]()


@cached
def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]
