"""Reduces texts that are too large for memory to their distinct chunks, each with its count."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, Self, TypeGuard

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import replace_lone_surrogates, written
from bpe_core.fast.split import block_spans, blocks, distinct_chunks, has_block_end
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.steps import Pipeline
from bpe_core.recipes import Recipe, recipe_of
from bpe_core.tokenizer.files import AHEAD, FilePart, FilePath, in_order, parts_of, text_of
from bpe_core.training.special_parts import without_special
from bpe_core.types import AlphabetName, BpeError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_BATCH = 4_000_000  # characters


class ChunkCounts(dict[str, int]):
    """The distinct chunks of texts, in the order of first appearance, each with its count.

    With `+`, the counts of several parts of a corpus become those of the whole, in the order of the parts.
    They are pickled as one string and two arrays, which is quick to send to another process.

    >>> ChunkCounts({"no": 2, " yes": 1}) + {"no": 1, "!": 1}
    {'no': 3, ' yes': 1, '!': 1}
    """

    def __iadd__(self, others: Mapping[str, int]) -> Self:
        for chunk, count in others.items():
            self[chunk] = self.get(chunk, 0) + count
        return self

    def __add__(self, others: Mapping[str, int]) -> "ChunkCounts":
        total = ChunkCounts(self)
        total += others
        return total

    def __reduce__(self) -> tuple[Callable[..., "ChunkCounts"], tuple[object, ...]]:
        lengths = _smallest(np.fromiter(map(len, self), np.int64, len(self)))
        counts = _smallest(np.fromiter(self.values(), np.int64, len(self)))
        return _unpickled, ("".join(self).encode("utf-8", "surrogatepass"), lengths, counts)


def _smallest(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.integer[Any]]:
    """Return numbers in the smallest type that holds them all, positive or negative."""
    largest = max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))
    return numbers.astype(np.min_scalar_type(-largest - 1))


def _unpickled(
    joined: bytes, lengths: npt.NDArray[np.integer[Any]], counts: npt.NDArray[np.integer[Any]]
) -> ChunkCounts:
    text = joined.decode("utf-8", "surrogatepass")
    spans = pairwise(accumulate(lengths.tolist(), initial=0))
    return ChunkCounts(zip((text[start:end] for start, end in spans), counts.tolist(), strict=True))


def count_chunks(
    texts: Iterable[str],
    *,
    recipe: str | Recipe = "gpt2",
    executor: "Executor | None" = None,
    ahead: int = AHEAD,
) -> ChunkCounts:
    """Count the chunks of texts, for `train`; counts of several parts can be added.

    At any time, only the distinct chunks and four million characters (or one text, if longer) are in memory.
    A text of any size may be passed in lines or blocks that end at chunk boundaries. Special tokens of the
    recipe split the texts and are not counted; its normalizers change the text between them. With an
    `executor`, its workers count the texts, `ahead` batches at a time, with the same result: also the order, which
    decides ties, is that of one process. Raises `BpeError` for an unknown recipe and for a text that the recipe
    cannot encode.

    >>> count_chunks(["no no yes no", "no"], recipe="gpt2")
    {'no': 2, ' no': 2, ' yes': 1}
    """
    recipe = recipe_of(recipe)
    counts = ChunkCounts()
    if executor is not None:
        pieces = chain.from_iterable(_pieces(text, recipe) for text in texts)
        work = partial(count_chunks, recipe=recipe)
        return _total(in_order(work, _batches(pieces), executor, ahead))
    clean = map(replace_lone_surrogates, texts)
    parts = chain.from_iterable(without_special(text, recipe.special_tokens) for text in clean)
    changed = (normalized(part, recipe) for part in parts)
    rows = chain.from_iterable(written_apart(part, recipe.alphabet) for part in changed)
    for batch in _batches(block for row in rows for block in blocks(row, recipe.split_pattern)):
        distinct = distinct_chunks(batch, recipe.split_pattern)
        counts += dict(zip(distinct.chunks, np.bincount(distinct.numbers).tolist(), strict=True))
    return counts


def count_files(
    paths: Iterable[FilePath],
    *,
    recipe: str | Recipe = "gpt2",
    executor: "Executor | None" = None,
    ahead: int = AHEAD,
) -> ChunkCounts:
    """Count the chunks of text files, each of which is one text, as `count_chunks` does.

    A path may be an address such as `s3://corpus/a.txt` if fsspec is installed. The workers of an `executor` open
    the files themselves, large ones in parts of 8 MB if the recipe has a published split pattern and no
    normalizer; at most `ahead` parts are waiting at a time. Raises `OSError`, and `BpeError` for a file that is
    not UTF-8 and for what `count_chunks` refuses.

    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.txt")
    ...     path.write_text("no no yes no")
    ...     count_files([path, path])
    12
    {'no': 2, ' no': 4, ' yes': 2}
    """
    recipe = recipe_of(recipe)
    parts = parts_of(paths, may_be_cut=_may_be_cut(recipe))
    return _total(in_order(partial(_count_part, recipe), parts, executor, ahead))


def _count_part(recipe: Recipe, part: FilePart) -> ChunkCounts:
    return count_chunks([text_of(part)], recipe=recipe)


def _total(parts: Iterable[ChunkCounts]) -> ChunkCounts:
    total = ChunkCounts()
    for part in parts:
        total += part
    return total


def _may_be_cut(recipe: Recipe) -> bool:
    """Return whether the blocks of a text have the chunks of the whole text."""
    plain = recipe.steps is None and recipe.alphabet != "word-marker"
    known = recipe.split_pattern in SPLIT_PATTERNS
    return plain and known and not any(map(has_block_end, recipe.special_tokens))


def _pieces(text: str, recipe: Recipe) -> Iterator[str]:
    return (text[a:b] for a, b in block_spans(text)) if _may_be_cut(recipe) else iter([text])


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Group texts into batches, large enough that the overhead per call is negligible."""
    batch, size = [], 0
    for text in texts:
        batch.append(text)
        size += len(text) + 50  # the overhead of a string
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    yield batch


