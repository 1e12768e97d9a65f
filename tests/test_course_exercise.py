"""The training exercise of Stanford's course CS336: ties go to the lexicographically greater pair, compared as bytes.

Its fixtures are not copied: other texts are checked against a loop over bytes, and `benchmarks/` measures the speed.
"""

import re
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path
from random import Random

from bpe_core import RECIPES, iter_merges, train
from bpe_core.lessons.train.printed import spelled_merges
from bpe_core.pretokenization import split
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

SAMPLES = Path(__file__).parents[1] / "sample_texts"
BytePair = tuple[bytes, bytes]


def in_bytes(chunks: Counter[str], num_merges: int) -> list[BytePair]:
    """Train as a solution of the exercise does: tokens are bytes, and max() compares (count, pair)."""
    rows = [([bytes([byte]) for byte in chunk.encode()], times) for chunk, times in chunks.items()]
    merges: list[BytePair] = []
    while len(merges) < num_merges:
        counts: Counter[BytePair] = Counter()
        for row, times in rows:
            for pair in pairwise(row):
                counts[pair] += times
        if not counts:
            break
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        rows = [(merged(row, best), times) for row, times in rows]
    return merges


def merged(row: list[bytes], pair: BytePair) -> list[bytes]:
    result: list[bytes] = []
    at = 0
    while at < len(row):
        both = tuple(row[at : at + 2]) == pair
        result.append(b"".join(pair) if both else row[at])
        at += 1 + both
    return result


def test_the_words_of_the_course():
    words = {"low": 5, "lower": 2, "widest": 3, "newest": 6}
    history = train(words, recipe="bytes", num_merges=6, tie_break="highest-bytes")
    assert [b" ".join(pair).decode() for pair in spelled_merges(history)] == [
        "s t", "e st", "o w", "l ow", "w est", "n e",
    ]  # fmt: skip


def test_merges_and_vocabulary_with_special_tokens_are_those_of_a_loop_over_bytes():
    special = ["<|endoftext|>", "<|pad|>"]
    stories = [path.read_bytes().decode()[:800] for path in sorted(SAMPLES.glob("*.txt"))]
    text = "<|endoftext|>".join(stories) + "<|pad|>" * 3
    history = train(text, recipe="gpt2", vocab_size=400, tie_break="highest-bytes", special_tokens=special)
    parts = re.split("|".join(map(re.escape, special)), text)
    chunks = Counter(chunk for part in parts for chunk in split(part, "gpt2"))
    expected = in_bytes(chunks, 400 - 256 - len(special))
    assert len({left + right for left, right in expected}) == len(expected)
    assert spelled_merges(history) == expected
    learned = [left + right for left, right in expected]
    own = [*(bytes([byte]) for byte in range(256)), *(token.encode() for token in special)]
    assert sorted(history.vocab.values()) == sorted([*own, *learned])
    assert [*history.vocab] == [*range(400)]
    assert not any(b"|>" in token for token in learned)


def test_random_texts_are_learned_as_by_a_loop_over_bytes():
    rng = Random(336)
    for _ in range(300):
        alphabet = rng.choice(["ab", "abc", "aé\U0001f642", "\0\x7f\x80ÿ", "sSst "])
        text = "".join(rng.choices(alphabet, k=rng.randrange(40)))
        recipe = rng.choice(["bytes", "gpt2", "hf-course"])
        training = iter_merges(text, recipe=recipe, tie_break="highest-bytes")
        list(islice(training, 12))
        learned = spelled_merges(training.history())
        expected = in_bytes(Counter(split(text, RECIPES[recipe].split_pattern)), 12)
        spelled = [left + right for left, right in expected]
        if RECIPES[recipe].same_string_same_token or len({*spelled}) == len(spelled):
            assert learned == expected, text
