"""Encoding, compared with the fastest packages on PyPI: gigatoken, fastokens, toktok-rs and splintr-rs.

    python -m benchmarks.bench_fastest [--keep]

One thread; fresh tokenizers take turns, text by text, and their ids are compared. Each text is new, though most of
its words occurred in the texts before it, as in steady use; that of 10 MB is the first one.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.bench_encoding import KB, MB, one_letter
from benchmarks.measure import KEEP, tell
from benchmarks.peers import as_tiktoken_keeps_it
from benchmarks.real_texts import code, prose
from bpe_core import load_published

NAME = "cl100k_base"
Encode = Callable[[str], Any]


def contestants(ranks: Path) -> Iterator[tuple[str, Encode | None, Encode | None]]:
    """Yield for each library its name, and how it encodes to a list and to an array; `ranks` is a rank file."""
    import fastokens
    import gigatoken
    import splintr
    import toktok

    ours = load_published(NAME)
    yield "ours", ours.encode_ordinary, partial(ours.encode_to_numpy, disallowed_special=())
    giga = gigatoken.Tokenizer.from_tiktoken(ranks)
    # Its own lists, of batches, take a millisecond more for each call.
    yield "gigatoken", lambda text: giga.encode(text).tolist(), giga.encode
    fast = fastokens.Tokenizer.from_tiktoken(str(ranks), encoding=NAME)
    yield (
        "fastokens",
        lambda text: fast.encode_ordinary(text).ids,
        lambda text: np.frombuffer(fast.encode_batch_flat([text], split_special_tokens=True)[0], np.uint32),
    )
    tok = toktok._encoding(NAME)  # noqa: SLF001 - its documentation names it for this use
    yield "toktok-rs", tok.encode_ordinary, tok.encode_to_numpy
    yield "splintr-rs", splintr.Tokenizer.from_pretrained(NAME).encode_ordinary, None


def rows() -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table: our milliseconds, and how many times as fast we are."""
    works: dict[str, list[str]] = {
        f"{size // KB:,} KB {title}": _parts(text_of, size, count)
        for title, text_of in (("English", prose), ("code", code))
        for size, count in ((KB, 400), (100 * KB, 30), (MB, 6), (10 * MB, 1))
    }
    works["1 MB of `a`"] = [one_letter(MB)]
    with tempfile.TemporaryDirectory() as folder:
        ranks = Path(folder, f"{NAME}.tiktoken")
        ranks.write_bytes(as_tiktoken_keeps_it(NAME))
        names = [name for name, *_ in contestants(ranks)][1:]
        yield f"| text, {NAME} | as | ours, ms | {' | '.join(names)} |"
        yield f"|---|---|---|{'---|' * len(names)}"
        for title, texts in works.items():
            for what in ("list", "array"):
                ways = {
                    name: way
                    for name, to_list, to_array in contestants(ranks)
                    if (way := to_list if what == "list" else to_array)
                }
                load_published(NAME).forget()
                spent = _milliseconds(ways, texts)
                times = [f"{spent[name] / spent['ours']:.2f}" if name in spent else "-" for name in names]
                yield f"| {title} | {what} | {spent['ours']:.3f} | {' | '.join(times)} |"


def _parts(text_of: Callable[[int], str], size: int, count: int) -> list[str]:
    text = text_of(size * count)
    return [text[start : start + size] for start in range(0, len(text), size)]


def _milliseconds(ways: Mapping[str, Encode], texts: list[str]) -> dict[str, float]:
    """Return the median CPU time of each way for a text; the libraries take turns, text by text."""
    spent: dict[str, list[float]] = {name: [] for name in ways}
    for text in ["ready", *texts]:
        expected = ways["ours"](text) if text == "ready" else None
        for name, encode in ways.items():
            begun = time.process_time()
            ids = encode(text)
            spent[name].append((time.process_time() - begun) * 1000)
            expected = ids if expected is None else expected
            if not np.array_equal(ids, expected):
                raise AssertionError(f"{name}: the ids differ.")
    return {name: median(times[1:]) for name, times in spent.items()}


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    tell("fastest", rows(), keep=KEEP in (arguments or []))


if __name__ == "__main__":
    main(sys.argv[1:])
