"""Generated texts to measure on: of any length, always the same, with as many distinct words as real texts."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import regex

SAMPLES = Path(__file__).parent.parent / "sample_texts"
_DISTINCT = 100_000


@lru_cache(maxsize=2)
def english(num_bytes: int) -> str:
    """Return an English-like text of that many bytes, grown from `sample_texts/prose.txt`.

    The sample has much less than 10 MB, and repeating it would favour a trainer that processes identical
    chunks once. So the text is generated. Words are drawn by the Zipf-Mandelbrot law (the word of rank r in
    proportion to 1 / (r + 2.7) ** 1.2); the first ranks are the sample's words by frequency, the others words
    invented from its letter trigrams. This gives about as many distinct chunks as real prose has: some 20,000
    in 1 MB and 70,000 in 10 MB. One word in a hundred is a number; punctuation and line breaks are drawn from
    the sample.
    """
    rng = np.random.default_rng(1)
    sample = (SAMPLES / "prose.txt").read_text("utf-8")
    words = regex.findall(r"[\p{L}\p{M}'’]+", sample)
    seams = regex.findall(r"[^\p{L}\p{M}'’]+", sample)
    own, counts = np.unique(words, return_counts=True)
    by_frequency = [str(word) for word in own[np.argsort(-counts, kind="stable")]]
    vocabulary = np.array(_with_invented(by_frequency, rng), object)
    odds = 1 / (np.arange(len(vocabulary)) + 2.7) ** 1.2

    parts: list[str] = []
    missing = num_bytes
    while missing > 0:
        drawn = rng.choice(vocabulary, 10_000, p=odds / odds.sum())
        is_number = rng.random(len(drawn)) < 0.01
        drawn[is_number] = [str(number) for number in rng.integers(1, 100_000, is_number.sum())]
        part = "".join((drawn + rng.choice(np.array(seams, object), len(drawn))).tolist())
        parts.append(part)
        missing -= len(part.encode())
    return "".join(parts).encode()[:num_bytes].decode("utf-8", "ignore")


def _with_invented(words: list[str], rng: np.random.Generator) -> list[str]:
    """Add words invented from the letter trigrams of the given words, until there are `_DISTINCT`."""
    followers: dict[str, list[str]] = {}
    for word in words:
        letters = "\n\n" + word + "\n"
        for place in range(2, len(letters)):
            followers.setdefault(letters[place - 2 : place], []).append(letters[place])
    known = dict.fromkeys(words)
    for chances in rng.random((20 * _DISTINCT, 16)).tolist():
        letters = "\n\n"
        for chance in chances:
            choice = followers[letters[-2:]]
            letters += choice[int(chance * len(choice))]
            if letters[-1] == "\n":
                known[letters.strip()] = None
                break
        if len(known) >= _DISTINCT:
            break
    return list(known)
