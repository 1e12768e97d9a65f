"""How long training takes, beside Hugging Face tokenizers, rustbpe, and the textbook loop.

    python -m benchmarks training

CPU seconds of the whole way from the text to the merges: splitting, counting, merging; medians of
interleaved runs (but one run of the textbook loop, which is slow), all on one thread. Ours gives `closed_at` as well, and breaks ties as the
textbook does; the peers break them by the smaller ids, which costs less.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

# Before a peer is loaded: it asks once.
os.environ |= {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}

import bpe_core
from benchmarks.measure import cpu_seconds, machine, peak_megabytes
from benchmarks.texts import english, multilingual
from bpe_core.pairs import count_pairs, merge_pair
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split
from bpe_core.recipes import RECIPES


def ours(text: str, recipe: str, num_merges: int) -> None:
    """Train with this project."""
    bpe_core.train(text, recipe=recipe, num_merges=num_merges)


def ours_in_python(text: str, recipe: str, num_merges: int) -> None:
    """Train with this project, as where no compiler was found."""
    os.environ["BPE_CORE_PURE"] = "1"
    try:
        ours(text, recipe, num_merges)
    finally:
        del os.environ["BPE_CORE_PURE"]


def hugging_face(text: str, recipe: str, num_merges: int) -> None:
    """Train with Hugging Face tokenizers' BpeTrainer."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    peer = Tokenizer(models.BPE())
    name = RECIPES[recipe].split_pattern
    if name == "gpt2":
        # Its own GPT-2 splitter, which is quicker than the pattern given to it.
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
    # Line by line: quicker than all at once, and with a tenth of the memory.
    peer.train_from_iterator(text.splitlines(keepends=True), trainer)


def rustbpe(text: str, recipe: str, num_merges: int) -> None:
    """Train with rustbpe."""
    import rustbpe as peer

    pattern = SPLIT_PATTERNS[RECIPES[recipe].split_pattern]
    peer.Tokenizer().train_from_iterator(iter([text]), vocab_size=256 + num_merges, pattern=pattern)


def textbook(text: str, recipe: str, num_merges: int) -> None:
    """Train with the loop of every tutorial: count all pairs, merge the first of the most frequent, again."""
    chunks = [list(chunk.encode()) for chunk in split(text, RECIPES[recipe].split_pattern)]
    for rank in range(num_merges):
        counts = count_pairs(chunks)
        pair = max(counts, key=counts.__getitem__)
        chunks = [merge_pair(chunk, pair, 256 + rank) for chunk in chunks]


Trainer = Callable[[str, str, int], None]


@dataclass(frozen=True)
class Work:
    """One row of the table; `beside` are the peers, of which the first one counts as 1."""

    title: str
    text: Callable[[int], str]
    num_bytes: int
    recipe: str
    num_merges: int
    beside: tuple[Trainer, ...]
    rounds: int


PEERS = (hugging_face, rustbpe)
WORKS = (
    Work("100 KB English, one stream, 1,000 merges", english, 10**5, "bytes", 1_000, (textbook,), 9),
    Work("100 KB English, GPT-2 pattern, 1,000 merges", english, 10**5, "gpt2", 1_000, (textbook,), 9),
    Work("1 MB English, GPT-2 pattern, 1,000 merges", english, 10**6, "gpt2", 1_000, PEERS, 9),
    Work("10 MB English, GPT-2 pattern, 1,000 merges", english, 10**7, "gpt2", 1_000, PEERS, 3),
    Work("10 MB English, GPT-4 pattern, 10,000 merges", english, 10**7, "gpt4", 10_000, PEERS[::-1], 3),
    Work(
        "10 MB multilingual, GPT-4 pattern, 1,000 merges", multilingual, 10**7, "gpt4", 1_000, PEERS[::-1], 3
    ),
)


def rows() -> Iterator[str]:
    """Measure, and yield the lines of a Markdown table."""
    yield "| work | ours in C | beside | quicker by |"
    yield "|---|---|---|---|"
    for work in WORKS:
        text = work.text(work.num_bytes)
        contestants = {
            trainer.__name__: partial(trainer, text, work.recipe, work.num_merges)
            for trainer in (ours, ours_in_python, *work.beside)
        }
        seconds = cpu_seconds(contestants, rounds=work.rounds, once=["textbook"])
        own = seconds.pop("ours")
        beside = ", ".join(f"{name} {spent:.2f} s" for name, spent in seconds.items())
        ratios = ", ".join(f"{spent / own:.2f}" for spent in seconds.values())
        yield f"| {work.title} | {own:.3f} s | {beside} | {ratios} |"


def train_file(trainer_name: str, path: str, recipe: str, num_merges: int) -> None:
    """Train on a file; the whole of what a process does whose memory is measured."""
    text = Path(path).read_bytes().decode()
    globals()[trainer_name](text, recipe, num_merges)


def main() -> None:
    """Print the table."""
    print(machine())
    print(
        "Texts: grown from the samples, see benchmarks/texts.py; CPU seconds, medians of interleaved runs.\n"
    )
    for row in rows():
        print(row, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "english.txt"
        path.write_bytes(english(10**7).encode())
        peaks = [
            peak_megabytes(train_file, name, str(path), "gpt2", 1_000) for name in ("ours", "hugging_face")
        ]
    print(
        f"\nPeak memory, 10 MB English, GPT-2 pattern: ours {peaks[0]:.0f} MB, Hugging Face {peaks[1]:.0f} MB,"
    )
    print(f"ratio {peaks[0] / peaks[1]:.2f}.")


if __name__ == "__main__":
    main()
