"""Special tokens in a training text: they split it before anything else, and no merge contains or crosses them.

    text            low<|e|>low      special token <|e|>, id 256
    base ids        l o w 256 256 256 256 256 l o w
    closed_at        - -  #  c   c   c   c  #  - -       - OPEN, # BOUNDARY, c CLOSED

So a special token is a separate chunk, whose gaps are closed before the first merge.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np

from bpe_core.alphabets import BaseVocabulary, IntArray, counts_bytes, replace_lone_surrogates
from bpe_core.recipes import Recipe
from bpe_core.tokenizer.special_tokens import finder_of
from bpe_core.types import BpeError


def with_special_tokens(recipe: Recipe, special_tokens: Iterable[str]) -> Recipe:
    """Return a recipe with further special tokens; raises `BpeError` for an invalid special token.

    >>> from bpe_core.recipes import RECIPES
    >>> with_special_tokens(RECIPES["gpt2"], ["<e>", "<e>"]).special_tokens
    ('<e>',)
    """
    if isinstance(special_tokens, str):
        raise BpeError("special_tokens must be a list of strings, not one string: put it in brackets.")
    special_tokens = tuple(dict.fromkeys((*recipe.special_tokens, *special_tokens)))
    for token in special_tokens:
        if not isinstance(token, str) or not token or replace_lone_surrogates(token) != token:
            raise BpeError(
                f"{token!r} is not a special token: it must be a nonempty string of valid Unicode."
            )
    return replace(recipe, special_tokens=special_tokens)


def split_at_special(text: str, special_tokens: Sequence[str]) -> Iterator[str]:
    """Yield the nonempty parts of a text: special tokens, the longest at each place, and the text between them.

    >>> list(split_at_special("a<e>b<e><s>", ("<e>", "<s>")))
    ['a', '<e>', 'b', '<e>', '<s>']
    """
    finder = finder_of(frozenset(special_tokens))
    ends = chain([0], chain.from_iterable(finder.matches(text)), [len(text)])
    return (text[start:end] for start, end in pairwise(ends) if start < end)


def without_special(text: str, special_tokens: Sequence[str]) -> Iterator[str]:
    """Yield only the text between special tokens.

    >>> list(without_special("a<e>b", ("<e>",)))
    ['a', 'b']
    """
    return (part for part in split_at_special(text, special_tokens) if part not in special_tokens)


def add_special(
    parts: Sequence[str],
    base: BaseVocabulary,
    unit_ids: IntArray,
    starts: IntArray,
    *,
    numbers: IntArray,
    first_chunks: IntArray,
    rows_of_part: Sequence[int],
) -> tuple[IntArray, IntArray, IntArray, IntArray, list[str]]:
    """Insert the special tokens of a text among its chunks.

    `rows_of_part` has the number of rows into which each part was divided, 0 for a special token;
    `first_chunks` has the index of the first chunk of each row. Returns (int32, except the last) the base
    ids of the distinct chunks, special tokens last; where each of these begins; for every chunk of the text,
    the index of its distinct chunk; the chunks at which parts begin (the boundaries before these are never
    lifted); and the distinct special tokens.

    >>> base = BaseVocabulary("bytes", {97: 97}, {"<e>": 256}, {})
    >>> ids, starts = np.array([97], np.int32), np.array([0], np.int32)
    >>> found = add_special(["a", "<e>", "a"], base, ids, starts, numbers=np.array([0, 0]),
    ...                     first_chunks=np.array([0, 1]), rows_of_part=[1, 0, 1])
    >>> [column.tolist() for column in found[:4]]
    [[97, 256, 256, 256], [0, 1], [0, 1, 0], [0, 1, 2]]
    """
    special = list(dict.fromkeys(part for part, rows in zip(parts, rows_of_part, strict=True) if not rows))
    number_of = {token: len(starts) + place for place, token in enumerate(special)}
    rows_before = np.cumsum([0, *rows_of_part])[:-1]
    row_starts = np.append(first_chunks, len(numbers))
    places = [
        (row_starts[before], number_of[part])
        for part, rows, before in zip(parts, rows_of_part, rows_before, strict=True)
        if not rows
    ]
    at = np.array([place for place, _ in places], np.int64)
    sizes = [len(token.encode() if counts_bytes(base.alphabet) else token) for token in special]
    begins = len(unit_ids) + np.cumsum([0, *sizes])[:-1]
    of_special = np.repeat([base.special_tokens[token] for token in special], sizes)
    moved = first_chunks + np.searchsorted(at, first_chunks, side="right")
    return (
        np.append(unit_ids, of_special).astype(np.int32),
        np.append(starts, begins).astype(np.int32),
        np.insert(numbers, at, [number for _, number in places]).astype(np.int32),
        np.union1d(moved, at + np.arange(len(at))).astype(np.int32),
        special,
    )
