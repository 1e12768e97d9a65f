"""Finds the chunk boundaries that a second stage lifts, and the runs between those that remain."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.recipes import Recipe
from bpe_core.stream import BoolArray, Lifted, Stream, first_units, units_of_chunks
from bpe_core.types import OPEN, BoundaryKind, BpeError, SecondStage
from bpe_core.unicode16 import CLASSES, class_table

_SPACE = CLASSES.index("space")
_SIGNS = (CLASSES.index("other"), CLASSES.index("M"))
_AT_A_LIFTED_BOUNDARY = {
    "blanks": r"(?:(?<=\s)|(?=\s))",
    "punctuation": r"(?<!\s)(?!\s)(?:(?<=[^\s\p{L}\p{N}])|(?=[^\s\p{L}\p{N}]))",
}


def check_second_stage(recipe: Recipe) -> None:
    """Raise `BpeError` if the second stage of a recipe is invalid or has no boundaries to lift.

    >>> from bpe_core import RECIPES
    >>> check_second_stage(replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=100)))
    """
    stage = recipe.second_stage
    if stage is None:
        return
    if stage.lifts not in get_args(BoundaryKind):
        kinds = ", ".join(get_args(BoundaryKind))
        raise BpeError(f"Unknown kind of chunk boundary {stage.lifts!r}; the kinds are {kinds}.")
    if recipe.split_pattern is None:
        raise BpeError(
            f"The recipe {recipe.title!r} does not split a text into chunks, so there are no boundaries to lift."
        )
    if stage.after < 0:
        raise BpeError(f"Boundaries cannot be lifted after {stage.after} merges; the minimum is 0.")
    if stage.max_words is not None and stage.max_words < 1:
        raise BpeError(f"max_words must be at least 1, got {stage.max_words}.")


def are_lifted(stage: SecondStage, before: Sequence[str], after: Sequence[str]) -> BoolArray:
    """Return for each pair of neighbouring chunks whether a stage lifts the boundary between them.

    A boundary is at a blank if a character next to it is white space. It is at punctuation if neither
    character is white space, and one of them is neither a letter nor a numeral.

    >>> are_lifted(SecondStage(lifts="blanks"), ["low", "low", "4"], [" low", ".", "you"]).tolist()
    [True, False, False]
    >>> are_lifted(SecondStage(lifts="punctuation"), ["low", "low", "4"], [" low", ".", "you"]).tolist()
    [False, True, False]
    >>> are_lifted(SecondStage(lifts="all", keeps_colons=True), ["so", ":", ":"], [":", " no", "no"]).tolist()
    [True, False, True]
    """
    left, right = _classes(chunk[-1] for chunk in before), _classes(chunk[0] for chunk in after)
    at_blank = (left == _SPACE) | (right == _SPACE)
    lifted = np.ones(len(left), bool)
    if stage.lifts == "blanks":
        lifted = at_blank
    elif stage.lifts == "punctuation":
        lifted = ~at_blank & (np.isin(left, _SIGNS) | np.isin(right, _SIGNS))
    if stage.keeps_colons:
        at_colon = (one[-1] == ":" and two[0] == " " for one, two in zip(before, after, strict=True))
        lifted &= ~np.fromiter(at_colon, bool, len(before))
    return lifted


def run_bounds(
    stage: SecondStage, chunks: Sequence[str], first_chunks: IntArray | Sequence[int] = ()
) -> list[int]:
    """Return the index of the first chunk of each run of a text, and the number of chunks.

    `first_chunks` are the chunks at which several texts begin: the boundaries between texts remain.

    >>> run_bounds(SecondStage(lifts="blanks"), ["low", " low", ".", " low", " low", "."])
    [0, 2, 5, 6]
    """
    if not chunks:
        return [0]
    stays = np.append(True, ~are_lifted(stage, chunks[:-1], chunks[1:]))
    stays[np.asarray(first_chunks, np.intp)] = True
    return [*np.flatnonzero(stays).tolist(), len(chunks)]


def lift_boundaries(
    stream: Stream, chunks: Sequence[str], first_chunks: IntArray, stage: SecondStage, *, at: int
) -> Stream:
    """Return the stream of the runs of a text, for a stage that lifts boundaries after `at` merges.

    `chunks` are the chunks of the stream as text; `first_chunks` has the index of the first chunk of each
    text.

    >>> from bpe_core import train
    >>> first = train("no no. no no", num_merges=0).stream
    >>> stream = lift_boundaries(first, ["no", " no", "."], np.array([0]), SecondStage(lifts="blanks"), at=0)
    >>> bytes(stream.base_ids.tolist()), stream.chunk_starts.tolist(), stream.lifted.gaps.tolist()
    (b'no no. no no', [0, 5], [1, 5, 8])
    """
    numbers = stream.chunks_of_text
    if not len(numbers):
        return replace(stream, lifted=Lifted(at, np.zeros(0, np.int32)))
    bounds = run_bounds(stage, [chunks[number] for number in numbers.tolist()], first_chunks)
    number_of_run: dict[bytes, int] = {}
    runs_of_text = np.zeros(len(bounds) - 1, np.int32)
    begins: list[int] = []
    for index, (start, end) in enumerate(pairwise(bounds)):
        number = number_of_run.setdefault(numbers[start:end].tobytes(), len(begins))
        if number == len(begins):
            begins.append(index)
        runs_of_text[index] = number
    lengths = np.diff(bounds)[begins]
    in_runs = np.concatenate([numbers[bounds[index] : bounds[index + 1]] for index in begins])
    units = units_of_chunks(stream, in_runs)
    chunk_starts = first_units(stream, in_runs)
    begins_run = np.zeros(len(in_runs), bool)
    begins_run[np.cumsum(lengths) - lengths] = True
    closed_at = stream.before_units[units[1:]]
    gaps = chunk_starts[~begins_run] - 1
    closed_at[gaps] = OPEN
    return Stream(
        base_ids=stream.base_ids[units],
        closed_at=closed_at,
        chunk_starts=chunk_starts[begins_run],
        weights=np.bincount(runs_of_text).astype(np.int64),
        chunks_of_text=runs_of_text,
        lifted=Lifted(at, gaps),
    )


def in_one_pass(recipe: Recipe) -> Recipe:
    r"""Return the recipe that encodes in one pass without the lifted boundaries, as SuperBPE's authors do.

    Merges of the first stage may then apply across a lifted boundary, so the tokens can differ from those in
    training. Unlike two stages, one pass can be represented in other libraries.

    >>> from bpe_core import RECIPES, pretokenize
    >>> in_one_pass(replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all"))).split_pattern is None
    True
    >>> one = in_one_pass(replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks")))
    >>> [run.text for run in pretokenize("the low, the lowest.", one.split_pattern)]
    ['the low', ', the lowest', '.']
    """
    stage = recipe.second_stage
    if stage is None or recipe.split_pattern is None:
        return recipe
    pattern = None
    if stage.lifts != "all":
        chunk = f"(?:{SPLIT_PATTERNS.get(recipe.split_pattern, recipe.split_pattern)})"
        # Atomic groups, so that no backtracking positions are stored for a long run.
        pattern = f"(?>{chunk}(?>{_AT_A_LIFTED_BOUNDARY[stage.lifts]}{chunk})*)"
    return replace(recipe, split_pattern=pattern, second_stage=None)


def _classes(characters: Iterable[str]) -> npt.NDArray[np.uint8]:
    return class_table()[np.fromiter(map(ord, characters), np.int64)]
