"""Training on a gigabyte that is streamed from a file: time and peak memory.

    python -m benchmarks.bench_stream [megabytes] [ours] [ours_in_python] [rustbpe] [hugging_face] [--keep]

The text is generated from the words of real prose, by their frequencies, and from ever rarer words composed
of two of these, so that new words keep appearing until the end (see `grown`). It is written to build/ once.
Each contestant is a process with one thread, which reads the file in documents of about 10 KB, as in a
corpus, and learns 10,000 merges with GPT-2's pattern.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchmarks.measure import KEEP, tell
from benchmarks.real_texts import CACHE

NUM_MERGES = 10_000
WORDS_OF_A_PART = 200_000


def grown(num_bytes: int) -> Iterator[str]:
    """Yield parts of an English-like text, at least `num_bytes` bytes in total.

    The word of rank r is drawn in proportion to 1 / (r + 2.7) ** 1.2 (Zipf-Mandelbrot), up to rank 50
    million: first the words of real prose, then pairs of them.
    """
    import numpy as np

    from benchmarks.real_texts import prose

    counts: dict[str, int] = {}
    for word in prose(10**7).split(" "):
        counts[word] = counts.get(word, 0) + 1
    words = [word for word in sorted(counts, key=lambda word: -counts[word]) if 0 < len(word) < 30]
    rng = np.random.default_rng(4)
    first, last = 2.7**-0.2, 5e7**-0.2
    while num_bytes > 0:
        ranks = ((first - rng.random(WORDS_OF_A_PART) * (first - last)) ** -5 - 2.7).astype(np.int64)
        part = " ".join(
            words[rank]
            if rank < len(words)
            else words[rank % len(words)] + words[rank // len(words) % 20_000]
            for rank in ranks.tolist()
        )
        num_bytes -= len(part.encode()) + 1
        yield part + "\n"


def file_of(megabytes: int) -> Path:
    """Return the file with the text; writes it if it does not exist."""
    path = CACHE / f"stream-{megabytes}.txt"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("w", encoding="utf-8", newline="") as out:
            out.writelines(grown(megabytes * 10**6))
        unfinished.rename(path)
    return path


def documents(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines grouped into documents of at least 10,000 characters."""
    document, length = [], 0
    for line in lines:
        document.append(line)
        length += len(line)
        if length >= 10_000:
            yield "".join(document)
            document, length = [], 0
    yield "".join(document)


def ours(texts: Iterator[str]) -> int:
    """Train with this project; returns the number of merges."""
    import bpe_core

    return len(bpe_core.train(texts, recipe="gpt2", num_merges=NUM_MERGES).merges)


def ours_in_python(texts: Iterator[str]) -> int:
    """Train with this project in plain Python, as if there were no compiler."""
    os.environ["BPE_CORE_PURE"] = "1"
    return ours(texts)


def rustbpe(texts: Iterator[str]) -> int:
    """Train with rustbpe."""
    import rustbpe as peer

    from bpe_core.patterns import SPLIT_PATTERNS

    trained = peer.Tokenizer()
    trained.train_from_iterator(texts, vocab_size=256 + NUM_MERGES, pattern=SPLIT_PATTERNS["gpt2"])
    return len(trained.get_mergeable_ranks()) - 256


def hugging_face(texts: Iterator[str]) -> int:
    """Train with Hugging Face tokenizers' BpeTrainer."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    trainer = trainers.BpeTrainer(
        vocab_size=256 + NUM_MERGES,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    peer.train_from_iterator(texts, trainer)
    return peer.get_vocab_size() - 256


CONTESTANTS: dict[str, Callable[[Iterator[str]], int]] = {
    each.__name__: each for each in (ours, ours_in_python, rustbpe, hugging_face)
}


def measure(who: str, path: Path) -> None:
    """Train in this process, and print a row of the table."""
    begun, begun_by_clock = time.process_time(), time.perf_counter()
    with path.open(encoding="utf-8", newline="") as lines:
        merges = CONTESTANTS[who](documents(lines))
    seconds, by_clock = time.process_time() - begun, time.perf_counter() - begun_by_clock
    status = Path("/proc/self/status").read_text("utf-8").splitlines()
    peak = next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
    megabytes = path.stat().st_size / 1e6
    print(f"| {who} | {megabytes:,.0f} MB | {merges:,} | {seconds:.1f} | {by_clock:.1f} | {peak:.0f} |")


def rows(names: Iterable[str], path: Path) -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table."""
    yield "| | text | merges | CPU s | by the clock, s | peak memory, MB |"
    yield "|---|---|---|---|---|---|"
    # Set before the libraries are loaded, since each reads it only once.
    one_thread = os.environ | {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    for name in names:
        command = [sys.executable, "-m", "benchmarks.bench_stream", "measure", name, str(path)]
        yield subprocess.run(
            command, check=True, env=one_thread, capture_output=True, text=True
        ).stdout.strip()


def main(arguments: list[str] | None = None) -> None:
    """Print the table of the contestants named, or of all that are compiled."""
    arguments = arguments or []
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    names = [argument for argument in arguments if argument in CONTESTANTS]
    table = rows(names or ["ours", "rustbpe", "hugging_face"], file_of(*numbers or [1_000]))
    tell("stream", table, keep=KEEP in arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["measure"]:
        measure(sys.argv[2], Path(sys.argv[3]))
    else:
        main(sys.argv[1:])
