"""Encodes text by a recipe: converts it to the alphabet, splits it into chunks, and merges each chunk."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple, Protocol

from bpe_core.alphabets import WORD_MARKER, BaseVocabulary, check_alphabet, counts_bytes, written
from bpe_core.fast import native
from bpe_core.fast.encode import NativeEncoder, merge_by_table
from bpe_core.fast.split import blocks
from bpe_core.pretokenization import split
from bpe_core.recipes import Recipe
from bpe_core.stream import Lifted
from bpe_core.tokenizer.merging import MERGE_BY_ORDER, AppliedMerge, close_the_rest, merged_ids
from bpe_core.tokenizer.rules import MergeRules, Rules
from bpe_core.types import EncodeOrder

_KEPT = 1 << 16
_KEPT_LENGTH = 64
_MARKED_WORDS = rf"[\r\n]|{WORD_MARKER}?[^{WORD_MARKER}\r\n ]+|{WORD_MARKER}| "


class EncodedChunk(NamedTuple):
    """One encoded chunk: the ids of its base units, its tokens, and the merges between the two.

    For a run of chunks, `lifted` has the boundaries between them and the number of merges applied before
    lifting them.

    >>> EncodedChunk([108, 111], [256], [AppliedMerge(0, (108, 111), 256, 0)]).ids
    [256]
    """

    base_ids: list[int]
    ids: list[int]
    applied: list[AppliedMerge]
    lifted: Lifted | None = None


class Encoder(Protocol):
    """Encodes a part of a text without unpaired surrogates and without added tokens.

    Errors give the index within that part. The cache of chunks is bounded.
    """

    def encode(self, text: str) -> Iterable[int]:
        """Return the ids of a text; raises `UnknownCharacterError` for a character that is not in the alphabet."""

    def encode_chunks(self, text: str) -> list[list[int]]:
        """Return the ids of each chunk of a text."""

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode each chunk of a text and record every merge applied."""

    def written(self, text: str, /) -> bytes:
        """Return the bytes of the base units of a text; raises `BpeError` if they are not available."""

    def forget(self) -> None:
        """Clear the cache of chunks."""


class ChunkCache(dict[str, Sequence[int]]):
    """The ids of short chunks; a chunk that is not in the cache is encoded on lookup.

    >>> cache = ChunkCache(str.encode)
    >>> cache["low"], len(cache)
    ((108, 111, 119), 1)
    """

    def __init__(self, encode: Callable[[str], Iterable[int]]) -> None:
        super().__init__()
        self._encode = encode

    def listed(self, chunk: str) -> list[int]:
        """Return the ids of a chunk as a new list."""
        ids = self[chunk]
        return ids if isinstance(ids, list) else list(ids)

    def __missing__(self, chunk: str) -> Sequence[int]:
        if len(chunk) > _KEPT_LENGTH:
            return list(self._encode(chunk))
        if len(self) >= _KEPT:
            self.clear()
        ids = self[chunk] = tuple(self._encode(chunk))
        return ids


def trace_merged(
    base_ids: list[int], rules: Rules, *, order: EncodeOrder, whole: int | None, rank_of_whole: int
) -> EncodedChunk:
    """Merge a chunk and record every merge applied.

    If the chunk is the token `whole`, each gap that the merges leave open is closed by a merge of rank
    `rank_of_whole`.

    >>> from bpe_core import load_published
    >>> trace_merged([64, 65], load_published("gpt2").rules, order="lowest-rank", whole=397, rank_of_whole=397).ids
    [397]
    """
    ids, applied = MERGE_BY_ORDER[order](base_ids, rules.rank_of, rules.new_ids)
    if whole is not None and ids != [whole]:
        ids, applied = close_the_rest(len(base_ids), ids, applied, whole, rank=rank_of_whole)
    return EncodedChunk(base_ids, ids, applied)


