r"""Texts to chunks, faster than `pretokenization.split` and the same: each different chunk of a text once.

In C a text is cut by a table (see `automaton`). In Python a text that is all ASCII is cut by `re`, which is
twice as quick as `regex`: for such a text the published patterns can be written without Unicode classes.

    published   ' ?\p{L}+| ?\p{N}+'          in brackets   [^\s\p{L}\p{N}]
    for ASCII   ' ?[A-Za-z]+| ?[0-9]+'                     [^\sA-Za-z0-9]
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split

_BLOCK = 1 << 18
_SAFE_CUT = re.compile(r"\S(?= )|[0-9A-Za-z\u4e00-\u9fff](?=\n)")
_ASCII_OF = {"L": "A-Za-z", "Lu": "A-Z", "Ll": "a-z", "N": "0-9"}


class DistinctChunks(NamedTuple):
    """The chunks of a text, each different one once.

    `chunks` are in the order in which they first appear; `numbers`, int32, holds for every chunk of the text
    the index of its equal among those.
    """

    chunks: list[str]
    numbers: IntArray


def distinct_chunks(text: str, split_pattern: str | None) -> DistinctChunks:
    """Return the chunks of a text without lone surrogates, each different one once; any split pattern will do.

    >>> distinct = distinct_chunks("no no yes no", "gpt2")
    >>> distinct.chunks, distinct.numbers.tolist()
    (['no', ' no', ' yes'], [0, 1, 2, 1])
    """
    if native.library and split_pattern is not None and split_pattern in SPLIT_PATTERNS:
        encoded = text.encode()
        numbers, spans = _distinct_in_c(encoded, split_pattern)
        return DistinctChunks([encoded[start:end].decode() for start, end in spans], numbers)
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    all_numbers = array("i")
    for block in blocks(text, split_pattern):
        all_numbers.extend(map(number.__getitem__, pieces(block, split_pattern)))
    number.default_factory = None  # the dict holds itself by it, and would be freed late
    return DistinctChunks(list(number), np.frombuffer(all_numbers, np.int32))


def _distinct_in_c(encoded: bytes, split_pattern: str) -> tuple[IntArray, list[list[int]]]:
    """Return the number of each chunk, and where the distinct ones begin and end, in bytes."""
    size = len(encoded)
    if size > native.MOST_UNITS:
        raise OverflowError("the text is too long")
    # Of these no more is touched than is written: one number for each chunk, one span for each different one.
    numbers, spans, count = np.empty(size, np.int32), np.empty((size, 2), np.uint32), native.c_int64()
    found = native.library.bpe_distinct(
        native.cutter(split_pattern).at,
        encoded,
        size,
        native.SEED,
        native.address(numbers),
        native.address(spans),
        native.byref(count),
    )
    if found < 0:
        raise MemoryError
    return numbers[:found].copy(), spans[: count.value].tolist()


def pieces(text: str, split_pattern: str | None) -> list[str]:
    """Cut a text as `pretokenization.split` does.

    >>> pieces("I'm in room 42a", "gpt2")
    ['I', "'m", ' in', ' room', ' 42', 'a']
    """
    if split_pattern in SPLIT_PATTERNS and text.isascii():
        return _ascii_pattern(split_pattern).findall(text)
    return split(text, split_pattern)


def blocks(text: str, split_pattern: str | None) -> Iterator[str]:
    r"""Cut a text into blocks where every published pattern begins a chunk for certain; for others, do not.

    That is at a blank after anything but white space, and at a line end after a letter or a digit.

    >>> len(list(blocks("word " * 200_000, "gpt2"))), len(list(blocks("word " * 200_000, r"\w+")))
    (4, 1)
    """
    done = 0
    while done < len(text):
        known = split_pattern in SPLIT_PATTERNS and done + _BLOCK < len(text)
        cut = _SAFE_CUT.search(text, done + _BLOCK) if known else None
        end = cut.end() if cut else len(text)
        yield text[done:end]
        done = end


@cache
def _ascii_pattern(split_pattern: str) -> "re.Pattern[str]":
    r"""Write a published pattern for texts that are all ASCII; there `\s` of `re` is that of Unicode 16."""

    def in_brackets(found: "re.Match[str]") -> str:
        return re.sub(r"\\p{(\w+)}", lambda name: _ASCII_OF.get(name[1], ""), found[0])

    pattern = re.sub(r"\[.*?\]", in_brackets, SPLIT_PATTERNS[split_pattern])
    return re.compile(re.sub(r"\\p{(\w+)}", lambda name: f"[{_ASCII_OF[name[1]]}]", pattern), re.ASCII)
