"""Every way to cut a word into tokens, drawn in the browser."""

import base64
import hashlib
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from bpe_core import Tokenizer
from bpe_core.lessons.ways import (
    count_cuts_by_length,
    fates,
    fewest_tokens,
    longest_match,
    token_arcs,
)
from bpe_core.tokenizer import Encoding, Join
from explorer_ui.components.assets import component

_mount = component("ways/ways")


def show_ways(tokenizer: Tokenizer, encodings: Sequence[Encoding], *, name: str, key: str) -> None:
    """Draw the ways to cut each of some chunks, of which one at a time is seen; `name` is the tokenizer's.

    Raises `BpeError` for a tokenizer of characters.
    """
    _mount(key=key, data=ways_data(tokenizer, encodings, name=name))


def ways_data(tokenizer: Tokenizer, encodings: Sequence[Encoding], *, name: str) -> dict[str, Any]:
    """Return what the component takes; raises `BpeError` for a tokenizer of characters."""
    words = [_word(tokenizer, encoding) for encoding in encodings]
    data: dict[str, Any] = {"tokenizer": name, "words": words}
    return data | {"ways_id": hashlib.blake2b(repr(data).encode(), digest_size=12).hexdigest()}


def _word(tokenizer: Tokenizer, encoding: Encoding) -> dict[str, Any]:
    arcs = token_arcs(tokenizer, encoding)
    size = len(encoding.base_ids)
    by_length = count_cuts_by_length(arcs, size)
    ways = sum(by_length)
    ids = {(arc.start, arc.end): arc.token_id for arc in arcs}
    splits = [
        (left.start, left.end, right.end, rank)
        for left in arcs
        for right in arcs
        if left.end == right.start and (left.start, right.end) in ids
        if (rank := tokenizer.rank_of(left.token_id, right.token_id)) is not None
    ]
    tokens = tokenizer.decode_tokens_bytes(encoding.ids)
    return {
        "text": base64.b64encode(b"".join(tokens)).decode("ascii"),
        "arcs": [
            {
                "start": arc.start,
                "end": arc.end,
                "id": arc.token_id,
                "rank": tokenizer.rank_of_token(arc.token_id),
                "kind": fate.kind,
                "taker": fate.join and _taker(encoding, fate.join),
            }
            for arc, fate in zip(arcs, fates(encoding, arcs), strict=True)
        ],
        "cuts": {
            "bpe": list(accumulate(map(len, tokens))),
            "fewest": [arc.end for arc in fewest_tokens(arcs, size)],
            "longest": [arc.end for arc in longest_match(arcs, size)],
        },
        "ways": str(ways),
        "shares": [count / ways for count in by_length],
        "rules": [list(split) for split in splits],
    }


def _taker(encoding: Encoding, join: Join) -> dict[str, int]:
    """Return the token that a join made, as bytes from `start` up to `end`, with the rank of its rule."""
    closed = encoding.closed_at.tolist()
    number = closed[join.gap]
    start, end = join.gap, join.gap + 2
    while start and closed[start - 1] < number:
        start -= 1
    while end < len(encoding.base_ids) and closed[end - 1] < number:
        end += 1
    return {"rank": join.rank, "start": start, "end": end}
