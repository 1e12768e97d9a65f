"""Why a text takes as many tokens as it does: a reason for each token boundary.

A new token begins for the first of these reasons that applies:

    word     GPT-4o's split pattern, which keeps letters and combining marks together, begins a chunk here
    pattern  only the tokenizer's own split pattern begins a chunk here
    data     within a chunk, before a whole character, and no learned merge closes this gap
    bytes    within a character of several bytes

For example बे in GPT-2, whose split pattern ends a chunk at a combining mark:

    bytes      E0 A4   AC      E0 A5     87
    reason     word    bytes   pattern   bytes
"""

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Literal, NamedTuple, get_args

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.pretokenization import split
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

Reason = Literal["word", "pattern", "data", "bytes"]
REASONS: tuple[Reason, ...] = get_args(Reason)

_WORDS = "o200k_base"


class ReasonedToken(NamedTuple):
    """A token of a text: its bytes, and why it begins where it does."""

    token_bytes: bytes
    reason: Reason


def reasoned_tokens(tokenizer: Tokenizer, text: str) -> list[ReasonedToken]:
    """Return the tokens of a text, each with its reason; special tokens in it are ordinary text.

    Raises `BpeError` if the tokens concatenated are not the text byte for byte, since they then have no
    positions in the text.

    >>> from bpe_core import load_published
    >>> [reason for _, reason in reasoned_tokens(load_published("gpt2"), "the बे")]
    ['word', 'word', 'bytes', 'pattern', 'bytes']
    """
    text = replace_lone_surrogates(text)
    data = text.encode()
    words = set(_starts(split(text, _WORDS)))
    tokens: list[ReasonedToken] = []
    position = 0
    for chunk in tokenizer.iter_chunks(text, disallowed_special=()):
        for number, token in enumerate(tokenizer.decode_tokens_bytes(chunk)):
            if not data.startswith(token, position):
                raise BpeError("The tokens of this tokenizer do not match the text byte for byte.")
            tokens.append(ReasonedToken(token, _reason(data, position, words, first=number == 0)))
            position += len(token)
    if position != len(data):
        raise BpeError("The tokens of this tokenizer do not cover the whole text.")
    return tokens


def count_reasons(tokens: Iterable[ReasonedToken]) -> dict[Reason, int]:
    """Return how many tokens each reason explains.

    >>> count_reasons([ReasonedToken(b"a", "word"), ReasonedToken(b"b", "data"), ReasonedToken(b"c", "word")])
    {'word': 2, 'pattern': 0, 'data': 1, 'bytes': 0}
    """
    counts = Counter(reason for _, reason in tokens)
    return {reason: counts[reason] for reason in REASONS}


def _reason(data: bytes, position: int, words: set[int], *, first: bool) -> Reason:
    if position in words:
        return "word"
    if first:
        return "pattern"
    # The second and later bytes of a character begin with the bits 10.
    return "bytes" if data[position] & 0xC0 == 0x80 else "data"


def _starts(chunks: Iterable[str]) -> Iterable[int]:
    return accumulate((len(chunk.encode()) for chunk in chunks), initial=0)
