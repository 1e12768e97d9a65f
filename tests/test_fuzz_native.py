"""Random texts, tables and counts through every reachable part of the C file, compared with plain Python.

For anything that Python passes to C, C gives the same result as Python, or refuses. Sanitizers check that it
accesses only its own memory: `make sanitize`, or for more inputs `python -m tests.sanitize fuzz 20000`.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import get_args

import numpy as np
import pytest

from bpe_core import RECIPES, SPLIT_PATTERNS, BpeError, Tokenizer, iter_merges
from bpe_core.fast import native
from bpe_core.fast.encode import NativeEncoder
from bpe_core.fast.split import distinct_chunks
from bpe_core.tokenizer.merging import merged_ids
from bpe_core.types import TieBreak
from tests.ways import each_language

ALPHABETS = (
    "ab", "abc ", "aB'sS", " \n\t\r", "12 a", "é字🙂\u088f \U000e0100", "'srelLvtdmſK A1", "ªaB\u0301!/\n",
    "".join(map(chr, range(256))), "".join(map(chr, range(0x2000, 0x2100))), "\U0010ffff\ud7ff\ue000\x00\x7f\x80",
)  # fmt: skip
LENGTHS = (0, 1, 2, 5, 20, 64, 127, 128, 129, 130, 1_000, 5_000)
EDGES = (0, 1, 255, 256, 257, 2**20 - 1, 2**20, 2**31 - 4, 2**31 - 3, 2**31 - 2, 2**31, 2**32 - 1, 2**32, -1)


def text_of(rng: random.Random, most: int = 5_000) -> str:
    length = rng.choice([each for each in LENGTHS if each <= most])
    text = "".join(rng.choices(rng.choice(ALPHABETS), k=length))
    if rng.random() < 0.3:
        part = text[: rng.randint(1, 12)]
        text = (part * length)[:length] + text[: length // 4]
    return text


def pattern_of(rng: random.Random) -> str | None:
    return rng.choice([*SPLIT_PATTERNS, *SPLIT_PATTERNS, None, r"[a-z]+|\s", r"\w+|\W"])


def same_both_ways(do: Callable[[], object]) -> None:
    def outcome() -> object:
        """The result, or the type of the error."""
        try:
            return do()
        except (BpeError, ValueError) as error:
            return type(error).__name__

    results = each_language(outcome)
    assert len({repr(result) for result in results.values()}) == 1, results


def cuts(rng: random.Random) -> None:
    texts, pattern = [text_of(rng) for _ in range(rng.choice([0, 1, 1, 4]))], pattern_of(rng)

    def cut() -> object:
        distinct = distinct_chunks(texts, pattern)
        return distinct.chunks, distinct.numbers.tolist(), distinct.first_chunks.tolist()

    same_both_ways(cut)


def same_ids(rng: random.Random, make: Callable[..., Tokenizer], most: int) -> None:
    pattern, texts = pattern_of(rng), [text_of(rng, most) for _ in range(3)]

    def encode() -> object:
        tokenizer = make(split_pattern=pattern)
        new = [tokenizer.encode_ordinary(text) for text in texts]
        return new, [tokenizer.encode_ordinary(text) for text in texts], tokenizer.encode_chunks(texts[0])

    same_both_ways(encode)


def encodes_by_merges(rng: random.Random) -> None:
    ids = rng.sample(range(rng.choice([256, 300, 2**31 - 3])), 256)
    id_of_byte, made = dict(enumerate(ids)), []
    pool = [id_of_byte[byte] for byte in "abc é".encode()]
    free = max(ids) + 1 if rng.random() < 0.5 else 1_000
    for number in range(rng.choice([0, 1, 5, 60, 300])):
        made.append(((rng.choice(pool), rng.choice(pool)), free + number))
        pool.append(free + number)
    if rng.random() < 0.2:
        rng.shuffle(made)
    same_ids(rng, partial(Tokenizer.from_merges, made, id_of_byte=id_of_byte), 5_000)


def encodes_by_ranks(rng: random.Random) -> None:
    tokens = {bytes([byte]): None for byte in rng.sample(range(256), 256)}
    pool = [b"a", b"b", b"c", b" ", "é".encode()]
    for _ in range(rng.choice([0, 1, 8, 100])):
        token = rng.choice(pool) + rng.choice(pool)
        if rng.random() < 0.1:
            token = text_of(rng, 130).encode()
        if 1 < len(token) <= 300:
            tokens[token] = None
            pool.append(token)
    order = list(tokens)
    if rng.random() < 0.3:
        rng.shuffle(order)
    gap = rng.choice([1, 1, 3, 1_000_000])
    ranks = {token: number * gap for number, token in enumerate(order)}
    same_ids(rng, partial(Tokenizer.from_ranks, ranks), 1_000)


def trains(rng: random.Random) -> None:
    recipe = replace(RECIPES[rng.choice(list(RECIPES))], tie_break=rng.choice([*get_args(TieBreak)]))
    texts: object = text_of(rng, 1_000)
    if rng.random() < 0.4:
        weights = [1, 2, 1_000, 2**31, 2**40 - 1, *([0, 2**40, 2**62] if rng.random() < 0.1 else [])]
        texts = {text_of(rng, 130): rng.choice(weights) for _ in range(rng.randint(1, 20))}
    num_merges, least = rng.choice([0, 1, 10, 200, 2_000]), rng.choice([1, 1, 2, 5])

    def learn() -> object:
        training = iter_merges(texts, recipe=recipe, min_count=least)
        merges = list(islice(training, num_merges))
        return merges, training.history().closed_at.tolist()

    same_both_ways(learn)


def encodes_by_any_tables(rng: random.Random) -> None:
    """Encode by random tables: they are refused with a sentence, or merged as in Python."""
    odd = rng.choice([0, 0, 0.02])
    # With few ids, nearly every pair merges, again and again, and often to an id that has a lower rank.
    most = rng.choice([4, 12, 320])

    def some_ids(count: int) -> list[int]:
        return [rng.choice(EDGES) if rng.random() < odd else rng.randint(0, most) for _ in range(count)]

    byte_ids = some_ids(rng.choice([256, 256, 256, 0, 255]))
    made = some_ids(rng.choice([0, 1, 20, 200]))
    pairs = [some_ids(2) for _ in made[: rng.choice([None, None, None, 1])]]
    known = rng.random() < 0.8
    pattern = rng.choice([None, "gpt2"])
    table = np.array(pairs, np.int64).reshape(-1, 2) if known else None
    tokens = None if known else [text_of(rng, 20).encode() for _ in made]
    try:
        encoder = NativeEncoder(byte_ids, made, pairs=table, tokens=tokens, split_pattern=pattern)
    except (ValueError, MemoryError, OverflowError):
        return
    rank_of: dict[tuple[int, ...], int] = {}
    for rank, pair in enumerate(map(tuple, pairs)):
        rank_of.setdefault(pair, rank)
    for text in (text_of(rng, 1_000) for _ in range(3)):
        ids = encoder.encode(text)
        assert list(chain.from_iterable(encoder.encode_chunks(text))) == ids
        if known and text and pattern is None:
            units = [byte_ids[byte] for byte in text.encode()]
            assert ids == merged_ids(units, lambda *pair: rank_of.get(pair), made, order="lowest-rank")


KINDS = (cuts, encodes_by_merges, encodes_by_ranks, trains, encodes_by_any_tables)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_c_gives_what_python_gives(kind: Callable[[random.Random], None]) -> None:
    if native.library is None:
        pytest.skip("there is no C file")
    for seed in range(60):
        kind(random.Random(seed))


if __name__ == "__main__":
    for seed in range(int(sys.argv[1])):
        for kind in KINDS:
            try:
                kind(random.Random(seed))
            except BaseException:
                sys.stderr.write(f"{kind.__name__}, seed {seed}\n")
                raise
