"""Writes texts with all tokens that fit in them, the fewest, and the ids that tiktoken would not produce, for `splits.test.js`."""

import json
import logging
import random
import sys

from bpe_core import load_published
from bpe_core.lessons.tokens.own_ids import other_ids
from bpe_core.lessons.tokens.ways import fewest_tokens, token_arcs
from explorer_ui.places.tokens.other_splits.other_splits import ways_data
from tests.peers import tiktoken_encoding

WORDS = [
    "the ", "lower ", "1234567", " 89000 ", " 100200", "naïve", "🙂", "\n\n", "  ", "uncopyrightable", "สวัสดี", "don't", "!!", "नमस्ते",
]  # fmt: skip


def main() -> None:
    """Write the cases to stdout."""
    logging.disable(logging.WARNING)  # of Streamlit, which no page runs here
    dice = random.Random(5)
    cases = []
    for number in range(40):
        name = ("gpt2", "cl100k_base", "o200k_base")[number % 3]
        tokenizer, theirs = load_published(name), tiktoken_encoding(name)
        text = "".join(dice.choices(WORDS, k=dice.randrange(1, 9)))
        trace = tokenizer.trace(text)
        arcs = token_arcs(tokenizer, trace, across_chunks=True)
        fewest = fewest_tokens(arcs, len(trace.base_ids))
        ids = [arc.token_id for arc in fewest]
        assert theirs.decode(ids) == text
        assert trace.ids == theirs.encode_ordinary(text)
        foreign = {at for found in other_ids(tokenizer, ids) for at in range(found.first, found.end)}
        cases.append(
            {
                "whole": ways_data(tokenizer, [], trace, name="it")["whole"],
                "bytes": {arc.token_id: [*theirs.decode_single_token_bytes(arc.token_id)] for arc in arcs},
                "fewest": ids,
                "foreign": sorted(foreign),
            }
        )
    sys.stdout.write(json.dumps(cases))


if __name__ == "__main__":
    main()
