"""What tests of random samples try: a little of it each time, and something else in each round of `make fuzz`."""

import os
from random import Random

import pytest

SAMPLED = pytest.mark.sampled
"""Marks a test whose samples come from `dice`: `make fuzz` runs it again and again, as it does with properties."""

KINDS = ("gpt2", "o200k_base", "tekken", "qwen3", "deepseek_v4")
"""Published vocabularies, one of each kind: of OpenAI, its newer and Mistral's; with a normalizer, with several splits."""


def dice(seed: object) -> Random:
    """Random numbers that are the same in each run, and others in each round of `make fuzz`."""
    return Random(f"{seed} {os.environ.get('FUZZ_SEED', '')}")
