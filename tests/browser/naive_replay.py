"""The payload of the player, and what it must draw, computed by naive loops."""

import base64
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np

from bpe_core import Recipe, train
from bpe_core.types import AlphabetName
from explorer_ui.parts.player.payload import player_data

BOUNDARY = 65534


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def trained_data(
    text: str, merges: int, *, units: AlphabetName = "bytes", split: str | None = None, **options: Any
) -> dict[str, Any]:
    """The payload of a training; tests/js compare trainings of every kind with a textbook loop."""
    recipe = Recipe(name="mine", title="", alphabet=units, split_pattern=split, source="")
    history = train(text, recipe=recipe, num_merges=merges, min_count=1)
    return {**player_data(history), "step": 0, "selected": None, **options}


def naive_tokens(data: dict[str, Any], step: int) -> list[list[int]]:
    """[start, end, id] of each token after `step` merges, each applied from left to right."""
    text = base64.b64decode(data["text"])
    units = list(text) if data["units"] == "bytes" else [ord(c) for c in text.decode()]
    ids = dict(data["base_ids"]) if data["base_ids"] else {value: value for value in range(256)}
    closed = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    tokens = [[i, i + 1, ids[value]] for i, value in enumerate(units)]
    for left, right, new_id in (data["merges"][5 * k : 5 * k + 3] for k in range(step)):
        i = 0
        while i + 1 < len(tokens):
            one, two = tokens[i], tokens[i + 1]
            if (one[2], two[2]) == (left, right) and closed[one[1] - 1] != BOUNDARY:
                tokens[i : i + 2] = [[one[0], two[1], new_id]]
            i += 1
    return tokens


def naive_ranking(data: dict[str, Any], step: int) -> list[list[int]]:
    """[left, right, count] of every pair, the next one to merge first."""
    closed = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    tokens = naive_tokens(data, step)
    counts = Counter((a[2], b[2]) for a, b in pairwise(tokens) if closed[a[1] - 1] != BOUNDARY)
    if data["tie_break"] == "first-seen":
        ranked = sorted(counts.items(), key=lambda item: -item[1])
    else:
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [[*pair, n] for pair, n in ranked]
