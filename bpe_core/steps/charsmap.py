r"""SentencePiece's own normal form: a table that says of some strings what they become, as NLLB's files carry it.

The table is a trie and the strings that it leads to, each ended by a zero:

    size of the trie in bytes | trie, 32 bits a node | "(1)\0(10)\0..."

The trie is a double array. Of a node, `offset` is where its children begin and `label` the byte that leads to it:
from the children's place p of its parent, the child of byte b is node p ^ b, if that one's label is b.

    bits 0 to 7   label        bit 8   the path so far is a string of the table; at the children's place is
    bit 9, 10 ..  offset               a node with the place of what it becomes

Of a grapheme cluster of fewer than six bytes the shortest beginning that is in the table decides what all of it
becomes; of a longer one, or one that is not there, each character is looked up by itself. Sources: the compiled
tables of google/sentencepiece; s-yata/darts-clone; huggingface/tokenizers, version 0.23, `precompiled.rs`.
"""

import base64
import binascii
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import regex

from bpe_core.alphabets import IntArray
from bpe_core.steps.pieces import Piece
from bpe_core.types import BpeError

_CLUSTER = regex.compile(r"\X")
_LONGEST_CLUSTER = 5
_LEAF = 1 << 8
_FAR = 1 << 9


@dataclass(frozen=True, slots=True)
class CharsMap:
    """What a table of SentencePiece makes of a text; `written` is the table in Base64, as the file has it.

    Raises `BpeError` where it is no such table.
    """

    written: str = field(repr=False)
    title: str = "SentencePiece's table of characters"

    def __post_init__(self) -> None:
        """Raise `BpeError` for what is no table."""
        _table(self.written)

    def apply(self, piece: Piece) -> Piece:
        """Return the piece with what the table holds replaced."""
        return piece.with_text(
            (start, end, new)
            for start, end in _looked_up(piece.text, self.written)
            if (new := _replacement(self.written, piece.text[start:end])) is not None
        )


def _looked_up(text: str, written: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for cluster in _CLUSTER.finditer(text):
        start, end = cluster.span()
        is_whole = end - start > 1 and len(text[start:end].encode("utf-8")) <= _LONGEST_CLUSTER
        if is_whole and _replacement(written, text[start:end]) is not None:
            spans.append((start, end))
        else:
            spans += [(index, index + 1) for index in range(start, end)]
    return spans


@lru_cache(maxsize=1 << 14)
def _replacement(written: str, string: str) -> str | None:
    nodes, strings = _table(written)
    try:
        node = int(nodes[0])
        place = _offset(node)
        for byte in string.encode("utf-8").partition(b"\0")[0]:
            place ^= byte
            node = int(nodes[place])
            if node & 0x800000FF != byte:
                return None
            place ^= _offset(node)
            if node & _LEAF:
                start = int(nodes[place]) & 0x7FFFFFFF
                return strings[start:].partition(b"\0")[0].decode("utf-8")
    except (IndexError, UnicodeDecodeError):
        return None
    return None


def _offset(node: int) -> int:
    return (node >> 10) << (8 if node & _FAR else 0)


@lru_cache(maxsize=4)
def _table(written: str) -> tuple[IntArray, bytes]:
    try:
        data = base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    size = int.from_bytes(data[:4], "little")
    if len(data) < 8 or size % 4 or not 4 <= size <= len(data) - 4:
        raise BpeError("The table of characters (Precompiled) is none of SentencePiece's.")
    return np.frombuffer(data, "<u4", size // 4, 4), data[4 + size :]
