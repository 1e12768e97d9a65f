r"""Splits texts into distinct chunks: the same chunks as from `pretokenization.split`, but faster.

C splits with a transition table (see `automaton`), Python with the pattern itself.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.fast import native
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split

_BLOCK = 1 << 18
# Where every published pattern begins a chunk, and no normal form joins the characters around it: before a
# blank that does not follow white space, and before a line end, a full stop or a comma after a letter or a digit.
_BLOCK_END = re.compile(r"\S(?= )|[0-9A-Za-z\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff](?=[\n。，、])")


class DistinctChunks(NamedTuple):
    """The distinct chunks of texts, in order of first appearance.

    `joined` has these chunks end to end, in UTF-8, and `starts`, int32, the offset of each; `numbers`, int32,
    has for every chunk of the texts the index of its distinct chunk, and `first_chunks`, int32, the index in
    `numbers` at which each nonempty text begins.

    >>> DistinctChunks.of(["é", "a"], np.array([0, 1, 0]), [0]).starts.tolist()
    [0, 2]
    """

    joined: bytes
    starts: IntArray
    numbers: IntArray
    first_chunks: IntArray

    @classmethod
    def of(cls, chunks: Sequence[str], numbers: IntArray, first_chunks: Sequence[int]) -> "DistinctChunks":
        """Join chunks given as a list."""
        joined = "".join(chunks)
        lengths = map(len, chunks) if joined.isascii() else (len(chunk.encode()) for chunk in chunks)
        starts = np.fromiter(accumulate(lengths, initial=0), np.int32, len(chunks) + 1)
        return cls(joined.encode(), starts[:-1], numbers, np.array(first_chunks, np.int32))

    @property
    def chunks(self) -> list[str]:
        """The distinct chunks as a list."""
        spans = pairwise([*self.starts.tolist(), len(self.joined)])
        return [self.joined[start:end].decode() for start, end in spans]


def distinct_chunks(texts: Iterable[str], split_pattern: str | None) -> DistinctChunks:
    """Return the distinct chunks of texts without unpaired surrogates; any split pattern works.

    >>> distinct = distinct_chunks(["no no", " yes no"], "gpt2")
    >>> distinct.chunks, distinct.numbers.tolist(), distinct.first_chunks.tolist()
    (['no', ' no', ' yes'], [0, 1, 2, 1], [0, 2])
    """
    if native.library and split_pattern is not None and split_pattern in SPLIT_PATTERNS:
        return _distinct_in_c([text.encode() for text in texts], split_pattern)
    number: defaultdict[str, int] = defaultdict()
    number.default_factory = number.__len__
    numbers = array("i")
    first_chunks = []
    for text in filter(None, texts):
        first_chunks.append(len(numbers))
        for block in blocks(text, split_pattern):
            numbers.extend(map(number.__getitem__, split(block, split_pattern)))
    number.default_factory = None  # a reference cycle, which would be freed late
    return DistinctChunks.of(list(number), np.frombuffer(numbers, np.int32), first_chunks)


def _distinct_in_c(encoded: list[bytes], split_pattern: str) -> DistinctChunks:
    joined_texts = b"".join(encoded)
    size = len(joined_texts)
    if size > native.MOST_UNITS:
        raise OverflowError("the text is too long")
    ends = np.fromiter(accumulate(map(len, encoded)), np.uint32, len(encoded))
    # The arrays are usually much too long, but memory is used only for the part that is written.
    numbers, joined, starts = np.empty(size, np.int32), np.empty(size, np.uint8), np.empty(size + 1, np.int32)
    count = native.c_int64()
    found = native.library.bpe_distinct(
        native.pre_tokenizer(split_pattern).at,
        joined_texts,
        native.address(ends),
        len(ends),
        native.SEED,
        native.address(numbers),
        native.address(joined),
        native.address(starts),
        native.byref(count),
    )
    if found < 0:
        raise MemoryError
    end = starts[count.value]
    first_chunks = np.unique(np.append(np.int32(0), ends.astype(np.int32)))[:-1]
    return DistinctChunks(
        joined[:end].tobytes(), starts[: count.value].copy(), numbers[:found].copy(), first_chunks
    )


def blocks(text: str, split_pattern: str | None) -> Iterator[str]:
    r"""Split a text into blocks at positions where the split pattern begins a chunk.

    With a pattern that is not published, the whole text is one block.

    >>> len(list(blocks("word " * 200_000, "gpt2"))), len(list(blocks("word " * 200_000, r"\w+")))
    (4, 1)
    """
    if split_pattern in SPLIT_PATTERNS:
        yield from (text[start:end] for start, end in block_spans(text))
    elif text:
        yield text


def block_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each block of a text begins and ends; its length is bounded unless no block can end.

    >>> [*block_spans("word " * 200_000)][:2]
    [(0, 262149), (262149, 524294)]
    """
    done = 0
    while done < len(text):
        found = _BLOCK_END.search(text, done + _BLOCK)
        end = found.end() if found else len(text)
        yield done, end
        done = end


def has_block_end(string: str) -> bool:
    """Return whether a block can end inside a string.

    >>> has_block_end("a b"), has_block_end(" ab")
    (True, False)
    """
    return _BLOCK_END.search(string) is not None


def first_block_end(data: bytes) -> tuple[int, int] | None:
    """Return where a block can first end in a stretch of UTF-8: the bytes where its last character begins and ends.

    The stretch may begin and end inside a character.

    >>> first_block_end("あ b c".encode()[1:]), first_block_end(b"ab")
    ((3, 4), None)
    """
    inside = len(data) - len(data.lstrip(bytes(range(0x80, 0xC0))))
    text = data[inside:].decode("utf-8", "surrogateescape")
    found = _BLOCK_END.search(text)
    if found is None:
        return None
    begin, end = (len(text[:at].encode("utf-8", "surrogateescape")) for at in found.span())
    return inside + begin, inside + end
