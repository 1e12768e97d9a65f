r"""SentencePiece's own normalization: a table that replaces strings, as in NLLB's files.

The table consists of a trie, whose keys are the strings to replace, and of the replacements, each terminated
by a zero:

    size of the trie in bytes | trie, 32 bits a node | "(1)\0(10)\0..."

The trie is a double array. If the children of a node begin at p, its child for byte b is node p ^ b, provided
that the label of that node is b. The bits of a node:

    bits 0 to 7          the label: the byte that leads to the node
    bit 8                set if the path to the node is a key: then the node at which its children begin has
                         the position of the replacement
    bit 9, bits 10 on    the offset, from which the place of the children is computed

As in Hugging Face tokenizers, if a grapheme cluster has fewer than six bytes and one of its prefixes is a
key, the shortest such prefix gives the replacement for the whole cluster; otherwise each character is looked
up separately. SentencePiece itself replaces the longest key at every place (`LongestMatches`). Sources: the
compiled tables of google/sentencepiece, and its `normalizer.cc`, version 0.2; s-yata/darts-clone;
huggingface/tokenizers, version 0.23, `precompiled.rs`.
"""

import base64
import binascii
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np
import regex

from bpe_core.alphabets import IntArray
from bpe_core.pipeline.added_tokens import StringFinder
from bpe_core.pipeline.aligned_text import MAX_WRITTEN, AlignedText, origins_of, too_much
from bpe_core.types import BpeError

_CLUSTER = regex.compile(r"\X")
# `regex` keeps "a्क" in one cluster, unlike the library, because the Indic sign that joins consonants follows
# a letter that is not a consonant. After a consonant, the cluster is too long to be looked up anyway.
_AFTER_MARK = regex.compile(r"(?<=[\p{GCB=Extend}\p{GCB=ZWJ}])\p{GCB=Other}(?<=\p{L})")
_LONGEST_CLUSTER = 5
_LEAF = 1 << 8
_FAR = 1 << 9

MAX_TABLE = 2_000_000
"""The longest table, in Base64 characters: SentencePiece's four tables have at most 330,000."""

MAX_NEW = 256
"""The longest replacement, in bytes; SentencePiece's own tables have at most 33."""


MAX_KEY = 64
"""The longest string to replace, in characters; SentencePiece's own tables have at most 18."""


