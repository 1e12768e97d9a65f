"""The two browser components, as pages opened from file:// with no network, against a naive replay."""

import base64
from collections import Counter
from itertools import pairwise
from typing import Any

import regex

OPEN, WALL = 65535, 65534


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
    """Train the slow way: a list of chunks of [start, end, id], and every gap written down as it closes."""
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
            closed[row[-1][1] - 1] = WALL
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
        "tie_break": tie_break,
        "tie_order": None,
        "display": "text",
        "names": {},
        "ending": "Training ended: the number of merges asked for is reached.",
        "step": 0,
        "selected": None,
        "seek": None,
    } | options


def pair_counts(chunks: list[list[list[int]]]) -> Counter[tuple[int, int]]:
    """Adjacent pairs in order of first appearance."""
    return Counter((a[2], b[2]) for row in chunks for a, b in pairwise(row))
