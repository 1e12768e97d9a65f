"""How long encoding takes, beside tiktoken's `encode_ordinary`.

    python -m benchmarks encoding

CPU seconds on one thread, medians of interleaved runs, ids compared before. At first sight none of the
text's chunks has been met by the tokenizer; the second time all have. Both sides return a list of ids.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from unittest import mock

import numpy as np
import tiktoken
import tiktoken_ext.openai_public

from benchmarks.measure import cpu_seconds, machine
from benchmarks.texts import english, multilingual
from bpe_core import load_published
from bpe_core.published import SPECIAL_TOKENS, mergeable_ranks

MEGABYTE = 10**6


def code(num_bytes: int) -> str:
    """Return that much of the Python standard library's source."""
    text = ""
    for path in sorted(Path(subprocess.__file__).parent.glob("*.py")):
        text += path.read_text("utf-8")
    return text.encode()[:num_bytes].decode("utf-8", "ignore")


def white_space(num_bytes: int) -> str:
    """Return runs of blanks, tabs and line ends, one to forty of the same, with a letter now and then."""
    rng = np.random.default_rng(3)
    signs = rng.choice([" ", "\t", "\n", "x"], num_bytes // 15, p=[0.5, 0.2, 0.2, 0.1])
    runs = zip(signs.tolist(), rng.integers(1, 41, len(signs)).tolist(), strict=True)
    return "".join(sign if sign == "x" else sign * count for sign, count in runs)[:num_bytes]


def without_a_blank(num_bytes: int) -> str:
    """Return the letters of the English text, in one row and without capitals."""
    return "".join(filter(str.isalpha, english(2 * num_bytes).lower()))[:num_bytes]


@cache
def peer(name: str) -> tiktoken.Encoding:
    """Return tiktoken's encoding, with its own pattern, made from our table in place of a download."""
    loaders = dict.fromkeys(
        ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"), lambda *_, **__: mergeable_ranks(name)
    )
    with mock.patch.multiple(tiktoken_ext.openai_public, **loaders):
        return tiktoken.Encoding(**tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[name]())


def compare(name: str, text: str, rounds: int) -> dict[str, float]:
    """Measure tiktoken, ours at first sight, and ours the second time: CPU seconds."""
    tokenizer = load_published(name)
    if tokenizer.encode_ordinary(text) != peer(name).encode_ordinary(text):
        raise AssertionError("The ids differ.")

    def at_first_sight() -> None:
        # The tables stay, what was encoded goes.
        tokenizer.forget()
        tokenizer.encode_ordinary(text)

    contestants: dict[str, Callable[[], object]] = {
        "tiktoken": partial(peer(name).encode_ordinary, text),
        "first": at_first_sight,
        "second": partial(tokenizer.encode_ordinary, text),
    }
    return cpu_seconds(contestants, rounds=rounds)


def rows() -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table."""
    yield "| text | vocabulary | tiktoken | ours, first sight | | ours, second time | |"
    yield "|---|---|---|---|---|---|---|"
    works = [
        ("1 MB English", english(MEGABYTE), 9),
        ("1 MB code", code(MEGABYTE), 9),
        ("1 MB multilingual", multilingual(MEGABYTE), 9),
        ("1 MB of `a`", "a" * MEGABYTE, 5),
        ("10 MB of `a`", "a" * 10 * MEGABYTE, 1),
        ("1 MB runs of white space", white_space(MEGABYTE), 5),
        ("100 KB without a blank", without_a_blank(MEGABYTE // 10), 5),
        ("1 MB without a blank", without_a_blank(MEGABYTE), 3),
        ("10 KB English", english(MEGABYTE)[:10_000], 19),
        ("1 KB English", english(MEGABYTE)[:1000], 99),
    ]
    for title, text, rounds in works:
        for name in SPECIAL_TOKENS:
            seconds = compare(name, text, rounds)
            theirs, first, second = (seconds[key] * 1000 for key in ("tiktoken", "first", "second"))
            yield (
                f"| {title} | {name} | {theirs:.2f} ms | {first:.2f} ms | {theirs / first:.2f} "
                f"| {second:.2f} ms | {theirs / second:.2f} |"
            )


_LOAD_OURS = """
import time
start = time.process_time()
import numpy, regex
needed = time.process_time()
import bpe_core
loaded = time.process_time()
bpe_core.load_published({name!r}).encode("hello")
print(time.process_time() - loaded, needed - start, loaded - needed)
"""
_LOAD_THEIRS = """
import base64, sys, time
data = sys.stdin.buffer.read()
start = time.process_time()
import tiktoken
loaded = time.process_time()
ranks = {{base64.b64decode(a): int(b) for a, b in (line.split() for line in data.splitlines())}}
tiktoken.Encoding("x", pat_str={pattern!r}, mergeable_ranks=ranks, special_tokens={{}}).encode("hello")
print(time.process_time() - loaded, loaded - start)
"""


def loading() -> Iterator[str]:
    """Measure the loading of a vocabulary by a new process, as tiktoken does it from its cache: text lines."""
    import base64

    yield (
        "| vocabulary | tiktoken, from its cache | ours | | `import tiktoken` | `import bpe_core`: numpy and regex "
        "| the rest |"
    )
    yield "|---|---|---|---|---|---|---|"
    # As from the second start on: Python keeps what it has compiled, unless it is told not to.
    with_byte_code = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for name in SPECIAL_TOKENS:
        file = b"".join(b"%s %d\n" % (base64.b64encode(t), i) for t, i in mergeable_ranks(name).items())
        scripts = (_LOAD_THEIRS.format(pattern=peer(name)._pat_str), _LOAD_OURS.format(name=name))  # noqa: SLF001
        spent: list[list[list[float]]] = [[], []]
        for _ in range(5):
            for script, into in zip(scripts, spent, strict=True):
                run = subprocess.run(
                    [sys.executable, "-c", script],
                    input=file,
                    env=with_byte_code,
                    capture_output=True,
                    check=True,
                )
                into.append([float(number) * 1000 for number in run.stdout.split()])
        (theirs, import_theirs), (ours, import_needed, import_ours) = (np.median(of, axis=0) for of in spent)
        yield (
            f"| {name} | {theirs:.0f} ms | {ours:.0f} ms | {theirs / ours:.2f} "
            f"| {import_theirs:.0f} ms | {import_needed:.0f} ms | {import_ours:.0f} ms |"
        )


def main() -> None:
    """Print the tables."""
    print(machine())
    print(
        "Texts: see benchmarks/texts.py; CPU seconds, medians of interleaved runs; ratios over 1: ours is quicker.\n"
    )
    for row in rows():
        print(row, flush=True)
    print()
    for row in loading():
        print(row, flush=True)
