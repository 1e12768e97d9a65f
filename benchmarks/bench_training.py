"""How long training takes, compared with rustbpe and Hugging Face tokenizers, in C and in plain Python.

    python -m benchmarks.bench_training [english] [scripts] [patterns] [python] [textbook] [memory] [--keep]

CPU seconds from the text to the merges (pre-tokenization, counting, merging), all on one thread; medians of
runs in which the contestants take turns. This project also returns `closed_at`, and breaks ties by first
occurrence, as textbooks do; the other libraries break ties by the smaller ids, which is cheaper. For the
texts see real_texts.py.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpe_core
from benchmarks.measure import KEEP, cpu_seconds, tell
from benchmarks.peers import without_c
from benchmarks.real_texts import prose, translations
from bpe_core.pairs import count_pairs, merge_pair
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split
from bpe_core.recipes import RECIPES


def ours(text: str, recipe: str, num_merges: int) -> None:
    """Train with this project."""
    bpe_core.train(text, recipe=recipe, num_merges=num_merges)


def ours_in_python(text: str, recipe: str, num_merges: int) -> None:
    """Train with this project in plain Python, as if there were no compiler."""
    with without_c():
        ours(text, recipe, num_merges)


def hugging_face(text: str, recipe: str, num_merges: int) -> None:
    """Train with Hugging Face tokenizers' BpeTrainer."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    peer = Tokenizer(models.BPE())
    name = RECIPES[recipe].split_pattern
    if name == "gpt2":
        # The library's own GPT-2 splitter is faster than the same pattern in a Split.
        peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    else:
        peer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(Regex(SPLIT_PATTERNS[name]), "isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
    trainer = trainers.BpeTrainer(
        vocab_size=256 + num_merges,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    # Line by line is faster than in one call, and takes a tenth of the memory.
    peer.train_from_iterator(text.splitlines(keepends=True), trainer)


def rustbpe(text: str, recipe: str, num_merges: int) -> None:
    """Train with rustbpe."""
    import rustbpe as peer

    pattern = SPLIT_PATTERNS[RECIPES[recipe].split_pattern]
    peer.Tokenizer().train_from_iterator(iter([text]), vocab_size=256 + num_merges, pattern=pattern)


def textbook(text: str, recipe: str, num_merges: int) -> None:
    """Train with the loop of every tutorial: count all pairs, merge the first most frequent one, repeat."""
    chunks = [list(chunk.encode()) for chunk in split(text, RECIPES[recipe].split_pattern)]
    for rank in range(num_merges):
        counts = count_pairs(chunks)
        pair = max(counts, key=counts.__getitem__)
        chunks = [merge_pair(chunk, pair, 256 + rank) for chunk in chunks]


Trainer = Callable[[str, str, int], None]
COMPILED: tuple[Trainer, ...] = (ours, rustbpe, hugging_face)


@dataclass(frozen=True)
class Work:
    """One row of a table; the times are relative to the first trainer's."""

    title: str
    text: Callable[[int], str]
    num_bytes: int
    recipe: str
    num_merges: int
    trainers: tuple[Trainer, ...]
    rounds: int

    def row(self) -> str:
        """Measure, and return the line of a Markdown table."""
        text = self.text(self.num_bytes)
        work = {
            trainer.__name__: partial(trainer, text, self.recipe, self.num_merges)
            for trainer in self.trainers
        }
        own, *others = cpu_seconds(work, rounds=self.rounds).items()
        compared = " | ".join(f"{seconds:.2f} s, {seconds / own[1]:.2f}" for _, seconds in others)
        cut = RECIPES[self.recipe].split_pattern or "one stream"
        return f"| {self.title}, {cut}, {self.num_merges:,} merges | {own[1]:.3f} s | {compared} |"


MB = 10**6
MERGES = (1_000, 10_000, 30_000)
WORKS: dict[str, list[Work]] = {
    "english": [Work("1 MB English", prose, MB, "gpt2", number, COMPILED, 3) for number in MERGES]
    + [Work("10 MB English", prose, 10 * MB, "gpt2", number, COMPILED, 1) for number in MERGES],
    "scripts": [Work("1 MB many scripts", translations, MB, "gpt4", number, COMPILED, 3) for number in MERGES]
    + [Work("5 MB many scripts", translations, 5 * MB, "gpt4", number, COMPILED, 1) for number in MERGES],
    "patterns": [
        Work("10 MB English", prose, 10 * MB, name, 10_000, COMPILED, 1) for name in ("gpt4", "gpt4o")
    ],
    "python": [
        Work("1 MB English", prose, MB, "gpt2", 1_000, (ours_in_python, hugging_face), 3),
        Work("1 MB English", prose, MB, "gpt2", 30_000, (ours_in_python, hugging_face), 1),
        Work("10 MB English", prose, 10 * MB, "gpt2", 1_000, (ours_in_python, hugging_face), 1),
        Work("10 MB English", prose, 10 * MB, "gpt2", 10_000, (ours_in_python, hugging_face), 1),
        Work("5 MB many scripts", translations, 5 * MB, "gpt4", 10_000, (ours_in_python, hugging_face), 1),
    ],
    "textbook": [
        Work("100 KB English", prose, MB // 10, recipe, 1_000, (ours, ours_in_python, textbook), 1)
        for recipe in ("bytes", "gpt2")
    ],
}


def rows(works: list[Work]) -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table."""
    own, *others = (trainer.__name__ for trainer in works[0].trainers)
    yield f"| work | {own} | {' | '.join(f'{name}, and our speedup' for name in others)} |"
    yield "|---|---|" + "---|" * len(others)
    for work in works:
        yield work.row()


def peak(trainer: str, text: Path, num_merges: int) -> float:
    """Return the peak memory, in MB, of a fresh process that trains on a file and does nothing else. Linux only."""
    command = [sys.executable, "-m", "benchmarks.bench_training", "peak", trainer, str(text), str(num_merges)]
    return float(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))


def memory() -> Iterator[str]:
    """Measure the peak memory of training."""
    names = [trainer.__name__ for trainer in (*COMPILED, ours_in_python)]
    yield f"| peak memory of a process, MB | before | {' | '.join(names)} |"
    yield "|---|---|" + "---|" * len(names)
    with tempfile.TemporaryDirectory() as folder:
        for title, num_bytes, num_merges in (("1 MB", MB, 1_000), ("10 MB", 10 * MB, 1_000)):
            text = Path(folder, "text")
            text.write_text(prose(num_bytes), "utf-8")
            peaks = [peak(name, text, num_merges) for name in ("nothing", *names)]
            yield f"| {title} English, gpt2, {num_merges:,} merges | {' | '.join(f'{each:.0f}' for each in peaks)} |"


def _print_peak(trainer: str, path: str, num_merges: str) -> None:
    """Train and print the peak memory; "before" is the part that all have in common: imports and the text."""
    text = Path(path).read_text("utf-8")
    Path("/proc/self/clear_refs").write_text(
        "5", "utf-8"
    )  # reset the peak, so that reading the text is not counted
    if trainer != "nothing":
        globals()[trainer](text, "gpt2", int(num_merges))
    status = Path("/proc/self/status").read_text("utf-8")
    print(next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")))


def main(arguments: list[str] | None = None) -> None:
    """Print the tables of all parts, or of the parts named."""
    arguments = arguments or []
    for part in [name for name in arguments if name != KEEP] or [*WORKS, "memory"]:
        tell(f"training {part}", memory() if part == "memory" else rows(WORKS[part]), keep=KEEP in arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["peak"]:
        _print_peak(*sys.argv[2:])
    else:
        main(sys.argv[1:])
