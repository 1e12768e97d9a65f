"""Encodes chunks by a vocabulary of strings, whose base units are characters or glyphs of bytes.

    low         l  o  w        with an end-of-word suffix   l  o  w</w>
    é           Ã  ©           if a unit is a byte, written as GPT-2's glyph
    🥖          <0xF0> ...     if the character is not in the vocabulary but its bytes are

Source: huggingface/tokenizers, version 0.23, `models/bpe`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH, BaseVocabulary, to_glyphs
from bpe_core.pipeline.steps import Pipeline
from bpe_core.tokenizer.encoder import ChunkCache, EncodedChunk, trace_merged
from bpe_core.tokenizer.rules import MadeTokens, MergeRules, Rules
from bpe_core.types import BpeError, Pair


@dataclass(frozen=True, eq=False, repr=False)
class ListedRules(MergeRules):
    """Merges over a given vocabulary: they may come in any order, and two may make the same token.

    `listed` maps each id to the bytes of its token, `id_of_string` each string in the file to its id.

    >>> from bpe_core.alphabets import BaseVocabulary
    >>> base = BaseVocabulary("bytes", {97: 0, 98: 1}, {}, {})
    >>> rules = ListedRules((((0, 1), 2),), base, {0: b"a", 1: b"b", 2: b"ab"}, {"a": 0, "b": 1, "ab": 2})
    >>> rules.vocab[2], rules.rank_of(0, 1), rules.made.ids.tolist()
    (b'ab', 0, [2])
    """

    listed: Mapping[int, bytes] = field(default_factory=dict)
    id_of_string: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        return self.listed

    @cached_property
    def made(self) -> MadeTokens:
        """Each merged token once, with the first merge that makes it."""
        every = super().made
        first = {int(token_id): index for index, token_id in reversed([*enumerate(every.ids.tolist())])}
        rows = sorted(first.values())
        return MadeTokens(every.ids[rows], every.ranks[rows], every.pairs[rows])


def with_more_merges(rules: Rules, base: BaseVocabulary, merges: tuple[tuple[Pair, int], ...]) -> MergeRules:
    """Return the merges of `rules` followed by later ones, `merges`; a rank table becomes a list of merges.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> with_more_merges(gpt2.rules, gpt2.base, (((220, 220), 50257),)).vocab[50257]
    b'  '
    """
    if isinstance(rules, ListedRules):
        listed, known = dict(rules.listed), dict(rules.id_of_string)
        for (left, right), new_id in merges:
            listed[new_id] = listed[left] + listed[right]
            known.setdefault(to_glyphs(listed[new_id]), new_id)
        return replace(rules, merges=(*rules.merges, *merges), listed=listed, id_of_string=known)
    made = rules.made
    pairs = ((left, right) for left, right in made.pairs.tolist())
    return MergeRules((*zip(pairs, made.ids.tolist(), strict=True), *merges), base)


class UnitIds:
    """Finds the ids of the base units of a chunk, or of what replaces units that are not in the vocabulary.

    >>> steps = Pipeline(units="characters", suffix="</w>", unknown=0)
    >>> UnitIds({"<unk>": 0, "a": 1, "b</w>": 2}, steps).ids("acb")
    [1, 0, 2]
    """

    def __init__(self, known: Mapping[str, int], steps: Pipeline) -> None:
        self.known = known
        self.steps = steps

    def spelled(self, chunk: str) -> str:
        """Return a chunk as the vocabulary writes it."""
        return to_glyphs(chunk.encode("utf-8")) if self.steps.units == "bytes" else chunk

    def strings(self, chunk: str) -> Iterator[str]:
        """Yield the string of each base unit of a chunk that is written as in the vocabulary."""
        prefix, last = self.steps.prefix, len(chunk) - 1
        for index, unit in enumerate(chunk):
            yield f"{prefix if index else ''}{unit}{self.steps.suffix if index == last else ''}"

    def bytes_of(self, string: str) -> list[int] | None:
        """Return the ids of the bytes of an unknown string; None if the vocabulary lacks a byte."""
        if not self.steps.byte_fallback:
            return None
        ids = [self.known.get(f"<0x{byte:02X}>") for byte in string.encode("utf-8")]
        return None if None in ids else [token_id for token_id in ids if token_id is not None]

    def ids(self, chunk: str) -> list[int]:
        """Return the ids of the base units of a chunk that is written as in the vocabulary."""
        ids: list[int] = []
        # Hugging Face tokenizers puts an unknown token after the bytes of the units that follow it.
        waiting: list[int] = []
        for string in self.strings(chunk):
            token_id = self.known.get(string)
            if token_id is not None:
                ids += [*waiting, token_id]
                waiting = []
            elif (fallback := self.bytes_of(string)) is not None:
                ids += fallback
            elif self.steps.unknown is not None:
                if not self.steps.fuses_unknown:
                    ids += waiting
                waiting = [self.steps.unknown]
        return ids + waiting


class StringEncoder:
    """Encodes one chunk at a time, with strings of the vocabulary as base units; `name` is used in errors.

    >>> from bpe_core.alphabets import BaseVocabulary
    >>> base = BaseVocabulary("bytes", {97: 0, 98: 1}, {}, {})
    >>> rules = ListedRules((((0, 1), 2),), base, {0: b"a", 1: b"b", 2: b"ab"}, {"a": 0, "b": 1, "ab": 2})
    >>> StringEncoder("mine", rules, Pipeline(units="characters")).encode_chunks("abab")
    [[2, 2]]
    """

    def __init__(self, name: str, rules: ListedRules, steps: Pipeline) -> None:
        self._name = name
        self._rules = rules
        self._steps = steps
        self._units = UnitIds(rules.id_of_string, steps)
        self._chunks = ChunkCache(self._ids_of_chunk)
        looked_up = steps.prefix or steps.suffix or steps.unknown is not None or steps.byte_fallback
        self._by_byte = steps.units == "bytes" and not looked_up
        self._id_of_byte = [rules.id_of_string.get(glyph) for glyph in BYTE_GLYPHS]

    def encode(self, text: str) -> Sequence[int]:
        return self._chunks[text]

    def encode_chunks(self, text: str) -> list[list[int]]:
        return [self._chunks.listed(text)]

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode a chunk and record every merge.

        The base units are bytes or characters. A character that is not in the vocabulary becomes `<0x..>`
        tokens or the unknown token.
        """
        base, whole = self._base_ids(text), self._whole(text)
        if whole is not None and (len(base) < 2 or self._bytes_of(base) != self._rules.vocab[whole]):
            # The base units can spell something other than the token: "x" with an end-of-word suffix is
            # "x</w>".
            yield EncodedChunk([whole], [whole], [])
        else:
            # A chunk that is a token is treated as if a merge after all others made it.
            last = len(self._rules.merges)
            yield trace_merged(base, self._rules, order="lowest-rank", whole=whole, rank_of_whole=last)

    def written(self, text: str) -> bytes:
        units = self._base_ids(text)
        spelled = self._bytes_of(units)
        if self._steps.unknown in units or spelled != self._in_bytes(text):
            raise BpeError(
                f"{self._name} lacks a {'byte' if self._steps.writes_bytes else 'character'} of this text, "
                "so its merges cannot be shown."
            )
        return spelled

    def forget(self) -> None:
        self._chunks.clear()

    def _ids_of_chunk(self, chunk: str) -> list[int]:
        whole = self._whole(chunk)
        return self._rules.merge(self._iter_base(chunk)) if whole is None else [whole]

    def _whole(self, chunk: str) -> int | None:
        return self._rules.id_of_string.get(self._units.spelled(chunk)) if self._steps.whole_chunks else None

    def _base_ids(self, chunk: str) -> list[int]:
        return list(self._iter_base(chunk))

    def _iter_base(self, chunk: str) -> Iterable[int]:
        if self._by_byte:
            ids = map(self._id_of_byte.__getitem__, chunk.encode("utf-8"))
            return (token_id for token_id in ids if token_id is not None)
        return self._units.ids(self._units.spelled(chunk))

    def _bytes_of(self, ids: list[int]) -> bytes:
        return b"".join(map(self._rules.vocab.__getitem__, ids))

    def _in_bytes(self, chunk: str) -> bytes:
        """Return the bytes that the base units of a chunk would have if the vocabulary had all of them."""
        if self._steps.units == "glyphs":
            spelled = bytes(BYTE_OF_GLYPH[glyph] for glyph in chunk if glyph in BYTE_OF_GLYPH)
        else:
            spelled = (chunk if self._steps.units == "bytes" else chunk.replace("▁", " ")).encode("utf-8")
        return spelled + b" " if self._steps.suffix and chunk else spelled
