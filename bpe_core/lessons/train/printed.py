"""Compares the merges of a training with a printed list or another training: where they first differ, and whether at a tie.

    printed by Sennrich and others   r _    l o    lo w   e r_
    learned here                     l o    lo w   e r    er _

Merge 1 differs because of a tie: both pairs occur twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_core.history import TrainingHistory
from bpe_core.lessons.train.merge_lists import SpelledPair, in_bytes
from bpe_core.types import TieBreak


@dataclass(frozen=True, slots=True)
class PrintedExample:
    """A worked example: the words with their counts, or a text, the merges as its source prints them, and a note."""

    title: str
    words: str
    merges: tuple[SpelledPair, ...]
    source: str
    note: str
    tie_break: TieBreak = "first-seen"


def _pairs(merges: str) -> tuple[SpelledPair, ...]:
    return tuple((left, right) for left, right in map(str.split, merges.split(", ")))


PRINTED = {
    "hug": PrintedExample(
        "Hugging Face course: hug, pug, pun, bun, hugs",
        "hug 10, pug 5, pun 12, bun 4, hugs 5",
        _pairs("u g, u n, h ug"),
        "Hugging Face, LLM Course, chapter 6, Byte-Pair Encoding tokenization",
        "",
    ),
    "low": PrintedExample(
        "Jurafsky and Martin: low, lowest, newer, wider, new",
        "5 l o w _\n2 l o w e s t _\n6 n e w e r _\n3 w i d e r _\n2 n e w _",
        _pairs("e r, er _, n e, ne w, l o, lo w, new er_, low _"),
        "D. Jurafsky and J. H. Martin, Speech and Language Processing, 3rd edition draft, chapter 2",
        "Merges 1, 3 and 5 are ties; the book takes the pair that is seen first.",
    ),
    "course": PrintedExample(
        "Stanford CS336: low, lower, widest, newest",
        "low 5, lower 2, widest 3, newest 6",
        _pairs("s t, e st, o w, l ow, w est, n e"),
        "Stanford University, CS336, Language Modeling from Scratch, assignment 1",
        "Merges 1, 3, 5 and 6 are ties; the course takes the lexicographically greater pair.",
        "highest-bytes",
    ),
    "wikipedia": PrintedExample(
        "Wikipedia: aaabdaaabac",
        "aaabdaaabac",
        _pairs("a a, a b, aa ab"),
        "Wikipedia, Byte-pair encoding, after P. Gage, A New Algorithm for Data Compression, 1994",
        "Merge 2 is a tie; the pair that occurs first is aa + a, and Wikipedia takes a + b.",
        "lowest-pair",
    ),
    "paper": PrintedExample(
        "Sennrich and others, Figure 1: low, lowest, newer, wider",
        "low_ 1, lowest_ 1, newer_ 1, wider_ 1",
        _pairs("r _, l o, lo w, e r_"),
        "R. Sennrich, B. Haddow and A. Birch, Neural Machine Translation of Rare Words with Subword Units, 2016",
        "The figure prints no counts, so each word counts once here. Its mark at the end of a word, a dot, is "
        "written _, because a dot stands for a space on these pages.",
    ),
}
"""Worked examples that were published with their words and their merges, by name.

>>> PRINTED["hug"].merges[0]
('u', 'g')
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the printed and the learned merges first differ: at merge `step`, counted from 0.

    `printed` and `learned` are the two pairs as bytes, None if that list has ended; `printed_count` and
    `learned_count` are how often they occur at that step. Equal counts are a tie, which a source may break in
    any way.
    """

    step: int
    printed: tuple[bytes, bytes] | None
    printed_count: int
    learned: tuple[bytes, bytes] | None
    learned_count: int

    @property
    def tie(self) -> bool:
        """Whether only the tie-break differs."""
        return self.printed_count == self.learned_count > 0


def first_difference(history: TrainingHistory, printed: Iterable[SpelledPair]) -> Difference | None:
    """Return the first merge of a printed list that was not learned at its position, or None if all of them were.

    Merges learned after the last printed merge do not count as a difference.

    >>> from bpe_core import train
    >>> history = train({"low_": 1, "lowest_": 1, "newer_": 1, "wider_": 1}, recipe="characters", num_merges=4)
    >>> found = first_difference(history, PRINTED["paper"].merges)
    >>> found.step, found.learned, found.printed_count, found.learned_count, found.tie
    (0, (b'l', b'o'), 2, 2, True)
    """
    learned = spelled_merges(history)
    for step, (left, right) in enumerate(in_bytes(printed, history.recipe.alphabet)):
        mine = learned[step] if step < len(learned) else None
        if mine == (left, right):
            continue
        counts = history.pair_counts_at(min(step, len(learned)))
        vocab = history.vocab
        spelled = {(vocab[one], vocab[two]): count for (one, two), count in reversed(counts.items())}
        return Difference(
            step, (left, right), spelled.get((left, right), 0), mine, spelled.get(mine, 0) if mine else 0
        )
    return None


def parting_step(one: TrainingHistory, other: TrainingHistory) -> int | None:
    """Return the first step at which two trainings merge different pairs, or None if they never diverge.

    Merges are compared by the bytes of their sides, because ids may be numbered differently. If one training
    has only the first merges of the other, they diverge at its end.

    >>> from bpe_core import train
    >>> text = "ab cd ab cd"
    >>> parting_step(train(text, recipe="bytes", num_merges=3), train(text, recipe="gpt2", num_merges=3))
    1
    """
    steps = zip(spelled_merges(one), spelled_merges(other), strict=False)
    for step, (mine, theirs) in enumerate(steps):
        if mine != theirs:
            return step
    shorter, longer = sorted((len(one.merges), len(other.merges)))
    return None if shorter == longer else shorter


def spelled_merges(history: TrainingHistory) -> list[tuple[bytes, bytes]]:
    """Return the bytes of both sides of every merge."""
    return [(history.vocab[merge.pair[0]], history.vocab[merge.pair[1]]) for merge in history.merges]
