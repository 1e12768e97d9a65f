"""Facts about chunks: how often each occurs, where two patterns differ, which merges pre-tokenization prevents."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

import numpy as np

from bpe_core.history import TrainingHistory
from bpe_core.patterns import BRANCHES, SPLIT_PATTERNS
from bpe_core.pipeline.pre_tokenizers import ByteLevel
from bpe_core.pretokenization import pretokenize
from bpe_core.tokenizer import Tokenizer
from bpe_core.training import train
from bpe_core.types import Chunk, TieBreak


@dataclass(frozen=True, slots=True)
class Difference:
    """A range of text that two patterns split differently, as small as possible.

    `start` and `end` are character positions at which both patterns split. `left` and `right` are the chunks of
    the two patterns in this range; `first_left` and `first_right` are the indices of their first chunks.
    """

    start: int
    end: int
    first_left: int
    left: tuple[str, ...]
    first_right: int
    right: tuple[str, ...]


def chunk_counts(chunks: Sequence[Chunk]) -> list[tuple[str, int, int]]:
    """Return (text, branch, count) of each distinct chunk, the most frequent first.

    >>> from bpe_core import pretokenize
    >>> chunk_counts(pretokenize("no, no, yes", "gpt2"))
    [(',', 9, 2), ('no', 7, 1), (' no', 7, 1), (' yes', 7, 1)]
    """
    counts = Counter((chunk.text, chunk.branch) for chunk in chunks)
    return [(text, branch, count) for (text, branch), count in counts.most_common()]


def pattern_of(tokenizer: Tokenizer) -> str | None:
    """Return the name of the split pattern of a tokenizer, or None if it has none or its branches are not known.

    >>> from bpe_core import load_published
    >>> [pattern_of(load_published(name)) for name in ("gpt2", "qwen3", "gpt_neox", "deepseek_v3")]
    ['gpt2', 'qwen', 'gpt2', None]
    """
    if tokenizer.recipe.split_pattern in BRANCHES:
        return tokenizer.recipe.split_pattern
    names = [_pattern_of_step(step) for step in tokenizer.steps.pre_tokenizers]
    found = [name for name in names if name != ""]
    return found[0] if len(found) == 1 else None


def _pattern_of_step(step: object) -> str | None:
    """Return the name of the pattern that a pre-tokenizer splits by, "" if it does not split, None if it is unknown."""
    if isinstance(step, ByteLevel):
        return "gpt2" if step.use_regex else ""
    pattern = getattr(step, "pattern", None)
    return next((name for name in BRANCHES if SPLIT_PATTERNS[name] == pattern), None)


def with_branches(
    parts: Sequence[str], split_pattern: str | None, *, apart: Collection[int] = ()
) -> list[Chunk] | None:
    """Return the chunks of a tokenizer with the branches of its pattern; None if the pattern splits them elsewhere.

    `parts` are the texts of the chunks; those with the numbers `apart` are special tokens, which no branch matches.

    >>> with_branches(["no", "<e>", " no"], "gpt2", apart={1})
    [Chunk(text='no', start=0, branch=7), Chunk(text='<e>', start=2, branch=-1), Chunk(text=' no', start=5, branch=7)]
    >>> with_branches(["no n", "o"], "gpt2")
    """
    if split_pattern is None:
        return None
    known: list[Chunk] = []
    start = 0
    for is_apart, run in groupby(range(len(parts)), key=frozenset(apart).__contains__):
        texts = [parts[number] for number in run]
        whole = "".join(texts)
        found = [Chunk(text, 0, -1) for text in texts] if is_apart else pretokenize(whole, split_pattern)
        if len(found) != len(texts) or any(one.text != text for one, text in zip(found, texts, strict=True)):
            return None
        if is_apart or start:
            starts = accumulate(map(len, texts), initial=start)
            found = [one._replace(start=at) for one, at in zip(found, starts, strict=False)]
        known += found
        start += len(whole)
    return known


def differences(left: Sequence[Chunk], right: Sequence[Chunk]) -> list[Difference]:
    """Return where two ways of splitting the same text differ, from left to right.

    >>> from bpe_core import pretokenize
    >>> text = "in 2024"
    >>> differences(pretokenize(text, "gpt2"), pretokenize(text, "cl100k_base"))
    [Difference(start=2, end=7, first_left=1, left=(' 2024',), first_right=1, right=(' ', '202', '4'))]
    """
    left_ends = np.array([chunk.start + len(chunk.text) for chunk in left], np.int64)
    right_ends = np.array([chunk.start + len(chunk.text) for chunk in right], np.int64)
    common = np.intersect1d(left_ends, right_ends)
    after_left = (np.searchsorted(left_ends, common) + 1).tolist()
    after_right = (np.searchsorted(right_ends, common) + 1).tolist()
    found = []
    start = first_left = first_right = 0
    # Between two consecutive shared boundaries, the sides differ unless both have one chunk.
    for end, last_left, last_right in zip(common.tolist(), after_left, after_right, strict=True):
        if last_left - first_left > 1 or last_right - first_right > 1:
            chunks_left = tuple(chunk.text for chunk in left[first_left:last_left])
            chunks_right = tuple(chunk.text for chunk in right[first_right:last_right])
            found.append(Difference(start, end, first_left, chunks_left, first_right, chunks_right))
        start, first_left, first_right = end, last_left, last_right
    return found


def applied_across(history: TrainingHistory, chunks: Sequence[Chunk]) -> dict[int, int]:
    """Return how many chunk boundaries each merge of a training without pre-tokenization crosses, if any: rank -> count.

    The history must be a training on the same text with the recipe `bytes`.

    >>> from bpe_core import pretokenize, train
    >>> text = "dog. dog. dog."
    >>> history = train(text, recipe="bytes", num_merges=3)
    >>> [history.vocab[merge.new_id] for merge in history.merges]
    [b'do', b'dog', b'dog.']
    >>> applied_across(history, pretokenize(text, "gpt2"))
    {2: 3}
    """
    sizes = [len(chunk.text.encode("utf-8")) for chunk in chunks]
    gaps_at_cuts = np.array(list(accumulate(sizes))[:-1], np.int64) - 1
    ranks = history.closed_at[gaps_at_cuts]
    closed, cuts = np.unique(ranks[ranks < len(history.merges)], return_counts=True)
    return dict(zip(closed.tolist(), cuts.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Pretokenized:
    """A text split by a pattern, and the branches of the pattern as (pattern, meaning)."""

    chunks: Sequence[Chunk]
    branches: tuple[tuple[str, str], ...]
    empty_matches: int = 0
    branches_known: bool = True


@dataclass(frozen=True, slots=True)
class ChunkSummary:
    """A summary of a text split by one pattern.

    `branches` are (pattern, meaning, number of chunks), `frequent` the most frequent of `kinds` different chunks as
    (beginning of the text, branch, count, bytes of the whole text). `fallen` counts the characters that no branch
    matched.
    """

    total: int
    distinct: int
    kinds: int
    fallen: int
    empty_matches: int
    branches_known: bool
    branches: tuple[tuple[str, str, int], ...]
    frequent: tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class ChunkComparison:
    """Where two patterns differ.

    `stretches` is the number of differing ranges, `kinds` are (left chunks, right chunks, count), the most
    frequent first, of `different` ones. `left` and `right` are the first chunks of each side, `all_drawn` is whether
    these are all, `marked_left` and `marked_right` the indices of those that the other side splits differently.
    """

    stretches: int
    different: int
    all_drawn: bool
    kinds: tuple[tuple[tuple[str, ...], tuple[str, ...], int], ...]
    left: tuple[Chunk, ...]
    right: tuple[Chunk, ...]
    marked_left: frozenset[int]
    marked_right: frozenset[int]


@dataclass(frozen=True, eq=False, slots=True)
class CutAndUncut:
    """Two trainings on one text, without and with chunk boundaries.

    `across` maps the rank of each merge learned without chunk boundaries to the number of boundaries it
    crosses.
    """

    whole: TrainingHistory
    cut: TrainingHistory
    across: Mapping[int, int]


def summarize_chunks(pretokenized: Pretokenized, *, most_rows: int, longest: int) -> ChunkSummary:
    """Count the chunks of a text split by one pattern, and keep what a page draws.

    A page draws the `most_rows` most frequent ones, each truncated to `longest` characters.

    >>> pretokenized = Pretokenized(pretokenize("no, no", "gpt2"), (("x", ""),) * 10)
    >>> summary = summarize_chunks(pretokenized, most_rows=1, longest=10)
    >>> summary.total, summary.frequent
    (3, (('no', 7, 1, 2),))
    """
    uses = Counter(chunk.branch for chunk in pretokenized.chunks)
    counts = chunk_counts(pretokenized.chunks)
    return ChunkSummary(
        total=len(pretokenized.chunks),
        distinct=len({text for text, _, _ in counts}),
        kinds=len(counts),
        fallen=sum(len(chunk.text) for chunk in pretokenized.chunks if chunk.branch < 0),
        empty_matches=pretokenized.empty_matches,
        branches_known=pretokenized.branches_known,
        branches=tuple((*branch, uses[number]) for number, branch in enumerate(pretokenized.branches)),
        frequent=tuple(
            (text[:longest], branch, count, len(text.encode("utf-8")))
            for text, branch, count in counts[:most_rows]
        ),
    )


def compare_chunks(
    left: Sequence[Chunk],
    right: Sequence[Chunk],
    *,
    most_chunks: int,
    most_rows: int,
    most_characters: int,
    longest: int,
) -> ChunkComparison:
    """Find where two ways of splitting the same text differ, and keep what a page draws.

    A page draws the first chunks of each side, at most `most_chunks` with about `most_characters` in total, and the
    `most_rows` most frequent differences; each chunk is truncated to `longest` characters.

    >>> from bpe_core import pretokenize
    >>> bounds = {"most_chunks": 9, "most_rows": 9, "most_characters": 100, "longest": 10}
    >>> both = compare_chunks(*(pretokenize("in 2024", name) for name in ("gpt2", "cl100k_base")), **bounds)
    >>> both.kinds, sorted(both.marked_left), sorted(both.marked_right)
    ((((' 2024',), (' ', '202', '4'), 1),), [1], [1, 2, 3])
    """
    found = differences(left, right)
    kinds = Counter((difference.left, difference.right) for difference in found)
    marked_left, marked_right = (
        frozenset(
            number for first, length in runs if first < most_chunks for number in range(first, first + length)
        )
        for runs in (
            [(difference.first_left, len(difference.left)) for difference in found],
            [(difference.first_right, len(difference.right)) for difference in found],
        )
    )
    drawn_left, drawn_right = (
        beginning(side, most_chunks, most_characters=most_characters, longest=longest)
        for side in (left, right)
    )
    return ChunkComparison(
        stretches=len(found),
        different=len(kinds),
        all_drawn=len(drawn_left) == len(left) and len(drawn_right) == len(right),
        kinds=tuple((*kind, count) for kind, count in kinds.most_common(most_rows)),
        left=drawn_left,
        right=drawn_right,
        marked_left=marked_left,
        marked_right=marked_right,
    )


def beginning(chunks: Sequence[Chunk], most: int, *, most_characters: int, longest: int) -> tuple[Chunk, ...]:
    """Return the first chunks: at most `most`, and none after the first `most_characters` characters.

    Chunks longer than `longest` characters are truncated with an ellipsis, because a chunk can be as long as
    the text.

    >>> from bpe_core import pretokenize
    >>> [c.text for c in beginning(pretokenize("a sheep", "gpt2"), 9, most_characters=99, longest=4)]
    ['a', ' she…']
    >>> [c.text for c in beginning(pretokenize("a b c", "gpt2"), 9, most_characters=2, longest=9)]
    ['a', ' b']
    """
    left = most_characters
    shown = []
    for chunk in chunks[:most]:
        if left <= 0:
            break
        text = chunk.text if len(chunk.text) <= longest else chunk.text[:longest] + "…"
        left -= len(text)
        shown.append(chunk._replace(text=text))
    return tuple(shown)


def train_cut_and_uncut(
    text: str, chunks: Sequence[Chunk], *, num_merges: int, tie_break: TieBreak, min_count: int
) -> CutAndUncut:
    """Train twice on the bytes of a text, without and with pre-tokenization.

    >>> from bpe_core import pretokenize
    >>> text = "dog. dog. dog."
    >>> both = train_cut_and_uncut(
    ...     text, pretokenize(text, "gpt2"), num_merges=3, tie_break="first-seen", min_count=2)
    >>> both.whole.vocab[258], both.cut.vocab[258], dict(both.across)
    (b'dog.', b' dog', {2: 3})
    """
    # Both trainings use one recipe; the second gets the chunks as separate texts, which no merge crosses.
    whole, cut = (
        train(texts, recipe="bytes", num_merges=num_merges, tie_break=tie_break, min_count=min_count)
        for texts in (text, [chunk.text for chunk in chunks])
    )
    return CutAndUncut(whole, cut, applied_across(whole, chunks))
