"""The state before training: base units, or the tokens of a tokenizer from which training continues."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import (
    BYTE_GLYPHS,
    WORD_MARKER,
    BaseVocabulary,
    IntArray,
    base_ids,
    counts_bytes,
    replace_lone_surrogates,
    to_glyphs,
    unit_bytes,
    unit_values,
)
from bpe_core.fast.split import DistinctChunks, distinct_chunks
from bpe_core.recipes import Recipe
from bpe_core.stream import Stream
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.counted_chunks import normalized, written_apart
from bpe_core.training.special_parts import add_special, split_at_special
from bpe_core.types import BOUNDARY, CLOSED, OPEN, AlphabetName, BpeError, UnknownCharacterError


@dataclass(frozen=True, eq=False, slots=True)
class Beginning:
    """What a training begins with.

    `chunks` are the distinct chunks of the stream, and `first_chunks` the indices of the chunks at which
    texts begin; both are used only for a second stage. `start` is the tokenizer from which training
    continues.
    """

    text: str
    base: BaseVocabulary
    stream: Stream
    chunks: Sequence[str] = ()
    first_chunks: IntArray = field(default_factory=lambda: np.zeros(0, np.int32))
    start: Tokenizer | None = None


def base_vocabulary(recipe: Recipe, texts: Iterable[str]) -> BaseVocabulary:
    """Assign ids to the base units and special tokens of a recipe; `texts` are results of `written`.

    Raises `BpeError` for a special token that is empty or named twice.

    >>> from bpe_core.recipes import RECIPES
    >>> base = base_vocabulary(RECIPES["characters"], ["aab aac"])
    >>> dict(base.id_of_unit)
    {32: 0, 97: 1, 98: 2, 99: 3}
    """
    if "" in recipe.special_tokens or len(set(recipe.special_tokens)) < len(recipe.special_tokens):
        raise BpeError(f"A special token of the recipe {recipe.name!r} is empty or named twice.")
    units = _units_in_id_order(recipe.alphabet, texts)
    first_unit = len(recipe.special_tokens) if recipe.specials_first else 0
    first_special = 0 if recipe.specials_first else len(units)
    id_of_unit = {unit: first_unit + place for place, unit in enumerate(units)}
    special_tokens = {text: first_special + place for place, text in enumerate(recipe.special_tokens)}
    vocab = {id_: unit_bytes(unit, recipe.alphabet) for unit, id_ in id_of_unit.items()}
    vocab |= {id_: text.encode("utf-8") for text, id_ in special_tokens.items()}
    return BaseVocabulary(recipe.alphabet, id_of_unit, special_tokens, dict(sorted(vocab.items())))


def of_counts(counts: Mapping[str, int], recipe: Recipe) -> Beginning:
    """Return the beginning of a training on counted chunks.

    >>> from bpe_core.recipes import RECIPES
    >>> of_counts({"low": 2, "lo": 1}, RECIPES["gpt2"]).stream.weights.tolist()
    [2, 1]
    """
    rows = list(counts)
    distinct = DistinctChunks.of(rows, np.arange(len(rows), dtype=np.int32), range(len(rows)))
    base = base_vocabulary(recipe, rows)
    unit_ids, starts = _lay_out(distinct, base)
    weights = np.array(list(counts.values()), np.int64)
    closed_at = _closed_at(len(unit_ids), np.arange(len(unit_ids)), starts)
    return Beginning("".join(rows), base, Stream(unit_ids, closed_at, starts, weights, distinct.numbers))


def of_texts(texts: Sequence[str], recipe: Recipe) -> Beginning:
    """Return the beginning of a training on texts, as the recipe normalizes them.

    The gaps within special tokens are already closed.

    >>> from bpe_core.recipes import RECIPES
    >>> of_texts(["low low"], RECIPES["gpt2"]).stream.chunks_of_text.tolist()
    [0, 1]
    """
    parts: list[str] = []
    rows_of_parts: list[list[str]] = []
    for text in map(replace_lone_surrogates, texts):
        before = 0
        for part in split_at_special(text, recipe.special_tokens):
            if part in recipe.special_tokens:
                parts.append(part)
                rows_of_parts.append([])
            elif changed := normalized(part, recipe):
                parts.append(changed)
                try:
                    rows = written_apart(changed, recipe.alphabet)
                except UnknownCharacterError as error:
                    raise UnknownCharacterError(
                        error.character, before + error.position, error.reason
                    ) from None
                rows_of_parts.append([*filter(None, rows)])
            before += len(part)
    rows = list(chain.from_iterable(rows_of_parts))
    distinct = distinct_chunks(rows, recipe.split_pattern)
    base = base_vocabulary(recipe, rows)
    chunks = distinct.chunks if recipe.second_stage else []
    unit_ids, starts = _lay_out(distinct, base)
    numbers, first_chunks, first_special = distinct.numbers, distinct.first_chunks, len(unit_ids)
    if not all(rows_of_parts):
        unit_ids, starts, numbers, first_chunks, special = add_special(
            parts,
            base,
            unit_ids,
            starts,
            numbers=numbers,
            first_chunks=first_chunks,
            rows_of_part=[*map(len, rows_of_parts)],
        )
        chunks += special
    weights = np.bincount(numbers, minlength=len(starts)).astype(np.int64)
    token_starts = np.concatenate((np.arange(first_special), starts[starts >= first_special]))
    closed_at = _closed_at(len(unit_ids), token_starts, starts)
    stream = Stream(unit_ids, closed_at, starts, weights, numbers)
    return Beginning("".join(parts), base, stream, chunks, first_chunks)


def continued(tokenizer: Tokenizer) -> Recipe:
    """Return the recipe by which training continues from a tokenizer; raises `BpeError` if that is not possible.

    >>> from bpe_core import load_published
    >>> continued(load_published("gpt2")).split_pattern
    'gpt2'
    """
    recipe = tokenizer.recipe
    if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank" or recipe.second_stage:
        raise BpeError(
            f"Training cannot continue from {tokenizer.name!r}: only from a byte-level vocabulary that merges by "
            "lowest rank, in one stage."
        )
    if tokenizer.steps.units not in (None, "bytes") or tokenizer.steps.byte_fallback:
        raise BpeError(f"Training cannot continue from {tokenizer.name!r}: its base units are not bytes.")
    _check_vocabulary(tokenizer)
    unmade = int((tokenizer.rules.made.pairs < 0).any(axis=1).sum())
    if unmade:
        raise BpeError(
            f"Training cannot continue from {tokenizer.name!r}: {unmade:,} of its tokens are made by no merge."
        )
    return replace(
        recipe,
        special_tokens=tuple(tokenizer.special_tokens),
        same_string_same_token=True,
    )


def _check_vocabulary(tokenizer: Tokenizer) -> None:
    """Refuse a vocabulary that writes tokens in a way that new tokens cannot have: they are written as their bytes."""
    refused = f"Training cannot continue from {tokenizer.name!r}"
    if tokenizer.steps.prefix or tokenizer.steps.suffix:
        mark = "continuing_subword_prefix" if tokenizer.steps.prefix else "end_of_word_suffix"
        raise BpeError(f"{refused}: its tokens are written with {mark}.")
    ordinary = _ordinary_ids(tokenizer)
    for token in tokenizer.steps.added_tokens:
        content = token.content
        if token.token_id in ordinary and to_glyphs(content.encode()) != content:
            raise BpeError(f"{refused}: its added token {content!r} has the id of a token that merges use.")


def _ordinary_ids(tokenizer: Tokenizer) -> set[int]:
    """Return the ids of the base units and of the tokens that merges make."""
    return {*tokenizer.base.id_of_unit.values(), *tokenizer.rules.made.ids.tolist()}


def strings_of_tokens(tokenizer: Tokenizer) -> dict[int, str]:
    """Return a string for each token of a tokenizer from which training continues; equal strings are one token.

    It is the token's bytes, each as one character. A special token has a character of its own, so that no pair
    makes it, and so has an added token that a `tokenizer.json` does not write as it writes its bytes.

    >>> from bpe_core import load_published
    >>> strings = strings_of_tokens(load_published("gpt2"))
    >>> strings[262], strings[50256] == "<|endoftext|>"
    (' the', False)
    """
    strings = {id_: token.decode("latin-1") for id_, token in tokenizer.vocab.items()}
    apart = {*tokenizer.special_tokens.values()}
    for token in tokenizer.steps.added_tokens:
        # Not the normalized bytes to which it decodes: the file has this string.
        strings[token.token_id] = token.content.encode().decode("latin-1")
        if to_glyphs(token.content.encode()) != token.content:
            apart.add(token.token_id)
    return strings | {id_: chr(256 + index) for index, id_ in enumerate(apart - _ordinary_ids(tokenizer))}


def can_continue(tokenizer: Tokenizer) -> bool:
    """Return whether training can continue from a tokenizer.

    >>> from bpe_core import Tokenizer, train
    >>> can_continue(Tokenizer.from_history(train("low", recipe="characters", num_merges=0)))
    False
    """
    try:
        continued(tokenizer)
    except BpeError:
        return False
    return True


def of_tokens(texts: Iterable[str] | Mapping[str, int], tokenizer: Tokenizer, *, whole: bool) -> Beginning:
    """Return the beginning of a training that continues from a tokenizer, with the gaps within tokens closed.

    With `whole`, the beginning has the whole normalized texts; otherwise only their distinct chunks.

    >>> from bpe_core import load_published
    >>> stream = of_tokens([" lowest low"], load_published("gpt2"), whole=True).stream
    >>> stream.base_ids.tolist()[::6], [gap for gap, value in enumerate(stream.closed_at.tolist()) if value != CLOSED]
    ([9016, 9016], [6])
    """
    number_of: dict[tuple[int, ...], int] = {}
    numbers: list[int] = []
    weights: list[int] = []
    items = texts.items() if isinstance(texts, Mapping) else ((text, 1) for text in texts)
    for text, times in items:
        # Nothing is left of a chunk whose bytes the vocabulary lacks.
        for ids in filter(None, tokenizer.iter_chunks(text, allowed_special="all")):
            number = number_of.setdefault(tuple(ids), len(weights))
            if number == len(weights):
                weights.append(0)
            weights[number] += times
            if whole:
                numbers.append(number)
    vocab, numbers = tokenizer.vocab, numbers if whole else [*range(len(weights))]
    spelled = [b"".join(map(vocab.__getitem__, ids)) for ids in number_of]
    tokens = np.array([*chain.from_iterable(number_of)], np.int32)
    lengths = np.array([len(vocab[token_id]) for token_id in tokens.tolist()], np.int64)
    token_starts = np.cumsum(lengths) - lengths
    first_tokens = np.cumsum([0, *map(len, number_of)], dtype=np.int64)[:-1]
    starts = token_starts[first_tokens].astype(np.int32)
    unit_ids = np.repeat(tokens, lengths).astype(np.int32)
    added = {token.content: token.token_id for token in tokenizer.steps.added_tokens}
    return Beginning(
        b"".join(map(spelled.__getitem__, numbers)).decode("utf-8", "replace"),
        replace(tokenizer.base, special_tokens={**tokenizer.special_tokens, **added}, vocab=vocab),
        Stream(
            base_ids=unit_ids,
            closed_at=_closed_at(len(unit_ids), token_starts, starts),
            chunk_starts=starts,
            weights=np.array(weights, np.int64),
            chunks_of_text=np.array(numbers, np.int32),
        ),
        start=tokenizer,
    )


def _closed_at(units: int, token_starts: npt.NDArray[Any], chunk_starts: IntArray) -> IntArray:
    closed_at = np.full(max(units - 1, 0), CLOSED, np.int32)
    closed_at[token_starts[token_starts > 0] - 1] = OPEN
    closed_at[chunk_starts[1:] - 1] = BOUNDARY
    return closed_at


def _lay_out(distinct: DistinctChunks, base: BaseVocabulary) -> tuple[IntArray, IntArray]:
    """Return the base ids of the distinct chunks, end to end, and the index at which each chunk begins."""
    starts = distinct.starts
    if not counts_bytes(base.alphabet) and not distinct.joined.isascii():
        begins_character = np.frombuffer(distinct.joined, np.uint8) & 0xC0 != 0x80
        starts = (np.cumsum(begins_character)[starts] - 1).astype(np.int32)
    return base_ids(distinct.joined.decode(), base), starts


def _units_in_id_order(alphabet: AlphabetName, texts: Iterable[str]) -> list[int]:
    if alphabet == "bytes":
        return list(range(256))
    seen = {int(unit) for text in texts for unit in np.unique(unit_values(text, alphabet))}
    if alphabet == "byte-glyphs":
        return sorted(seen, key=BYTE_GLYPHS.__getitem__)
    if alphabet == "characters":
        return sorted(seen)
    further = sorted(seen - set(range(256)))
    if ord(WORD_MARKER) not in seen:
        further.append(ord(WORD_MARKER))
    return [*range(256), *further]
