"""A tokenizer that does more than cut and merge: its steps are values, and each can be looked at."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH, replace_lone_surrogates, to_glyphs
from bpe_core.pipeline.added_tokens import AddedToken, Finder, finders
from bpe_core.pipeline.aligned_text import AlignedText, Normalizer, PreTokenizer
from bpe_core.pipeline.decoders import ByteLevel, Decoder, decode_tokens
from bpe_core.tokenizer.core import Tokenizer
from bpe_core.tokenizer.decoding import UnknownIdError, checked_ids
from bpe_core.tokenizer.encoder import EncodedChunk
from bpe_core.tokenizer.merging import apply_by_lowest_rank, close_the_rest
from bpe_core.tokenizer.rules import MadeTokens, MergeRules
from bpe_core.tokenizer.special_tokens import Allowed, Disallowed, refuse_special
from bpe_core.tokenizer.trace import Encoding, lay_out
from bpe_core.types import BpeError

_KEPT_CHUNKS = 1 << 16
_KEPT_LENGTH = 64

MAX_WORK = 10_000_000
"""How many characters the steps go through for one text at most, each counted once for every step.

So Qwen takes 1,666,666 characters at a time, and DeepSeek V4 1,000,000 (see `max_characters`).

Told in advance of the text as it is, and counted of what the steps make of it.
"""


@dataclass(slots=True)
class Work:
    """How many characters the steps may still make of one text.

    >>> work = Work(left=10)
    >>> work.spend(4)
    >>> work.left
    6
    """

    left: int = field(default_factory=lambda: MAX_WORK)

    def spend(self, characters: int) -> None:
        """Take some off; raises `BpeError` where there are not so many left."""
        self.left -= characters
        if self.left < 0:
            raise BpeError(
                f"The steps of this tokenizer would go through more than {MAX_WORK:,} characters for the text. "
                "Take a shorter text."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """What a tokenizer does to a text before it merges, and what its base units are.

    `normalizers` and `pre_tokenizers` are done in their order. `writes_bytes` says that the base units are bytes,
    each written as GPT-2's glyph; else they are characters. A unit that the vocabulary lacks becomes its
    bytes (`byte_fallback`, tokens `<0x00>` to `<0xFF>`), or `unknown`, one for a run of them with
    `fuses_unknown`, or nothing. `prefix` and `suffix` are written to a unit that does not begin, or that
    ends, a chunk, when it is looked up. With `whole_chunks` a chunk that is a token is not merged.
    `decoders`, of which there is one at least, make a text of tokens again.

    >>> from bpe_core.pipeline.normalizers import Lowercase
    >>> Pipeline(normalizers=(Lowercase(),)).normalize(AlignedText.of("LOW")).text
    'low'
    """

    normalizers: tuple[Normalizer, ...] = ()
    pre_tokenizers: tuple[PreTokenizer, ...] = ()
    added_tokens: tuple[AddedToken, ...] = ()
    writes_bytes: bool = True
    byte_fallback: bool = False
    unknown: int | None = None
    fuses_unknown: bool = False
    prefix: str = ""
    suffix: str = ""
    whole_chunks: bool = False
    decoders: tuple[Decoder, ...] = (ByteLevel(),)

    def normalize(self, piece: AlignedText, work: Work | None = None) -> AlignedText:
        """Return a piece after all normalizers; raises `BpeError` where that takes more work than is left."""
        work = work or Work()
        for normalizer in self.normalizers:
            piece = normalizer.apply(piece)
            work.spend(len(piece.text))
        return piece

    def passes(self, piece: AlignedText, work: Work | None = None) -> list[list[AlignedText]]:
        """Return the pieces after each pre_tokenizer, one list per pass; the last one has the chunks.

        Raises `BpeError` where that takes more work than is left.

        >>> from bpe_core.pipeline.pre_tokenizers import Digits, Whitespace
        >>> steps = Pipeline(pre_tokenizers=(Whitespace(), Digits(individual=True)))
        >>> [[piece.text for piece in one] for one in steps.passes(AlignedText.of("to 42"))]
        [['to', '42'], ['to', '4', '2']]
        """
        work = work or Work()
        pieces, passes = [piece], []
        for pre_tokenizer in self.pre_tokenizers:
            parts: list[AlignedText] = []
            for whole in pieces:
                cut = pre_tokenizer.cut(whole)
                work.spend(sum(len(part.text) for part in cut))
                parts += cut
            passes.append(parts)
            pieces = parts
        return passes

    def chunks(self, piece: AlignedText, work: Work) -> Iterator[AlignedText]:
        """Yield what the last of the passes has, each piece as soon as it is cut.

        Raises `BpeError` where that takes more work than is left.

        >>> from bpe_core.pipeline.pre_tokenizers import Digits, Whitespace
        >>> steps = Pipeline(pre_tokenizers=(Whitespace(), Digits(individual=True)))
        >>> [chunk.text for chunk in steps.chunks(AlignedText.of("to 42"), Work())]
        ['to', '4', '2']
        """
        pieces = iter([piece])
        for pre_tokenizer in self.pre_tokenizers:
            pieces = _cut_each(pieces, pre_tokenizer, work)
        return pieces


def _cut_each(
    pieces: Iterable[AlignedText], pre_tokenizer: PreTokenizer, work: Work
) -> Iterator[AlignedText]:
    for piece in pieces:
        cut = pre_tokenizer.cut(piece)
        work.spend(sum(len(part.text) for part in cut))
        yield from cut


@dataclass(frozen=True, eq=False, repr=False)
class ListedRules(MergeRules):
    """Merges over a vocabulary that is given, so that they may come in any order and make a token twice.

    `listed` are the bytes of every token by its id, `id_of_string` the ids by the strings in the file.

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
        """The bytes of every token of the vocabulary."""
        return self.listed

    @cached_property
    def made(self) -> MadeTokens:
        """Each token that a merge makes once, with its first merge."""
        every = super().made
        first = {int(token_id): index for index, token_id in reversed([*enumerate(every.ids.tolist())])}
        rows = sorted(first.values())
        return MadeTokens(every.ids[rows], every.ranks[rows], every.pairs[rows])


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PipelineTokenizer(Tokenizer):
    """A tokenizer with `steps`; `frame` is the rest of the `tokenizer.json` that it was read from, to be written again.

    Its special tokens are those of its added tokens that are special, and any that were added later.

    >>> from bpe_core.alphabets import BaseVocabulary
    >>> from bpe_core.pipeline.normalizers import Lowercase
    >>> from bpe_core.types import Recipe
    >>> base = BaseVocabulary("bytes", {97: 0, 98: 1}, {}, {})
    >>> rules = ListedRules((((0, 1), 2),), base, {0: b"a", 1: b"b", 2: b"ab"}, {"a": 0, "b": 1, "ab": 2})
    >>> recipe = Recipe(name="mine", title="mine", alphabet="bytes", source="an example")
    >>> steps = Pipeline(normalizers=(Lowercase(),))
    >>> PipelineTokenizer(
    ...     name="mine", recipe=recipe, base=base, rules=rules, special_tokens={}, steps=steps
    ... ).encode("AB")
    [2]
    """

    steps: Pipeline
    rules: ListedRules
    frame: bytes = b""

    @property
    def max_characters(self) -> int:
        """How many characters a text may have at most; a longer one is refused with `BpeError`.

        >>> from bpe_core import load_published
        >>> load_published("qwen3").max_characters
        1666666
        """
        return MAX_WORK // self._work_per_character

    def encode(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> list[int]:
        """Encode a text with the policy of `Tokenizer.encode`; added tokens that are not special are always found.

        Raises `BpeError` for a text of more than `max_characters`, as do all methods that take a text.
        """
        chunks = self.encode_chunks(
            text, allowed_special=allowed_special, disallowed_special=disallowed_special
        )
        return [token_id for chunk in chunks for token_id in chunk]

    def encode_ordinary(self, text: str) -> list[int]:
        """Encode a text in which no special token is found."""
        return self.encode(text, disallowed_special=())

    def iter_chunks(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> Iterator[list[int]]:
        """Encode a text as `encode_chunks` does, chunk by chunk; an added token is a chunk."""
        text = replace_lone_surrogates(text)
        allowed = refuse_special(text, self.special_tokens, allowed_special, disallowed_special)
        without = self.special_tokens.keys() - allowed
        for part in self.parts_of_text(text, without=without):
            yield [part] if isinstance(part, int) else self._ids_of_chunk(part.text)

    def parts_of_text(self, text: str, *, without: Iterable[str] = ()) -> Iterator[AlignedText | int]:
        """Yield the chunks of a text, and each added token as its id; `without` are those that are plain text."""
        work = Work()
        for piece in self._normalized(text, without):
            if isinstance(piece, int):
                yield piece
            else:
                yield from self.steps.chunks(piece, work)

    def passes_of_text(
        self, text: str, *, without: Iterable[str] = ()
    ) -> Iterator[list[list[AlignedText]] | int]:
        """Yield each stretch between added tokens as the pieces after each pre_tokenizer, and each added token as its id."""
        work = Work()
        for piece in self._normalized(text, without):
            yield piece if isinstance(piece, int) else self.steps.passes(piece, work) or [[piece]]

    def stretches(
        self, text: str, *, without: Iterable[str] = ()
    ) -> Iterator[tuple[AlignedText, AlignedText] | int]:
        """Yield each stretch as it stands and after the normalizers; a token found in the text itself as its id."""
        work = Work()
        for found in self._finders[0].cut(AlignedText.of(text), without=frozenset(without)):
            yield found if isinstance(found, int) else (found, self.steps.normalize(found, work))

    def trace(self, text: str) -> Encoding:
        """Encode a text as ordinary text and keep every merge applied.

        Its base units are what the merging begins with: bytes, or characters with `<0x..>` or the unknown token for
        those that the vocabulary lacks; an added token is a chunk by itself. `vocab` has the bytes of each.
        """
        parts = self.parts_of_text(replace_lone_surrogates(text), without=self.special_tokens)
        chunks = (
            EncodedChunk([part], [part], [])
            if isinstance(part, int)
            else self._trace_merged(self._base_ids(part.text), part.text)
            for part in parts
        )
        # Of a chunk whose every unit the vocabulary lacks nothing is left.
        return lay_out(chunk for chunk in chunks if chunk.base_ids)

    def written(self, text: str) -> str:
        """Return the text that is merged, as its base units spell it: normalized, and with what the cutting put in.

        Raises `BpeError` where the text holds an added token, or what the vocabulary lacks.
        """
        spelled = []
        for part in self.parts_of_text(replace_lone_surrogates(text), without=self.special_tokens):
            if isinstance(part, int):
                raise BpeError("This text holds an added token, whose merges cannot be shown one by one.")
            units = self._base_ids(part.text)
            spelled.append(self._spelled(units))
            if self.steps.unknown in units or spelled[-1] != self._in_bytes(part.text):
                raise BpeError(
                    f"{self.name} lacks a {'byte' if self.steps.writes_bytes else 'character'} of this text: "
                    "its merges cannot be shown."
                )
        return b"".join(spelled).decode("utf-8")

    def forget(self) -> None:
        """Drop what is kept of the chunks met so far."""
        self._kept.clear()

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool = False) -> bytes:
        """Return the text of ids in UTF-8, as the decoders make it; where they make bytes, also broken characters.

        Raises `UnknownIdError` for an id that is not there, `BpeError` where a decoder cannot be followed.
        """
        strings = self._strings_of(ids, skip_special=skip_special)
        *before, last = self.steps.decoders
        strings = decode_tokens(before, strings)
        if isinstance(last, ByteLevel):
            return last.as_bytes(strings)
        return "".join(decode_tokens([last], strings)).encode("utf-8")

    # ---- inside

    def _normalized(self, text: str, without: Iterable[str]) -> Iterator[AlignedText | int]:
        """Yield each stretch between added tokens after the normalizers, and each added token as its id."""
        without = frozenset(without)
        most = self.max_characters
        if len(text) > most:
            raise BpeError(
                f"{self.name} takes at most {most:,} characters at a time, since each step of its pipeline goes through "
                f"all of them; this text has {len(text):,}. Encode it in pieces."
            )
        for found in self.stretches(text, without=without):
            if isinstance(found, int):
                yield found
            else:
                yield from self._finders[1].cut(found[1], without=without)

    @cached_property
    def _finders(self) -> tuple[Finder, Finder]:
        known = {token.content for token in self.steps.added_tokens}
        later = [
            AddedToken(content=content, token_id=token_id, special=True)
            for content, token_id in self.special_tokens.items()
            if content not in known
        ]
        return finders([*self.steps.added_tokens, *later], self.steps.normalizers)

    @cached_property
    def _work_per_character(self) -> int:
        # A step goes through the whole text; eight slices looked up take about as long.
        steps = len(self.steps.normalizers) + len(self.steps.pre_tokenizers)
        # What is written to a unit that the vocabulary lacks becomes bytes too, all of them units of the merging.
        written = 4 * len(self.steps.prefix + self.steps.suffix) if self.steps.byte_fallback else 0
        return 2 + steps + written + sum(finder.most_lengths for finder in self._finders) // 8

    @cached_property
    def _string_of_id(self) -> dict[int, str]:
        strings = {token_id: string for string, token_id in self.rules.id_of_string.items()}
        strings |= {token_id: content for content, token_id in self.special_tokens.items()}
        strings |= {token.token_id: token.content for token in self.steps.added_tokens}
        # To the library a token that is looked for in normalized text is its normalized string.
        return strings | {token.token_id: string for string, token in self._finders[1].token_of.items()}

    def _strings_of(self, ids: Iterable[int], *, skip_special: bool) -> list[str]:
        """The strings of ids as the vocabulary writes them, what is special left out where that is asked for."""
        left_out = self.special_tokens.keys() if skip_special else frozenset()
        known, strings = self._string_of_id, []
        for position, token_id in enumerate(checked_ids(ids)):
            string = known.get(token_id)
            if string is None:
                if token_id not in self.vocab:
                    raise UnknownIdError(token_id, position)
                string = self.vocab[token_id].decode("utf-8")  # SentencePiece looks no unknown token up
            if string not in left_out:
                strings.append(string)
        return strings

    @cached_property
    def _kept(self) -> dict[str, list[int]]:
        return {}

    @cached_property
    def _id_of_byte(self) -> list[int | None]:
        ids = self.rules.id_of_string
        return [ids.get(glyph) for glyph in BYTE_GLYPHS]

    @cached_property
    def _id_of_fallback(self) -> list[int | None]:
        ids = self.rules.id_of_string
        return [ids.get(f"<0x{byte:02X}>") for byte in range(256)]

    def _ids_of_chunk(self, chunk: str) -> list[int]:
        ids = self._kept.get(chunk)
        if ids is None:
            ids = self._ids_alone(chunk)
            if len(chunk) <= _KEPT_LENGTH and len(self._kept) < _KEPT_CHUNKS:
                self._kept[chunk] = ids
        return list(ids)

    def _ids_alone(self, chunk: str) -> list[int]:
        """The ids of a chunk, of whose merges none is kept."""
        whole = self._whole(chunk)
        if whole is not None:
            return [whole]
        return self.rules.merge(self._base_ids(chunk))

    def _whole(self, chunk: str) -> int | None:
        return self.rules.id_of_string.get(self._written(chunk)) if self.steps.whole_chunks else None

    def _trace_merged(self, base: list[int], chunk: str) -> EncodedChunk:
        whole = self._whole(chunk)
        if whole is not None and (len(base) < 2 or self._spelled(base) != self.vocab[whole]):
            # Its units may be other tokens, or lack some: "x" with an end-of-word suffix is "x</w>".
            return EncodedChunk([whole], [whole], [])
        ids, applied = apply_by_lowest_rank(base, self.rules.rank_of, self.rules.new_ids)
        if whole is not None and ids != [whole]:
            # As if by a merge that comes after all others.
            ids, applied = close_the_rest(len(base), ids, applied, whole, rank=len(self.rules.merges))
        return EncodedChunk(base, ids, applied)

    def _spelled(self, ids: list[int]) -> bytes:
        return b"".join(map(self.vocab.__getitem__, ids))

    def _in_bytes(self, chunk: str) -> bytes:
        """The bytes of a chunk, as its base units spell it if the vocabulary lacks none."""
        if self._spells_bytes:
            spelled = chunk.encode("utf-8")
        elif self.steps.writes_bytes:
            spelled = bytes(BYTE_OF_GLYPH[glyph] for glyph in chunk if glyph in BYTE_OF_GLYPH)
        else:
            spelled = chunk.replace("▁", " ").encode("utf-8")
        return spelled + b" " if self.steps.suffix and chunk else spelled

    def _written(self, chunk: str) -> str:
        """The chunk as the vocabulary spells it."""
        return to_glyphs(chunk.encode("utf-8")) if self._spells_bytes else chunk

    @property
    def _spells_bytes(self) -> bool:
        # Where a step after the one that writes glyphs cut again, the chunks are glyphs already.
        return self.steps.writes_bytes and not any(
            getattr(step, "writes_glyphs", False)
            for step in (*self.steps.normalizers, *self.steps.pre_tokenizers)
        )

    def _base_ids(self, chunk: str) -> list[int]:
        steps = self.steps
        by_byte = self._spells_bytes and not steps.prefix and not steps.suffix
        if by_byte and steps.unknown is None and not steps.byte_fallback:
            ids = map(self._id_of_byte.__getitem__, chunk.encode("utf-8"))
            return [token_id for token_id in ids if token_id is not None]
        return self._looked_up(self._written(chunk))

    def _looked_up(self, chunk: str) -> list[int]:
        steps, known, ids = self.steps, self.rules.id_of_string, []
        waiting: int | None = None
        for index, unit in enumerate(chunk):
            prefix, suffix = steps.prefix if index else "", steps.suffix if index == len(chunk) - 1 else ""
            written = f"{prefix}{unit}{suffix}"
            token_id = known.get(written)
            if token_id is not None:
                if waiting is not None:
                    ids.append(waiting)
                    waiting = None
                ids.append(token_id)
                continue
            if steps.byte_fallback:
                fallback = [self._id_of_fallback[byte] for byte in written.encode("utf-8")]
                if None not in fallback:
                    ids += [token_id for token_id in fallback if token_id is not None]
                    continue
            if steps.unknown is not None:
                if waiting is not None and not steps.fuses_unknown:
                    ids.append(waiting)
                waiting = steps.unknown
        if waiting is not None:
            ids.append(waiting)
        return ids
