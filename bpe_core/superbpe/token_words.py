"""Counts the words of tokens; the count for a merged token is computed from its two parts.

Words are separated by spaces. The shape of a token is the number 4 w + 2 b + e, where w is the number of
words, b is 1 if the token begins with a word, and e is 1 if it ends with a word; otherwise they are 0.

    token     low        ␣the       low␣the    of␣the␣    ␣␣
    shape     4 + 2 + 1  4 + 0 + 1  8 + 2 + 1  8 + 2 + 0  0

When two tokens merge, words that touch become one: `lo` and `w` make one word, `lo` and `␣w` two.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.types import Merge

Shape = TypeVar("Shape", int, IntArray)


def shapes_of(tokens: Iterable[bytes]) -> IntArray:
    """Return the shape of each token; int32.

    >>> shapes_of([b"low", b" the", b"of the ", b"  "]).tolist()
    [7, 5, 10, 0]
    """
    shapes = []
    for token in tokens:
        parts = token.split(b" ")
        shapes.append(4 * sum(map(bool, parts)) + 2 * bool(parts[0]) + bool(parts[-1]))
    return np.array(shapes, np.int32)


def shapes_of_vocabulary(base: Mapping[int, bytes], merges: Iterable[Merge]) -> IntArray:
    """Return the shape of every id: first the base vocabulary, then the merged tokens; int32.

    >>> shapes_of_vocabulary({0: b" ", 1: b"a"}, [Merge(0, (1, 0), 2, 1, 1), Merge(1, (2, 1), 3, 1, 1)]).tolist()
    [0, 7, 6, 11]
    """
    shapes = dict(zip(base, shapes_of(base.values()).tolist(), strict=True))
    for merge in merges:
        left, right = merge.pair
        shapes[merge.new_id] = joined_shape(shapes[left], shapes[right])
    return np.array([shapes[token_id] for token_id in range(len(shapes))], np.int32)


def joined_shape(left: Shape, right: Shape) -> Shape:
    """Return the shape of the token that two tokens make; also works on arrays of shapes.

    >>> low, the, blank = shapes_of([b"low", b" the", b" "]).tolist()
    >>> [words(joined_shape(*pair)) for pair in ((low, low), (low, the), (low, blank))]
    [1, 2, 1]
    """
    joined: Shape = (left & ~3) + (right & ~3) - ((left & right >> 1 & 1) << 2) + (left & 2) + (right & 1)
    return joined


def words(shape: Shape) -> Shape:
    """Return how many words a token of a shape has.

    >>> words(10)
    2
    """
    return shape >> 2