class TextEncoder:
    """Encodes texts by a recipe, a base vocabulary and merges, with a cache of chunks.

    >>> from bpe_core import Tokenizer, train
    >>> learned = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> encoder = TextEncoder(learned.recipe, learned.base, learned.rules)
    >>> encoder.encode("slow low"), encoder.encode_chunks("slow low")
    ([115, 257, 32, 257], [[115, 257], [32, 257]])
    """

    def __init__(self, recipe: Recipe, base: BaseVocabulary, rules: Rules) -> None:
        self._recipe = recipe
        self._base = base
        self._rules = rules
        by_word = recipe.alphabet == "word-marker"
        self._pattern = _MARKED_WORDS if by_word else recipe.split_pattern
        self._chunks = ChunkCache(self._ids_of_chunk)

    def encode(self, text: str) -> Iterable[int]:
        if self.in_c:
            return self.in_c.encode(text)
        parts = blocks(self._written(text), self._pattern)
        chunks = chain.from_iterable(split(part, self._pattern) for part in parts)
        return chain.from_iterable(map(self._chunks.__getitem__, chunks))

    def encode_chunks(self, text: str) -> list[list[int]]:
        if self.in_c:
            return self.in_c.encode_chunks(text)
        return list(map(self._chunks.listed, self.split(text)))

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode each chunk of a text and record every merge applied; equal chunks share one result."""
        # 100 KB of English have 22,600 chunks, of which 2,600 are distinct.
        return map(cache(self._trace_chunk), self.split(text))

    def written(self, text: str) -> bytes:
        return text.encode("utf-8")

    def forget(self) -> None:
        self._chunks.clear()
        if self.in_c:
            self.in_c.forget()

    @property
    def in_c(self) -> NativeEncoder | None:
        """The encoder in C, or None if Python encodes."""
        return self._native if native.library else None

    @cached_property
    def _native(self) -> NativeEncoder | None:
        """The encoder in C; None for a recipe or a rank table that only Python supports."""
        byte_ids = [token_id for _, token_id in sorted(self._base.id_of_unit.items())]
        recipe, rules = self._recipe, self._rules
        if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank" or len(byte_ids) < 256:
            return None
        pairs, tokens = rules.known_pairs, None
        if pairs is None:
            tokens = [rules.vocab[token_id] for token_id in rules.made_ids.tolist()]
        try:
            return NativeEncoder(
                byte_ids, rules.made_ids, pairs=pairs, tokens=tokens, split_pattern=recipe.split_pattern
            )
        except ValueError:
            return None

    def split(self, text: str) -> list[str]:
        """Split a text into chunks, written in the alphabet of the recipe."""
        return split(self._written(text), self._pattern)

    def _written(self, text: str) -> str:
        text = written(text, self._recipe.alphabet)
        check_alphabet(text, self._base)
        return text

    def _ids_of_chunk(self, chunk: str) -> Iterable[int]:
        rules, encoded = self._rules, chunk.encode()
        if (token_id := rules.whole_chunks.get(encoded)) is not None:
            return (token_id,)
        if self._recipe.encode_order == "passes":
            return self._trace_chunk(chunk).ids
        if self._recipe.encode_order == "lowest-rank":
            if isinstance(rules, MergeRules):
                return rules.merge(self._base_ids(chunk))
            if len(chunk) <= _KEPT_LENGTH:
                return merge_by_table(encoded, rules.whole_chunks)
        return merged_ids(
            self._base_ids(chunk), rules.rank_of, rules.new_ids, order=self._recipe.encode_order
        )

    def _base_ids(self, chunk: str) -> list[int]:
        id_of_unit = self._base.id_of_unit
        if counts_bytes(self._base.alphabet):
            return [id_of_unit[byte] for byte in chunk.encode("utf-8")]
        return [id_of_unit[ord(character)] for character in chunk]

    def _trace_chunk(self, chunk: str) -> EncodedChunk:
        base, rules = self._base_ids(chunk), self._rules
        if self._recipe.encode_order == "passes" and len(base) > 1:
            word = chunk.encode("utf-8").decode("latin-1") if counts_bytes(self._base.alphabet) else chunk
            if (token_id := self._id_of_word.get(word)) is not None:
                return EncodedChunk(base, [token_id], self._merges_of_token(token_id))
        whole = rules.whole_chunks.get(chunk.encode("utf-8"))  # may be a token that no merge can make
        return trace_merged(
            base, rules, order=self._recipe.encode_order, whole=whole, rank_of_whole=whole or 0
        )

    # ---- the word-marker recipe, whose source looks up the whole word before merging

    @cached_property
    def _spelling(self) -> dict[int, str]:
        """The base units of each token as characters: "Ġa" and " a" differ, though both decode to " a"."""
        spelling = {token_id: token for token, token_id in self._base.special_tokens.items()}
        spelling |= {token_id: chr(unit) for unit, token_id in self._base.id_of_unit.items()}
        made = self._rules.made
        for new_id, (left, right) in zip(made.ids.tolist(), made.pairs.tolist(), strict=True):
            spelling[new_id] = spelling[left] + spelling[right]
        return spelling

    @cached_property
    def _id_of_word(self) -> dict[str, int]:
        # If two merges make the same word, the later one wins, as in the recipe's source.
        return {self._spelling[new_id]: new_id for new_id in self._rules.made.ids.tolist()}

    def _merges_of_token(self, token_id: int) -> list[AppliedMerge]:
        # The tokens still to be expanded: (id, first unit, whether its parts are done). The parts of a token
        # are merged before the token itself. This uses a stack instead of recursion, since a token can be
        # thousands of merges deep.
        applied: list[AppliedMerge] = []
        waiting = [(token_id, 0, False)]
        while waiting:
            token, start, parts_done = waiting.pop()
            pair = self._rules.parts(token)
            if pair is None:
                continue
            middle = start + len(self._spelling[pair[0]])
            if parts_done:
                applied.append(AppliedMerge(self._rules.rank_of_token(token) or 0, pair, token, middle - 1))
            else:
                waiting += [(token, start, True), (pair[1], middle, False), (pair[0], start, False)]
        return applied