def checked_counts(counts: Mapping[str, int], special_tokens: Sequence[str] = ()) -> dict[str, int]:
    r"""Return a caller's counts, without special tokens and surrogates; raises `BpeError` for invalid ones.

    >>> checked_counts({"a\ud800": 2, "a\ufffd": 1})
    {'a�': 3}
    """
    checked: dict[str, int] = {}
    for chunk, count in counts.items():
        if not isinstance(chunk, str) or not chunk:
            raise BpeError(f"{chunk!r} is not a chunk: a chunk is a text of at least one character.")
        if not is_whole_number(count) or not 0 < count < 1 << 40:
            raise BpeError(
                f"The count of the chunk {chunk!r} is {count!r}; it must be from 1 to {2**40 - 1}."
            )
        for part in without_special(replace_lone_surrogates(chunk), special_tokens):
            checked[part] = checked.get(part, 0) + int(count)
    return checked


def is_whole_number(value: object) -> TypeGuard[int]:
    """Return whether a value is an integer of Python or numpy, and not a bool.

    >>> is_whole_number(np.int32(2)), is_whole_number(True)
    (True, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def normalized(text: str, recipe: Recipe) -> str:
    """Return a text after the normalizers of a recipe, which splits and merges the result.

    Raises `BpeError` for a recipe with any other step, and if the normalizers process too much.

    >>> from dataclasses import replace
    >>> from bpe_core.pipeline.normalizers import Lowercase
    >>> from bpe_core.recipes import RECIPES
    >>> normalized("Low", replace(RECIPES["gpt2"], steps=Pipeline(normalizers=(Lowercase(),))))
    'low'
    """
    if recipe.steps is None:
        return text
    if recipe.steps != Pipeline(normalizers=recipe.steps.normalizers):
        raise BpeError(
            f"The recipe {recipe.name!r} has more steps than normalizers, so it cannot be trained by."
        )
    return recipe.steps.normalize(AlignedText.of(text)).text


def written_apart(text: str, alphabet: AlphabetName) -> list[str]:
    """Convert a text to an alphabet; for `word-marker`, a leading space becomes a separate text.

    The source of that recipe drops the space before training. Here it is kept, so that the whole text can be
    displayed, and as a separate text it does not change the merges.

    >>> written_apart(" low low", "word-marker"), written_apart(" low", "bytes")
    ([' ', 'lowĠlow'], [' low'])
    """
    whole = written(text, alphabet)
    return [whole[:1], whole[1:]] if alphabet == "word-marker" and whole[:1] == " " else [whole]
