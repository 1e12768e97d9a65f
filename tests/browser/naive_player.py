"""The payload of the player, computed by naive loops, and what the player must draw."""

import base64
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import regex

OPEN, BOUNDARY = 65535, 65534


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def naive_player_data(
    text: str,
    merges: int,
    *,
    units: str = "bytes",
    split: str | None = None,
    tie_break: str = "first-seen",
    **options: Any,
) -> dict[str, Any]:
    """Train by naive loops: chunks are lists of [start, end, id], and every gap is recorded when it closes."""
    chunks, at = [], 0
    for piece in regex.findall(split, text) if split else [text]:
        row = []
        for unit in piece.encode() if units == "bytes" else piece:
            row.append([at, at + 1, unit if units == "bytes" else ord(unit)])
            at += 1
        chunks.append(row)
    base = sorted({token[2] for row in chunks for token in row})
    ids = None if units == "bytes" else {value: i for i, value in enumerate(base)}
    for row in chunks:
        for token in row:
            token[2] = ids[token[2]] if ids else token[2]
    closed = [OPEN] * max(0, at - 1)
    for row in chunks[:-1]:
        if row:
            closed[row[-1][1] - 1] = BOUNDARY
    flat: list[int] = []
    for rank in range(merges):
        counts = pair_counts(chunks)
        if not counts:
            break
        order = {
            pair: (-n, i if tie_break == "first-seen" else pair) for i, (pair, n) in enumerate(counts.items())
        }
        pair = min(counts, key=order.__getitem__)
        new_id, replaced = (len(base) if ids else 256) + rank, 0
        for row in chunks:
            i = 0
            while i + 1 < len(row):
                if (row[i][2], row[i + 1][2]) == pair:
                    closed[row[i][1] - 1] = rank
                    row[i : i + 2] = [[row[i][0], row[i + 1][1], new_id]]
                    replaced += 1
                i += 1
        flat += [*pair, new_id, counts[pair], replaced]
    return {
        "history_id": f"{hash((text, merges, units, split, tie_break))}",
        "text": b64(text.encode()),
        "units": units,
        "base_ids": None if ids is None else [[value, i] for value, i in ids.items()],
        "closed_at": b64(b"".join(step.to_bytes(2, "little") for step in closed)),
        "merges": flat,
        "mode": "train",
        "tie_break": tie_break,
        "tie_order": None,
        "display": "text",
        "ending": "Training ended: the number of merges asked for is reached.",
        "second_stage": None,
        "step": 0,
        "selected": None,
    } | options


def pair_counts(chunks: list[list[list[int]]]) -> Counter[tuple[int, int]]:
    """Adjacent pairs in order of first appearance."""
    return Counter((a[2], b[2]) for row in chunks for a, b in pairwise(row))


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
