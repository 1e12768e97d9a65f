"""What a tokenizer costs on a text, and where it cuts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.alphabets import IntArray

WORD_PATTERN = r"[\p{L}\p{M}\p{N}\u200c\u200d]+(?:['’][\p{L}\p{M}\p{N}\u200c\u200d]+)*"
"""A word: a run of letters, marks, digits and the joiners of Indic and Persian; an apostrophe inside joins two."""

_WORD = regex.compile(WORD_PATTERN)
# Scripts that write no space between words.
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]+")
_LETTERS = regex.compile(r"\p{L}+")


def bytes_per_token(text: str, num_tokens: int) -> float:
    """Return how many UTF-8 bytes of the text one token holds on average; 0 where there is no token.

    >>> bytes_per_token("naïve", 3)
    2.0
    """
    return len(text.encode("utf-8", "replace")) / num_tokens if num_tokens else 0.0


def fertility(text: str, num_tokens: int) -> float | None:
    """Return the tokens of the text for each of its words, as `WORD_PATTERN` finds them.

    All tokens count, those of punctuation and white space too. None where there is no word to count: in
    a text without any, and in one of which half the letters or more are of a script that writes no space
    between words (Chinese, Japanese, Thai and the like).

    >>> fertility("unhappy people", 5), fertility("東京", 2)
    (2.5, None)
    """
    words = sum(1 for _ in _WORD.finditer(text))
    if not words or 2 * _matched(_UNSPACED, text) >= max(_matched(_LETTERS, text), 1):
        return None
    return num_tokens / words


def _matched(pattern: "regex.Pattern[str]", text: str) -> int:
    """Return how many characters of a text a pattern matches, of which no list is made."""
    return sum(match.end() - match.start() for match in pattern.finditer(text))


def cut_positions(tokens: Iterable[bytes]) -> IntArray:
    """Return where a row of tokens is cut: the byte at which each but the first begins; int32, rising.

    >>> cut_positions([b"str", b"aw", b"berry"]).tolist()
    [3, 5]
    """
    return np.cumsum(np.fromiter(map(len, tokens), np.int32), dtype=np.int32)[:-1]


@dataclass(frozen=True, eq=False, slots=True)
class Agreement:
    """Where several rows of tokens over the same bytes are cut alike.

    `shared` are the cuts that all of them make, `all_cuts` those that at least one makes; int32, rising.
    The shared cuts divide the text into stretches: number i lies from `starts[i]` to `ends[i]`, in bytes,
    and `alike[i]` says that no row cuts inside it.
    """

    shared: IntArray
    all_cuts: IntArray
    starts: IntArray
    ends: IntArray
    alike: npt.NDArray[np.bool_]


def compare_cuts(cuts: Sequence[IntArray], size: int) -> Agreement:
    """Compare the cuts of 1 to 255 rows of tokens over the same `size` bytes.

    >>> both = compare_cuts([cut_positions([b"the", b" st", b"raw"]), cut_positions([b"the", b" straw"])], 9)
    >>> both.shared.tolist(), both.starts.tolist(), both.ends.tolist(), both.alike.tolist()
    ([3], [0, 3], [3, 9], [True, False])
    """
    rows_that_cut = np.zeros(size, np.uint8)
    for row in cuts:
        rows_that_cut[row] += 1
    all_cuts = np.flatnonzero(rows_that_cut).astype(np.int32)
    are_shared = rows_that_cut[all_cuts] == len(cuts)
    bounds = np.concatenate((np.zeros(1, np.int32), all_cuts[are_shared], np.full(1, size, np.int32)))
    # A stretch is cut alike where the cut before its end is shared too. The text begins and ends alike.
    alike = np.append(True, are_shared)[np.append(are_shared, True)]
    return Agreement(bounds[1:-1], all_cuts, bounds[:-1], bounds[1:], alike)
