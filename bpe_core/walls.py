r"""The walls between chunks, and which of them fall: a training that goes on across them.

A wall stands between each two chunks. After so many merges the walls of one kind fall, and training goes on
across them, from the tokens that are there (SuperBPE: Liu and others, 2025, in two stages). The chunks between
walls that stay are a run, which trains from then on as a chunk does:

    chunks            low|␣low|.|␣low|␣low|.       3 different ones
    blanks fall       low ␣low|. ␣low ␣low|.       3 runs
    all fall          low ␣low . ␣low ␣low .       1 run

Two limits of the program that the authors publish are options of a recipe. No token holds `: `: every such token
closes a gap between `:` and a space, so the walls there stay. And no token has five words: a pair that would make
one is no pair. In the rest it differs: its walls stay at numerals and at runs of two signs or more, and the text is
encoded again by the rules so far, which may then act across a wall that fell.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import get_args

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.history import BoolArray, Stream, first_units, units_of_chunks
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.types import OPEN, BpeError, Recipe, WallKind
from bpe_core.unicode16 import CLASSES, class_table

_SPACE = CLASSES.index("space")
_SIGNS = (CLASSES.index("other"), CLASSES.index("M"))
_AT_A_WALL_THAT_FELL = {
    "blanks": r"(?:(?<=\s)|(?=\s))",
    "punctuation": r"(?<!\s)(?!\s)(?:(?<=[^\s\p{L}\p{N}])|(?=[^\s\p{L}\p{N}]))",
}


def is_of_kind(kind: WallKind, before: Sequence[str], after: Sequence[str]) -> BoolArray:
    """Say for each pair of neighbouring chunks whether the wall between them is of a kind; bool, one each.

    A wall is at a blank where a character beside it is white space; it is at punctuation where none is, and
    one of the two is neither a letter nor a numeral.

    >>> is_of_kind("blanks", ["low", "low", "4"], [" low", ".", "you"]).tolist()
    [True, False, False]
    >>> is_of_kind("punctuation", ["low", "low", "4"], [" low", ".", "you"]).tolist()
    [False, True, False]
    """
    left, right = _classes(chunk[-1] for chunk in before), _classes(chunk[0] for chunk in after)
    at_blank: BoolArray = (left == _SPACE) | (right == _SPACE)
    if kind == "blanks":
        return at_blank
    if kind == "punctuation":
        at_sign: BoolArray = ~at_blank & (np.isin(left, _SIGNS) | np.isin(right, _SIGNS))
        return at_sign
    return np.ones(len(left), bool)


def check_walls(recipe: Recipe) -> None:
    """Raise `BpeError` where a recipe says that walls fall which it does not have, or of no known kind.

    >>> from bpe_core import RECIPES
    >>> check_walls(replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=100))
    """
    if recipe.walls_fall is None:
        return
    if recipe.walls_fall not in get_args(WallKind):
        raise BpeError(
            f"There is no kind of wall {recipe.walls_fall!r}; there are {', '.join(get_args(WallKind))}."
        )
    if recipe.split_pattern is None:
        raise BpeError(f"The recipe {recipe.title!r} does not cut a text into chunks: no wall can fall.")
    if recipe.walls_fall_at < 0:
        raise BpeError(f"Walls cannot fall at step {recipe.walls_fall_at}; the first is 0.")
    if recipe.most_words is not None and recipe.most_words < 1:
        raise BpeError(f"A token cannot have at most {recipe.most_words} words; the least is 1.")


def walls_that_fall(recipe: Recipe, before: Sequence[str], after: Sequence[str]) -> BoolArray:
    """Say for each pair of neighbouring chunks whether the wall between them falls; bool, one each.

    >>> from bpe_core import RECIPES
    >>> falling = replace(RECIPES["gpt2"], walls_fall="all", keeps_colon_walls=True)
    >>> walls_that_fall(falling, ["so", ":", ":"], [":", " no", "no"]).tolist()
    [True, False, True]
    """
    if recipe.walls_fall is None:
        return np.zeros(len(before), bool)
    fall = is_of_kind(recipe.walls_fall, before, after)
    if recipe.keeps_colon_walls:
        at_colon = (left[-1] == ":" and right[0] == " " for left, right in zip(before, after, strict=True))
        fall &= ~np.fromiter(at_colon, bool, len(before))
    return fall


def without_walls(stream: Stream, chunks: Sequence[str], first_chunks: IntArray, recipe: Recipe) -> Stream:
    """Return the stream of the runs of a text, when the walls that a recipe names have fallen.

    `chunks` are those of the stream, as text; `first_chunks` the index, among all chunks of the text, of the
    first of each of several texts: the walls between texts stay.

    >>> from bpe_core import RECIPES, train
    >>> falling = replace(RECIPES["gpt2"], walls_fall="blanks")
    >>> standing = train("no no. no no", num_merges=0).stream
    >>> stream = without_walls(standing, ["no", " no", "."], np.array([0]), falling)
    >>> bytes(stream.base_ids.tolist()), stream.chunk_starts.tolist(), stream.fallen.tolist()
    (b'no no. no no', [0, 5], [1, 5, 8])
    """
    numbers = stream.chunks_of_text
    if not len(numbers):
        return stream
    beside = [chunks[number] for number in numbers.tolist()]
    stays = np.append(True, ~walls_that_fall(recipe, beside[:-1], beside[1:]))
    stays[first_chunks] = True
    bounds = np.append(np.flatnonzero(stays), len(numbers)).tolist()
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
    fallen = chunk_starts[~begins_run] - 1
    closed_at[fallen] = OPEN
    return Stream(
        base_ids=stream.base_ids[units],
        closed_at=closed_at,
        chunk_starts=chunk_starts[begins_run],
        weights=np.bincount(runs_of_text).astype(np.int64),
        chunks_of_text=runs_of_text,
        fallen=fallen,
    )


def in_one_pass(recipe: Recipe) -> Recipe:
    r"""Return the recipe that encodes without the walls that fell, as SuperBPE's authors do.

    Rules that were learned when a wall stood may then act across it, so the tokens can differ from those of
    the training. What other libraries hold is this.

    >>> from bpe_core import RECIPES
    >>> in_one_pass(replace(RECIPES["gpt2"], walls_fall="all", walls_fall_at=9)).split_pattern is None
    True
    >>> from bpe_core import pretokenize
    >>> one = in_one_pass(replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=9))
    >>> [run.text for run in pretokenize("the low, the lowest.", one.split_pattern)]
    ['the low', ', the lowest', '.']
    """
    if recipe.walls_fall is None or recipe.split_pattern is None:
        return recipe
    pattern = None
    if recipe.walls_fall != "all":
        chunk = f"(?:{SPLIT_PATTERNS.get(recipe.split_pattern, recipe.split_pattern)})"
        # Atomic, so that a long run keeps no way back into each of its chunks.
        pattern = f"(?>{chunk}(?>{_AT_A_WALL_THAT_FELL[recipe.walls_fall]}{chunk})*)"
    return replace(recipe, split_pattern=pattern, walls_fall=None, walls_fall_at=0)


def _classes(characters: Iterable[str]) -> npt.NDArray[np.uint8]:
    return class_table()[np.fromiter(map(ord, characters), np.int64)]