@dataclass(frozen=True, slots=True)
class CharsMap:
    """Replaces strings by a SentencePiece table; `written` is the table in Base64, as in the file.

    Raises `BpeError` if the table is invalid or too long.
    """

    written: str = field(repr=False)
    title: str = "SentencePiece's table of characters"
    _nodes: IntArray = field(init=False, repr=False, compare=False)
    _strings: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            data = base64.b64decode(self.written[: MAX_TABLE + 1], validate=True)
        except (binascii.Error, ValueError):
            data = b""
        size = int.from_bytes(data[:4], "little")
        if len(data) < 8 or size % 4 or not 4 <= size <= len(data) - 4 or len(self.written) > MAX_TABLE:
            raise BpeError("The table of characters (Precompiled) is not a valid SentencePiece table.")
        strings = data[4 + size :]
        if max(map(len, strings.split(b"\0"))) > MAX_NEW:
            raise BpeError(
                f"The table of characters (Precompiled) replaces one character with more than {MAX_NEW} bytes."
            )
        object.__setattr__(self, "_nodes", np.frombuffer(data, "<u4", size // 4, 4))
        object.__setattr__(self, "_strings", strings)

    def apply(self, aligned: AlignedText) -> AlignedText:
        found: dict[str, str | None] = {}

        def replacement(string: str) -> str | None:
            if string not in found:
                found[string] = self._replacement(string)
            return found[string]

        parts: list[str] = []
        taken: list[int] = []
        for start, end in _looked_up(aligned.text, replacement):
            new = replacement(aligned.text[start:end])
            if new is None:
                parts.append(aligned.text[start])
                taken.append(1)
                continue
            if len(taken) + len(new) > MAX_WRITTEN:
                raise too_much()
            old = end - start
            parts.append(new)
            taken += [1] * min(old, len(new)) + [0] * (len(new) - old)
            if taken and len(new) < old:
                # A dropped character is counted with the character before it; at the beginning of a text, the
                # library does not count it.
                taken[-1] += old - len(new)
        text = "".join(parts)
        if text == aligned.text:
            return aligned
        return AlignedText(text, array("i", map(aligned.origins.__getitem__, origins_of(taken))))

    def _replacement(self, string: str) -> str | None:
        """Return the replacement of a string by its shortest prefix in the table, or None."""
        try:
            place = _offset(int(self._nodes[0]))
            for byte in string.encode("utf-8").partition(b"\0")[0]:
                if (child := self._child(place, byte)) is None:
                    return None
                place, is_string = child
                if is_string:
                    return self._string_of(place)
        except (IndexError, UnicodeDecodeError):
            return None
        return None

    def longest(self, text: str, start: int) -> tuple[int, str] | None:
        """Return the end and the replacement of the longest key that begins at `start`, or None.

        Raises `BpeError` if the table would compare more than `MAX_KEY` characters there.
        """
        found = None
        try:
            place, is_string = _offset(int(self._nodes[0])), False
            for end in range(start, min(start + MAX_KEY, len(text))):
                for byte in text[end].encode("utf-8"):
                    if (child := self._child(place, byte)) is None:
                        return found
                    place, is_string = child
                if is_string:
                    found = end + 1, self._string_of(place)
        except (IndexError, UnicodeDecodeError):
            return found
        if start + MAX_KEY < len(text):
            raise BpeError(
                f"The table of characters (Precompiled) matches more than {MAX_KEY} characters at once."
            )
        return found

    def _child(self, place: int, byte: int) -> tuple[int, bool] | None:
        """Return where the children of a child begin, and whether its path is a key; None without a child.

        `place` is where the children of the parent begin.
        """
        place ^= byte
        node = int(self._nodes[place])
        return None if node & 0x800000FF != byte else (place ^ _offset(node), bool(node & _LEAF))

    def _string_of(self, place: int) -> str:
        start = int(self._nodes[place]) & 0x7FFFFFFF
        return self._strings[start : start + MAX_NEW].partition(b"\0")[0].decode("utf-8")


@dataclass(frozen=True)
class LongestMatches:
    """SentencePiece's own way to apply its table: it replaces the longest string of the table at every place.

    The strings in `kept` are not changed. `prefix` is put before a text, also before one that the table deletes
    entirely, unless the text was empty.
    """

    table: CharsMap
    kept: tuple[str, ...] = ()
    prefix: str = ""

    @property
    def title(self) -> str:
        return self.table.title + (f"; {self.prefix!r} is put before the text" if self.prefix else "")

    def apply(self, aligned: AlignedText) -> AlignedText:
        before = [(0, 0, self.prefix)] if self.prefix and aligned.text else []
        return aligned.with_text(chain(before, self._changes(aligned.text)))

    @cached_property
    def _finder(self) -> StringFinder:
        return StringFinder(self.kept)

    def _changes(self, text: str) -> Iterator[tuple[int, int, str]]:
        kept = self._finder
        at = 0
        while at < len(text):
            if length := kept.longest_at(text, at):
                at += length
            elif found := self.table.longest(text, at):
                end, new = found
                if new != text[at:end]:
                    yield at, end, new
                at = end
            else:
                at += 1


def _looked_up(text: str, replacement: Callable[[str], str | None]) -> Iterator[tuple[int, int]]:
    """Yield the spans to look up: whole clusters that are short and in the table, otherwise characters."""
    for start, end in _clusters(text):
        is_whole = end - start > 1 and len(text[start:end].encode("utf-8")) <= _LONGEST_CLUSTER
        if is_whole and replacement(text[start:end]) is not None:
            yield start, end
        else:
            yield from ((index, index + 1) for index in range(start, end))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    for cluster in _CLUSTER.finditer(text):
        start, end = cluster.span()
        for letter in _AFTER_MARK.finditer(text, start, end):
            yield start, letter.start()
            start = letter.start()
        yield start, end


def _offset(node: int) -> int:
    return (node >> 10) << (8 if node & _FAR else 0)
