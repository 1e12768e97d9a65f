r"""The ids of a text that no continuation changes, and the ids that may follow: tiktoken's unstable encoding.

    gpt2, "so low"     stable: so        completions: " low", " lower", " lowest", ...

If the text continues, the tokens of the last chunk can change. So these tokens are removed. For each of their
bytes, every token that begins with the text from that byte on is tried. tiktoken calls the interface
itself unstable too: only one token is added, and not every way in which a chunk boundary may move is
considered.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from bpe_core.tokenizer.core import Tokenizer

_BLANK = frozenset(b" \n\t")
_SPACE = regex.compile(r"\p{White_Space}")


def completions(tokenizer: "Tokenizer", chunks: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
    """Return the ids that cannot change, and the lists of ids that may follow them, in ascending order.

    `chunks` are the ids of each chunk of the text; the tokenizer merges bytes by rank, and does nothing else.
    """
    vocab, known, in_order = tokenizer.vocab, tokenizer.id_of_bytes, tokenizer.token_byte_values()
    ids = [token_id for chunk in chunks for token_id in chunk]
    unstable = len(chunks[-1]) if chunks and vocab[ids[-1]] in known else 0
    # cl100k_base may merge a line end with the blanks before it, so consecutive blank chunks count as one.
    if unstable and _is_blank(vocab[ids[-unstable]]):
        while unstable < len(ids) and _is_blank(vocab[ids[-unstable - 1]]):
            unstable += 1
    stable = ids[: len(ids) - unstable]
    end = b"".join(vocab[token_id] for token_id in ids[len(stable) :])
    if not end:
        return stable, []
    found: set[tuple[int, ...]] = {(known[token],) for token in _beginning_with(end, in_order)}
    for start in range(1, len(end)):
        for token in _beginning_with(end[start:], in_order):
            tried = end[:start] + token
            try:
                row = tokenizer.encode_ordinary(tried.decode("utf-8"))
            except UnicodeDecodeError:
                row = tokenizer.merged_chunk(tried)
            found.add(_up_to(len(end), row, vocab))
    # A blank at the end may become a separate chunk when a letter follows.
    last = _last_character(end)
    if 0 < last < len(end) and _SPACE.match(end[-last:].decode("utf-8")):
        found.add((*tokenizer.merged_chunk(end[:-last]), *tokenizer.merged_chunk(end[-last:])))
    return stable, sorted(map(list, found))


def _is_blank(token: bytes) -> bool:
    return _BLANK.issuperset(token)


def _beginning_with(start: bytes, in_order: Sequence[bytes]) -> Iterator[bytes]:
    at = bisect_left(in_order, start)
    while at < len(in_order) and in_order[at].startswith(start):
        yield in_order[at]
        at += 1


def _up_to(size: int, ids: Sequence[int], vocab: Mapping[int, bytes]) -> tuple[int, ...]:
    """Return as many of the first ids as are needed for `size` bytes."""
    taken = 0
    for count, token_id in enumerate(ids, start=1):
        taken += len(vocab[token_id])
        if taken >= size:
            return tuple(ids[:count])
    return tuple(ids)


def _last_character(some_bytes: bytes) -> int:
    """Return how many bytes the last character has, 0 if it is incomplete."""
    for length in range(1, 5):
        try:
            some_bytes[-length:].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return length
    return 0
