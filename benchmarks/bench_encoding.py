"""How long encoding takes, beside tiktoken's `encode_ordinary`, in C and without.

    python -m benchmarks encoding

CPU seconds on one thread, medians; the contestants take turns; ids are compared before. "New" is steady use:
one part of a text after another that was not met before, though words of it were. "Again" is the same text
once more. Both sides return a list of ids. English is `pydoc_data.topics`, code the standard library, neither
written here; the texts in many scripts are grown from the samples (see texts.py).
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from pydoc_data import topics
from unittest import mock

import numpy as np
import tiktoken
import tiktoken_ext.openai_public

from benchmarks.measure import machine
from benchmarks.texts import english, multilingual
from bpe_core import load_published
from bpe_core.published import mergeable_ranks

MEGABYTE = 10**6
NAMES = ("gpt2", "cl100k_base", "o200k_base")


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


def prose(num_bytes: int) -> str:
    """Return that much of Python's reference manual, which comes with Python."""
    return "\n".join(topics.topics.values()).encode()[:num_bytes].decode("utf-8", "ignore")


def compare(name: str, text: str, size: int, rounds: int) -> dict[str, float]:
    """Measure tiktoken, ours in C and ours in Python, on new parts of a text and on the same again: CPU seconds.

    The first part is for each to get ready, and counts for none.
    """
    tokenizer = load_published(name)

    def ours(pure: str) -> Callable[[str], list[int]]:
        def encode(part: str) -> list[int]:
            os.environ["BPE_CORE_PURE"] = pure
            return tokenizer.encode_ordinary(part)

        return encode

    contestants = {"tiktoken": peer(name).encode_ordinary, "C": ours("0"), "Python": ours("1")}
    parts = [text[start : start + size] for start in range(0, len(text) - size + 1, size)][: rounds + 1]
    parts = parts * 2 if len(parts) == 1 else parts
    spent: dict[str, list[float]] = {}
    tokenizer.forget()
    for number, part in enumerate(parts):
        results = []
        for who, encode in contestants.items():
            for when in ("new", "again"):
                begun = time.process_time()
                results.append(encode(part))
                if number:
                    spent.setdefault(f"{who} {when}", []).append(time.process_time() - begun)
        if any(ids != results[0] for ids in results):
            raise AssertionError("The ids differ.")
    os.environ.pop("BPE_CORE_PURE", None)
    return {key: statistics.median(seconds) for key, seconds in spent.items()}


WORKS: tuple[tuple[str, Callable[[int], str], int, int], ...] = (
    ("1 KB English", prose, 1_000, 99),
    ("10 KB English", prose, 10_000, 29),
    ("200 KB English", prose, 200_000, 2),
    ("10 KB code", code, 10_000, 29),
    ("1 MB code", code, MEGABYTE, 3),
    ("1 KB in many scripts", multilingual, 1_000, 99),
    ("10 KB in many scripts", multilingual, 10_000, 29),
    ("1 MB in many scripts", multilingual, MEGABYTE, 2),
    ("500 KB runs of white space", white_space, MEGABYTE // 2, 1),
    ("100 KB without a blank", without_a_blank, MEGABYTE // 10, 1),
    ("1 MB of `a`", lambda size: "a" * size, MEGABYTE, 1),
)


def rows() -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table."""
    yield "| text | vocabulary | tiktoken, new and again | C, new | again | Python, new | again |"
    yield "|---|---|---|---|---|---|---|"
    for title, text_of, size, rounds in WORKS:
        text = text_of(size * (rounds + 1))
        for name in NAMES:
            spent = compare(name, text, size, rounds)
            theirs = [spent[f"tiktoken {when}"] for when in ("new", "again")] * 2
            keys = ("C new", "C again", "Python new", "Python again")
            ratios = [f"{beside / spent[key]:.2f}" for beside, key in zip(theirs, keys, strict=True)]
            milliseconds = f"{theirs[0] * 1000:.2f} ms, {theirs[1] * 1000:.2f} ms"
            yield f"| {title} | {name} | {milliseconds} | {' | '.join(ratios)} |"


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
    for name in NAMES:
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
    print("CPU seconds, medians of interleaved runs; ratios beside tiktoken, over 1: ours is quicker.\n")
    for row in rows():
        print(row, flush=True)
    print()
    for row in loading():
        print(row, flush=True)
