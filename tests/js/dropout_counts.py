"""Writes how often Hugging Face's library splits a word in each way under dropout, as JSON for `ways.test.js`."""

import json
import sys
from collections import Counter

import tokenizers


def counts(word: str, merges: list[str], dropout: float, draws: int) -> Counter[str]:
    """Count the token ends, joined by commas, over a number of draws."""
    pairs = [tuple(merge.split(" ")) for merge in merges]
    strings = dict.fromkeys([*word, *map("".join, pairs)])
    model = tokenizers.models.BPE({string: id_ for id_, string in enumerate(strings)}, pairs, dropout=dropout)
    tokens = (model.tokenize(word) for _ in range(draws))
    return Counter(",".join(str(token.offsets[1]) for token in row) for row in tokens)


if __name__ == "__main__":
    json.dump(counts(**json.loads(sys.argv[1])), sys.stdout)
