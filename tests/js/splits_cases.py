"""Texts with all tokens that fit in them, the fewest, and ids that tiktoken would not produce; splits under dropout."""

import random
from collections import Counter
from typing import Any

import tokenizers

from bpe_core import load_published
from bpe_core.lessons.tokens.own_ids import other_ids
from bpe_core.lessons.tokens.ways import fewest_tokens, token_arcs
from explorer_ui.places.tokens.other_splits.other_splits import ways_data
from tests.peers import tiktoken_encoding

WORDS = [
    "the ", "lower ", "1234567", " 89000 ", " 100200", "naïve", "🙂", "\n\n", "  ", "uncopyrightable", "สวัสดี", "don't", "!!", "नमस्ते",
]  # fmt: skip


def cases() -> dict[str, Any]:
    """Return the cases for `splits.test.js`, and the one for `ways.test.js`."""
    dice = random.Random(5)
    return {"texts": [_text(dice, number) for number in range(40)], "dropout": _dropout()}


def _text(dice: random.Random, number: int) -> dict[str, Any]:
    name = ("gpt2", "cl100k_base", "o200k_base")[number % 3]
    tokenizer, theirs = load_published(name), tiktoken_encoding(name)
    text = "".join(dice.choices(WORDS, k=dice.randrange(1, 9)))
    trace = tokenizer.trace(text)
    arcs = token_arcs(tokenizer, trace, across_chunks=True)
    ids = [arc.token_id for arc in fewest_tokens(arcs, len(trace.base_ids))]
    assert theirs.decode(ids) == text
    assert trace.ids == theirs.encode_ordinary(text)
    foreign = {at for found in other_ids(tokenizer, ids) for at in range(found.first, found.end)}
    return {
        "whole": ways_data(tokenizer, [], trace, name="it")["whole"],
        "bytes": {arc.token_id: [*theirs.decode_single_token_bytes(arc.token_id)] for arc in arcs},
        "fewest": ids,
        "foreign": sorted(foreign),
    }


def _dropout() -> dict[str, Any]:
    """Count how often Hugging Face's library splits a word at which places."""
    word, merges, dropout, draws = "abcabd", ["a b", "c ab", "cab d", "ab cabd"], 0.4, 4000
    pairs = [tuple(merge.split(" ")) for merge in merges]
    ids = {string: id_ for id_, string in enumerate(dict.fromkeys([*word, *map("".join, pairs)]))}
    model = tokenizers.models.BPE(ids, pairs, dropout=dropout)
    drawn = (model.tokenize(word) for _ in range(draws))
    theirs = Counter(",".join(str(token.offsets[1]) for token in row) for row in drawn)
    return {"word": word, "merges": merges, "dropout": dropout, "draws": draws, "theirs": theirs}
