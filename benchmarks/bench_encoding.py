"""How long encoding takes in C and in plain Python, compared with tiktoken's `encode_ordinary`.

    python -m benchmarks.bench_encoding [english] [code] [scripts] [hard] [arrays] [first] [start] [pipeline] [memory] [--keep]

CPU seconds of one thread; the contestants take turns, and their ids, which all return as lists, are compared
each time. "New" is steady use: twenty parts of a text, one after another; each part is new, although some of
its words have occurred before. "Cold" is one such part alone, after the other contestants have run and Python
has collected garbage, so that none of its data is in the processor's caches. "Again" is the same parts a
second time. There is only one part of the largest size, which a fresh tokenizer encodes. For the texts see
real_texts.py.
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import numpy as np

from benchmarks.measure import KEEP, cpu_seconds, tell
from benchmarks.peers import as_tiktoken_keeps_it, hugging_face, tiktoken_encoding, without_c
from benchmarks.real_texts import code, prose, translations
from bpe_core import Tokenizer, load_published
from bpe_core.published import WITH_PIPELINE

NAMES = ("gpt2", "cl100k_base", "o200k_base")
KB, MB = 10**3, 10**6


def white_space(num_bytes: int) -> str:
    """Return runs of one to forty equal characters (blanks, tabs or line ends), with an occasional letter."""
    rng = np.random.default_rng(3)
    signs = rng.choice([" ", "\t", "\n", "x"], num_bytes // 15, p=[0.5, 0.2, 0.2, 0.1])
    runs = zip(signs.tolist(), rng.integers(1, 41, len(signs)).tolist(), strict=True)
    return "".join(sign if sign == "x" else sign * count for sign, count in runs)[:num_bytes]


def without_a_blank(num_bytes: int) -> str:
    """Return only the letters of the English text, in lower case."""
    return "".join(filter(str.isalpha, prose(2 * num_bytes).lower()))[:num_bytes]


def one_letter(num_bytes: int) -> str:
    """Return `a` and nothing else."""
    return "a" * num_bytes


SIZES = ((KB, 300), (10 * KB, 100), (100 * KB, 30), (MB, 5))
Work = tuple[str, Callable[[int], str], int, int]
WORKS: dict[str, list[Work]] = {
    name: [
        *((f"{size // KB:,} KB {title}", text_of, size, parts) for size, parts in SIZES),
        (f"{largest} MB {title}", text_of, largest * MB, 1),
    ]
    for name, title, text_of, largest in (
        ("english", "English", prose, 10),
        ("code", "code", code, 10),
        ("scripts", "many scripts", translations, 5),
    )
}
# All small parts are taken from the same text; for the many scripts it is at most 5 MB.
WORKS["scripts"][3] = ("1,000 KB many scripts", translations, MB, 4)
WORKS["hard"] = [
    ("500 KB runs of white space", white_space, MB // 2, 1),
    ("100 KB without a blank", without_a_blank, MB // 10, 1),
    ("1 MB of `a`", one_letter, MB, 1),
]


STEADY = 20  # parts that a contestant encodes before it is the next one's turn


def compare(name: str, text: str, units: int, parts: int) -> dict[str, list[float]]:
    """Encode parts of a text with tiktoken, in C and in Python; returns the CPU seconds per part.

    Each part has `units` characters.
    """
    tokenizer = load_published(name)

    def in_python(part: str) -> list[int]:
        with without_c():
            return tokenizer.encode_ordinary(part)

    contestants = {
        "tiktoken": tiktoken_encoding(name).encode_ordinary,
        "C": tokenizer.encode_ordinary,
        "Python": in_python,
    }
    # The first part is a warm-up and is not counted; if there is only one part, the warm-up is a word.
    starts = range(0, units * (parts + 1), units) if parts > 1 else [0]
    ready, *chunks = [text[start : start + units] for start in starts] if parts > 1 else ["ready", text]
    spent: dict[str, list[float]] = defaultdict(list)

    def take_turns(block: list[str], *times: str) -> None:
        gc.collect()
        gc.disable()
        found = []
        for who, encode in contestants.items():
            for when in times:
                for part in block:
                    begun = time.process_time()
                    ids = encode(part)
                    spent[f"{who} {when}"].append(time.process_time() - begun)
                    found.append(ids)
        gc.enable()
        if any(ids != found[number % len(block)] for number, ids in enumerate(found)):
            raise AssertionError("The ids differ.")

    for size, times in ((1, ["cold"]), (STEADY, ["new", "again"])):
        tokenizer.forget()
        for encode in contestants.values():
            encode(ready)
        for start in range(0, parts, size):
            take_turns(chunks[start : start + size], *times)
    return spent


def rows(works: list[Work]) -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table: medians and 95th percentiles."""
    yield (
        "| text | vocabulary | tiktoken, ms, new: 50%, 95% | cold | again "
        "| C speedup, new: 50%, 95% | cold | again | Python, new: 50%, 95% | cold | again |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for title, text_of, size, parts in works:
        text = text_of(size * (parts + 1) if parts > 1 else size)
        units = len(text) // (parts + 1) if parts > 1 else len(text)
        for name in NAMES:
            spent = compare(name, text, units, parts)
            at = {key: np.percentile(seconds, [50, 95]) * 1000 for key, seconds in spent.items()}
            cells = []
            for who in ("tiktoken", "C", "Python"):
                new, cold, again = (
                    at[f"{who} {when}"] if who == "tiktoken" else at[f"tiktoken {when}"] / at[f"{who} {when}"]
                    for when in ("new", "cold", "again")
                )
                cells += [f"{new[0]:.2f}, {new[1]:.2f}" if parts > 1 else f"{new[0]:.2f}"]
                cells += [f"{cold[0]:.2f}", f"{again[0]:.2f}"]
            yield f"| {title} | {name} | {' | '.join(cells)} |"


# What a fresh process runs; it prints its measurements as JSON.
_BEGIN = """
import time, json, sys
from pathlib import Path
text = Path(sys.argv[1]).read_text("utf-8")
if (peak := Path("/proc/self/clear_refs")).exists():
    peak.write_text("5")  # the peak of reading the text counts for nobody
spent = [time.process_time()]
def lap(): spent.append(time.process_time())
"""
_OURS = """
import bpe_core
lap()
tokenizer = bpe_core.load_published(sys.argv[2])
"""
_THEIRS = """
import base64, tiktoken
lap()
lines = Path(sys.argv[3]).read_bytes().splitlines()
ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}
tokenizer = tiktoken.Encoding("x", pat_str=sys.argv[4], mergeable_ranks=ranks, special_tokens={})
"""
_END = """
lap()
tokenizer.encode_ordinary(text[:1000])
lap()
tokenizer.encode_ordinary(text)
lap()
status = Path("/proc/self/status").read_text() if Path("/proc/self/status").exists() else "VmHWM: 0"
peak = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))
print(json.dumps([*(1000 * (late - early) for early, late in zip(spent, spent[1:])), peak]))
"""


def fresh(who: str, name: str, num_bytes: int, rounds: int) -> list[float]:
    """Load a vocabulary and encode in fresh processes; returns medians of what each process prints.

    These are the times for import, load, 1 KB and all together, in ms, and the peak memory in MB.
    """
    peer = tiktoken_encoding(name)
    # Let Python write compiled files, which it then finds in the cache from the second start on.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["BPE_CORE_PURE"] = str(int(who == "Python"))
    with tempfile.TemporaryDirectory() as folder:
        text, ranks = Path(folder, "text"), Path(folder, "ranks")
        text.write_text(prose(num_bytes), "utf-8")
        ranks.write_bytes(as_tiktoken_keeps_it(name))
        script = _BEGIN + (_THEIRS if who == "tiktoken" else _OURS) + _END
        command = [sys.executable, "-c", script, str(text), name, str(ranks), peer._pat_str]  # noqa: SLF001
        runs = [
            json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
            for _ in range(rounds)
        ]
    medians: list[float] = np.median(runs, axis=0).tolist()
    return medians


def first() -> Iterator[str]:
    """Measure how long a fresh process takes until its first ids."""
    yield "| vocabulary | | import, ms | load | the first kilobyte | 100 KB after it |"
    yield "|---|---|---|---|---|---|"
    for name in NAMES:
        for who in ("tiktoken", "C", "Python"):
            spent = fresh(who, name, 100 * KB, 7)
            yield f"| {name} | {who} | {' | '.join(f'{each:.1f}' for each in spent[:-1])} |"


def start(rounds: int = 11) -> Iterator[str]:
    """Measure the CPU time of whole processes, as multiples of a process that only imports numpy; minima."""
    programs = {
        "`import numpy`": ["-c", "import numpy"],
        "`import bpe_core`": ["-c", "import bpe_core"],
        "`from bpe_core import Tokenizer, train`": ["-c", "from bpe_core import Tokenizer, train"],
        "the first ids of gpt2": ["-c", "import bpe_core; bpe_core.load_published('gpt2').encode('low')"],
        "the first ids of qwen3": ["-c", "import bpe_core; bpe_core.load_published('qwen3').encode('low')"],
        "`bpe-explorer --version`": ["-c", "from explorer_ui.command_line import main; main(['--version'])"],
    }
    spent: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, arguments in programs.items():
            before = getrusage(RUSAGE_CHILDREN)
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            after = getrusage(RUSAGE_CHILDREN)
            spent[name].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    least = min(spent["`import numpy`"])
    yield "| a process that ends after | CPU, ms | times that of numpy |"
    yield "|---|---|---|"
    for name, times in spent.items():
        yield f"| {name} | {1000 * min(times):.0f} | {min(times) / least:.2f} |"


def _ids_of_hugging_face(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False).ids
    return ids


def pipeline(rounds: int = 3) -> Iterator[str]:
    """Measure tokenizers with a pipeline and Hugging Face tokenizers in turn: medians for a megabyte."""
    yield "| 1 MB | tokenizer | Hugging Face, ms | C, ms | C speedup |"
    yield "|---|---|---|---|---|"
    for title, text_of in (("English", prose), ("code", code), ("many scripts", translations)):
        text = text_of(MB)
        for name in WITH_PIPELINE:
            ours, theirs = load_published(name), hugging_face(name)
            contestants = {
                "theirs": partial(_ids_of_hugging_face, theirs, text),
                "ours": partial(ours.encode, text, allowed_special="all"),
            }
            if contestants["ours"]() != contestants["theirs"]():
                raise ValueError(f"{name}: the ids differ")
            spent = cpu_seconds(contestants, rounds=rounds)
            quicker = spent["theirs"] / spent["ours"]
            yield f"| {title} | {name} | {1000 * spent['theirs']:.0f} | {1000 * spent['ours']:.0f} | {quicker:.1f} |"


def arrays(rounds: int = 7) -> Iterator[str]:
    """Measure lists and numpy arrays of new texts, in turn with tiktoken's, by fresh tokenizers: medians."""
    yield "| text, cl100k_base | tiktoken, list, ms | tiktoken, array | C speedup, list | C speedup, array |"
    yield "|---|---|---|---|---|"
    ours, theirs = load_published("cl100k_base"), tiktoken_encoding("cl100k_base")
    for title, text_of in (("English", prose), ("code", code)):
        for size, parts in ((KB, 1_000), (100 * KB, 10), (MB, 2)):
            text = text_of(size * parts)
            texts = [text[start : start + size] for start in range(0, len(text), size)]
            ways = {
                "their lists": theirs.encode_ordinary,
                "their arrays": partial(theirs.encode_to_numpy, disallowed_special=()),
                "our lists": ours.encode_ordinary,
                "our arrays": partial(ours.encode_to_numpy, disallowed_special=()),
            }
            expected = list(map(theirs.encode_ordinary, texts))
            if any([list(way(one)) for one in texts] != expected for way in ways.values()):
                raise AssertionError("The ids differ.")
            spent = cpu_seconds(
                {name: partial(_each_anew, ours, way, texts) for name, way in ways.items()}, rounds=rounds
            )
            lists, array = spent["their lists"], spent["their arrays"]
            yield (
                f"| {size // KB:,} KB {title} | {1000 * lists / parts:.2f} | {1000 * array / parts:.2f} "
                f"| {lists / spent['our lists']:.1f} | {array / spent['our arrays']:.1f} |"
            )


def _each_anew(tokenizer: Tokenizer, encode: Callable[[str], object], texts: list[str]) -> None:
    tokenizer.forget()
    for text in texts:
        encode(text)


def memory() -> Iterator[str]:
    """Measure the peak memory of fresh processes."""
    yield "| peak memory of a process, MB | tiktoken | C | Python |"
    yield "|---|---|---|---|"
    for title, size in (("1 KB", KB), ("10 MB English", 10 * MB)):
        for name in NAMES:
            peaks = [fresh(who, name, size, 1)[-1] for who in ("tiktoken", "C", "Python")]
            yield f"| {title}, {name} | {' | '.join(f'{peak:.0f}' for peak in peaks)} |"


FRESH = {"arrays": arrays, "first": first, "pipeline": pipeline, "start": start, "memory": memory}


def main(arguments: list[str] | None = None) -> None:
    """Print the tables of all parts, or of the parts named."""
    arguments = arguments or []
    for part in [name for name in arguments if name != KEEP] or [*WORKS, *FRESH]:
        table = rows(WORKS[part]) if part in WORKS else FRESH[part]()
        tell(f"encoding {part}", table, keep=KEEP in arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
