"""What is tested in a share each time: random samples, and the cases of tests whose cases take turns."""

import os
from collections import Counter
from random import Random

import pytest

SAMPLED = pytest.mark.sampled
"""Marks a test whose samples come from `dice`: `make fuzz` runs it again and again, as it does with properties."""

IN_TURNS = pytest.mark.in_turns
"""Marks a test of which a whole run has a quarter of the cases, other ones each day: the same on each page, for instance."""

DAYS = 4

KINDS = ("gpt2", "o200k_base", "tekken", "qwen3", "deepseek_v4")
"""Published vocabularies, one of each kind: of OpenAI, its newer and Mistral's; with a normalizer, with several splits."""


def dice(seed: object) -> Random:
    """Random numbers that are the same in each run, and others in each round of `make fuzz`."""
    return Random(f"{seed} {os.environ.get('FUZZ_SEED', '')}")


def cases_of_today(items: list[pytest.Item], day: int) -> list[pytest.Item]:
    """All tests, but of those whose cases take turns only the cases of this day; after `DAYS` days, each had its turn."""
    numbers: Counter[str] = Counter()
    kept = []
    for item in items:
        function = item.nodeid.partition("[")[0]
        numbers[function] += 1
        if not item.get_closest_marker("in_turns") or (numbers[function] - 1) % DAYS == day % DAYS:
            kept.append(item)
    return kept
