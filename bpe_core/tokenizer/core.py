"""The tokenizer: a vocabulary, its rules, and what is done with them, text to ids and back."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from bpe_core.alphabets import BaseVocabulary, IntArray, replace_lone_surrogates
from bpe_core.history import TrainingHistory
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.steps import NO_STEPS, Pipeline
from bpe_core.pretokenization import check_split_pattern
from bpe_core.superbpe.boundaries import in_one_pass
from bpe_core.tokenizer.decoding import (
    BytesDecoder,
    StringsDecoder,
    TokenDecoder,
    bytes_of_ids,
    offsets_of_tokens,
)
from bpe_core.tokenizer.encoder import EncodedChunk, Encoder, TextEncoder
from bpe_core.tokenizer.preparation import Preparation
from bpe_core.tokenizer.rules import ByFields, MergeRules, RankTable, Rules
from bpe_core.tokenizer.sentencepiece import PieceEncoder, PieceRules
from bpe_core.tokenizer.special_tokens import Allowed, Disallowed, refuse_special
from bpe_core.tokenizer.strings import ListedRules, StringEncoder
from bpe_core.tokenizer.trace import Encoding, lay_out
from bpe_core.tokenizer.two_stages import TwoStageEncoder
from bpe_core.types import BpeError, Pair, Recipe, UnknownCharacterError


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Tokenizer(ByFields):
    """Text to ids and back.

    Make one with `Tokenizer.from_history`, `from_merges`, `from_ranks`, `load_published`, or by reading a file.
    `recipe` says how a text is cut and in which order rules apply, `base` what is there before any rule,
    `rules` what may be merged. `steps` are what else is done to a text before it is merged and to tokens when they
    are decoded, by default nothing; `rest_of_file` is the rest of the `tokenizer.json` that it was read from, to be
    written again. Its special tokens are those of its added tokens that are special, and any others. It can be copied
    and pickled, and what comes back is equal; what it caches of texts is not. Raises `BpeError` for an empty special
    token, which would be found everywhere.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> tokenizer.encode("slow"), tokenizer.decode([115, 257])
    ([115, 257], 'slow')
    """

    name: str
    recipe: Recipe
    base: BaseVocabulary
    rules: Rules
    special_tokens: Mapping[str, int]
    steps: Pipeline = NO_STEPS
    rest_of_file: bytes = b""

    def __post_init__(self) -> None:
        """Raise `BpeError` for an empty special token."""
        if "" in self.special_tokens:
            raise BpeError("A special token is empty; it must have at least one character.")

    @classmethod
    def from_history(cls, history: TrainingHistory, *, name: str = "trained") -> "Tokenizer":
        """Make the tokenizer that a training learned, which encodes in as many stages.

        >>> from bpe_core import train
        >>> Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2)).merges
        (((108, 111), 256), ((256, 119), 257))
        """
        merges = tuple((merge.pair, merge.new_id) for merge in history.merges)
        stage, lifted = history.recipe.second_stage, history.stream.lifted
        # Where no merge is of the second stage, there is none.
        second = replace(stage, after=lifted.at) if stage and lifted and lifted.at < len(merges) else None
        return cls(
            name=name,
            recipe=replace(history.recipe, second_stage=second),
            base=history.base,
            rules=MergeRules(merges, history.base),
            special_tokens=dict(history.special_tokens),
        )

    @classmethod
    def from_ranks(
        cls,
        mergeable_ranks: Mapping[bytes, int],
        *,
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        recovered_merges: IntArray | None = None,
        name: str = "ranks",
    ) -> "Tokenizer":
        """Make a tokenizer from tiktoken's table, which maps the bytes of each token to its rank and id.

        `recovered_merges` are the pairs that make its tokens, if they are known (see `RankTable`). Raises
        `BpeError` if one of the 256 single bytes is missing, and for a split pattern that is no known name and no more
        than a word.

        >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"lo": 256, b"low": 257}
        >>> Tokenizer.from_ranks(ranks, split_pattern="gpt2").encode("slow")
        [115, 257]
        """
        return cls.from_table(
            RankTable(mergeable_ranks, recovered_merges),
            split_pattern=split_pattern,
            special_tokens=special_tokens,
            name=name,
        )

    @classmethod
    def from_table(
        cls,
        table: RankTable,
        *,
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "ranks",
    ) -> "Tokenizer":
        """Make a tokenizer from a table of ranks (see `from_ranks`).

        >>> table = RankTable({bytes([byte]): byte for byte in range(256)} | {b"lo": 256})
        >>> Tokenizer.from_table(table, split_pattern="gpt2").encode("slow")
        [115, 256, 119]
        """
        special = dict(special_tokens or {})
        return cls(
            name=name,
            recipe=_byte_level(name, split_pattern, "a table of ranks"),
            base=_byte_vocabulary(table.id_of_byte, special),
            rules=table,
            special_tokens=special,
        )

    @classmethod
    def from_merges(
        cls,
        merges: Iterable[tuple[Pair, int]],
        *,
        id_of_byte: Mapping[int, int],
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "merges",
    ) -> "Tokenizer":
        """Make a byte-level tokenizer from merges (pair, new id) in the order of their ranks.

        Each merge joins ids of bytes or of earlier merges. Raises `BpeError` for one that joins another id, for an id
        that two different tokens have, and for a split pattern that is no known name and no more than a word.

        >>> same = {byte: byte for byte in range(256)}
        >>> Tokenizer.from_merges([((97, 98), 256)], id_of_byte=same, split_pattern=None).encode("cab")
        [99, 256]
        """
        special = dict(special_tokens or {})
        base = _byte_vocabulary(id_of_byte, special)
        rules = MergeRules(tuple(merges), base)
        vocab = rules.vocab
        for token, token_id in special.items():
            if token_id in vocab:
                raise BpeError(
                    f"The special token {token!r} has the id {token_id}, which another token already has."
                )
        return cls(
            name=name,
            recipe=_byte_level(name, split_pattern, "a list of merges"),
            base=base,
            rules=rules,
            special_tokens=special,
        )

    def with_special_tokens(self, *tokens: str) -> "Tokenizer":
        """Return a tokenizer that knows further special tokens; their ids follow all others.

        Raises `BpeError` for an empty string, a lone surrogate, and one that is special already.

        >>> same = {byte: byte for byte in range(256)}
        >>> tokenizer = Tokenizer.from_merges([], id_of_byte=same, split_pattern=None)
        >>> tokenizer.with_special_tokens("<|end|>").encode("a<|end|>", allowed_special="all")
        [97, 256]
        """
        special = dict(self.special_tokens)
        if not tokens:
            return self
        for token in tokens:
            if not token or token in special or token != replace_lone_surrogates(token):
                why = "special already" if token in special else "no text" if token else "empty"
                raise BpeError(f"{token!r} cannot be added: it is {why}.")
            special[token] = max(max(self.vocab, default=-1), *special.values(), -1) + 1
        return replace(self, special_tokens=special)

    def in_one_pass(self) -> "Tokenizer":
        """Return the tokenizer without lifted boundaries: all its merges act wherever no other chunk boundary is.

        So SuperBPE's authors encode, and so other libraries can. A merge that was learned within a boundary may
        then act across it, and the tokens differ from those of the training. Itself where none was lifted.

        >>> from bpe_core import RECIPES, SecondStage, train
        >>> recipe = replace(RECIPES["gpt4"], second_stage=SecondStage(lifts="all", after=1))
        >>> learned = Tokenizer.from_history(train("12 12 12 12", recipe=recipe, num_merges=2))
        >>> [learned.vocab[token_id] for token_id in learned.encode("9912")]
        [b'9', b'9', b'1', b'2']
        >>> [learned.vocab[token_id] for token_id in learned.in_one_pass().encode("9912")]
        [b'9', b'9', b'12']
        """
        if not self.recipe.second_stage:
            return self
        # A merge that was learned again, in the second stage, has its first rank.
        merges = tuple(dict.fromkeys(self.merges))
        return replace(self, recipe=in_one_pass(self.recipe), rules=MergeRules(merges, self.base))

    # ---- the vocabulary

    @property
    def merges(self) -> tuple[tuple[Pair, int], ...]:
        """The learned rules (pair, new id) in the order of their ranks; empty for a table of ranks."""
        return self.rules.merges if isinstance(self.rules, MergeRules) else ()

    @property
    def id_of_string(self) -> Mapping[str, int]:
        """The ids by the strings of the file, where the base units are such strings; else empty."""
        return self.rules.id_of_string if isinstance(self.rules, ListedRules) else {}

    @property
    def mergeable_ranks(self) -> Mapping[bytes, int] | None:
        """The table, bytes -> id, of a tokenizer that was made from one; None for one that has merges."""
        return self.rules.mergeable_ranks if isinstance(self.rules, RankTable) else None

    @cached_property
    def vocab(self) -> dict[int, bytes]:
        """The bytes of every token: id -> bytes, special tokens among them."""
        return dict(self.rules.vocab) | {
            id_: text.encode("utf-8") for text, id_ in self.special_tokens.items()
        }

    @cached_property
    def id_of_bytes(self) -> Mapping[bytes, int]:
        """The id of each token by its bytes, the least where several spell the same; no special tokens."""
        if self.mergeable_ranks is not None:
            return self.mergeable_ranks
        special = set(self.special_tokens.values())
        return {token: id_ for id_, token in sorted(self.vocab.items(), reverse=True) if id_ not in special}

    @property
    def n_vocab(self) -> int:
        """The largest id plus 1, special tokens included, as tiktoken counts: the rows of an array indexed by id.

        >>> from bpe_core import load_published
        >>> load_published("cl100k_base").n_vocab, load_published("cl100k_base").vocab_size
        (100277, 100261)
        """
        return max(self.vocab, default=-1) + 1

    @property
    def vocab_size(self) -> int:
        """The number of tokens, special tokens included; less than `n_vocab` where ids are left out."""
        return len(self.vocab)

    def rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of the rule that merges two neighbours, or None where none does.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").rank_of(64, 65), load_published("gpt2").rank_of(64, 999_999)
        (397, None)
        """
        there = left in self.rules.vocab and right in self.rules.vocab
        return self.rules.rank_of(left, right) if there else None

    def rank_of_token(self, token_id: int) -> int | None:
        """Return the rank of the rule that makes a token, or None for a base unit or a special token.

        >>> from bpe_core import load_published, train
        >>> tokenizer = Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=2))
        >>> tokenizer.rank_of_token(257), tokenizer.rank_of_token(97), load_published("gpt2").rank_of_token(262)
        (1, None, 262)
        """
        return self.rules.rank_of_token(token_id)

    def parts(self, token_id: int) -> Pair | None:
        """Return the pair of ids that a token was made of, or None for a base unit or a special token.

        For a table of ranks no merge list is published: the pair is what is left when the token's bytes
        are merged by all lower ranks. None too where that leaves more than two (no merge can make it).

        >>> from bpe_core import load_published
        >>> tokenizer = load_published("gpt2")
        >>> [tokenizer.vocab[part] for part in tokenizer.parts(262)]
        [b' t', b'he']
        """
        return self.rules.parts(token_id)

    # ---- text to ids

    def encode(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> list[int]:
        """Encode a text; special tokens in it are refused unless the caller says what they are to be.

        Those in `allowed_special` become their one id; any other in `disallowed_special` raises
        `SpecialTokenError`; the rest is ordinary text. "all" means all that the tokenizer has, for
        `disallowed_special` all that are not allowed; one that is named in both is refused. This is
        tiktoken's policy; where two begin alike, the longest wins. Added tokens that are not special are always found.
        Raises `UnknownCharacterError` where the alphabet lacks a character, `BpeError` for a text of more than
        `max_characters`, `TypeError` for one that is not a string. Lone surrogates become U+FFFD.

        >>> from bpe_core import load_published
        >>> tokenizer = load_published("gpt2")
        >>> tokenizer.encode("a<|endoftext|>", allowed_special={"<|endoftext|>"})
        [64, 50256]
        >>> tokenizer.encode("a<|endoftext|>", disallowed_special=())
        [64, 27, 91, 437, 1659, 5239, 91, 29]
        """
        without = self._refused(text, allowed_special, disallowed_special)
        ids: list[int] = []
        for part in self.preparation.parts(text, without=without):
            if isinstance(part, int):
                ids.append(part)
            else:
                try:
                    ids += self._encoder.encode(part.text)
                except UnknownCharacterError as error:
                    raise _told_of_the_text(error, part) from None
        return ids

    def encode_ordinary(self, text: str) -> list[int]:
        """Encode a text as ordinary text, whatever special tokens it spells.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_ordinary("This's some text.")
        [1212, 338, 617, 2420, 13]
        """
        return self.encode(text, disallowed_special=())

    def encode_chunks(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> list[list[int]]:
        """Encode a text as `encode` does, the ids of each chunk apart; a special token is a chunk.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=3))
        >>> tokenizer.encode_chunks("low lo")
        [[257], [32, 256]]
        """
        chunks = self.iter_chunks(
            text, allowed_special=allowed_special, disallowed_special=disallowed_special
        )
        return list(chunks)

    def iter_chunks(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> Iterator[list[int]]:
        """Yield what `encode_chunks` returns, for whoever may not want the whole of it.

        >>> from bpe_core import load_published
        >>> next(load_published("gpt2").iter_chunks("low lower"))
        [9319]
        """
        for part in self.preparation.parts(
            text, without=self._refused(text, allowed_special, disallowed_special)
        ):
            if isinstance(part, int):
                yield [part]
            else:
                try:
                    yield from self._encoder.encode_chunks(part.text)
                except UnknownCharacterError as error:
                    raise _told_of_the_text(error, part) from None

    def trace(self, text: str) -> Encoding:
        """Encode a text as ordinary text and keep every merge applied, with the gap it closed.

        An added token that is not special is a base unit between chunk boundaries; `vocab` has the bytes of each unit.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
        >>> encoding = tokenizer.trace("slow")
        >>> [(merge.rank, merge.gap) for merge in encoding.applied], encoding.ids
        ([(0, 1), (1, 2)], [115, 257])
        """
        chunks = (
            chunk
            for part in self.preparation.parts(text, without=self.special_tokens)
            for chunk in (
                [EncodedChunk([part], [part], [])]
                if isinstance(part, int)
                else self._encoder.trace_chunks(part.text)
            )
        )
        # Of a chunk whose every unit the vocabulary lacks nothing is left.
        return lay_out(chunk for chunk in chunks if chunk.base_ids)

    def written(self, text: str) -> str:
        r"""Return the text that is merged, as its base units spell it: as the steps leave it.

        Raises `BpeError` where the text holds an added token, or what the vocabulary lacks.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").written("a\ud800")
        'a�'
        """
        spelled = []
        for part in self.preparation.parts(text, without=self.special_tokens):
            if isinstance(part, int):
                raise BpeError("This text contains an added token, whose merges cannot be shown one by one.")
            spelled.append(self._encoder.written(part.text))
        return b"".join(spelled).decode("utf-8")

    @property
    def max_characters(self) -> int | None:
        """How many characters a text may have at most, None for any number; a longer one is refused with `BpeError`.

        >>> from bpe_core import load_published
        >>> load_published("qwen3").max_characters
        1666666
        """
        return self.preparation.max_characters

    @cached_property
    def preparation(self) -> Preparation:
        """What is done to a text before it is encoded."""
        return Preparation(self.name, self.steps, self.special_tokens)

    def forget(self) -> None:
        """Drop what is kept of the texts encoded so far; it is bounded, and only makes the next one quicker."""
        self._encoder.forget()

    # ---- ids to text

    def decode_tokens_bytes(self, ids: Iterable[int]) -> list[bytes]:
        """Return the bytes of each id; raises `UnknownIdError` for an id that the vocabulary lacks.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_tokens_bytes([1212, 338])
        [b'This', b"'s"]
        """
        return bytes_of_ids(ids, self.vocab)

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool = False) -> bytes:
        """Return the bytes that ids stand for; raises `UnknownIdError` for an id that is not there.

        With `skip_special` special tokens are left out. Where the steps decode strings to a text, it is that text in
        UTF-8. Raises `BpeError` where one of them cannot be followed.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_bytes([1212, 338])
        b"This's"
        """
        return self._decoder.decode_bytes(ids, skip_special=skip_special)

    def decode(
        self,
        ids: Iterable[int],
        *,
        errors: Literal["replace", "strict"] = "replace",
        skip_special: bool = False,
    ) -> str:
        """Return the text that ids stand for; bytes that are no UTF-8 become U+FFFD, or raise if "strict".

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode([1212, 338]), load_published("gpt2").decode([128])
        ("This's", '\ufffd')
        """
        return self.decode_bytes(ids, skip_special=skip_special).decode("utf-8", errors)

    def decode_with_offsets(self, ids: Iterable[int]) -> tuple[str, list[int]]:
        """Return the text and, for each id, the index of the character in which its first byte lies.

        As tiktoken gives them. Raises `UnicodeDecodeError` where the bytes are no UTF-8.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_with_offsets([1212, 338])
        ("This's", [0, 4])
        """
        tokens = self.decode_tokens_bytes(ids)
        return b"".join(tokens).decode("utf-8"), offsets_of_tokens(tokens)

    # ---- inside

    def _refused(self, text: str, allowed: Allowed, disallowed: Disallowed) -> AbstractSet[str]:
        """Return the special tokens that are plain text; raises `SpecialTokenError` where one is refused."""
        wanted = refuse_special(text, self.special_tokens, allowed, disallowed)
        return self.special_tokens.keys() - wanted if wanted else self.special_tokens.keys()

    @cached_property
    def _encoder(self) -> Encoder:
        if isinstance(self.rules, PieceRules):
            return PieceEncoder(self.name, self.rules, self.steps)
        if isinstance(self.rules, ListedRules):
            return StringEncoder(self.name, self.rules, self.steps)
        if stage := self.recipe.second_stage:
            return TwoStageEncoder(self.recipe, stage, self.base, self.rules)
        return TextEncoder(self.recipe, self.base, self.rules)

    @cached_property
    def _decoder(self) -> TokenDecoder:
        if not self.steps.decoders:
            return BytesDecoder(self.vocab, frozenset(self.special_tokens.values()))
        strings = {token_id: string for string, token_id in self.id_of_string.items()}
        strings |= {token_id: content for content, token_id in self.special_tokens.items()}
        strings |= {token.token_id: token.content for token in self.steps.added_tokens}
        # To the library a token that is looked for in normalized text is its normalized string.
        strings |= {token.token_id: string for string, token in self.preparation.finders[1].token_of.items()}
        return StringsDecoder(strings, self.vocab, self.special_tokens.keys(), self.steps.decoders)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, {self.vocab_size:,} tokens>"


def _told_of_the_text(error: UnknownCharacterError, part: AlignedText) -> UnknownCharacterError:
    """Make an error about a character of a part one about that of the text."""
    return UnknownCharacterError(error.character, part.origins[error.position], error.reason)


def _byte_level(name: str, split_pattern: str | None, source: str) -> Recipe:
    check_split_pattern(split_pattern)
    return Recipe(name=name, title=name, alphabet="bytes", split_pattern=split_pattern, source=source)


def _byte_vocabulary(id_of_byte: Mapping[int, int], special_tokens: Mapping[str, int]) -> BaseVocabulary:
    vocab = {id_: bytes([byte]) for byte, id_ in id_of_byte.items()}
    return BaseVocabulary("bytes", id_of_byte, special_tokens, vocab)
