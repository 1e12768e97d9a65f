"""Encode and decode with what was trained, or with a published table of ranks."""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import Literal, NamedTuple

import numpy as np
import regex

from bpe_core.alphabets import (
    WORD_MARKER,
    BaseVocabulary,
    IntArray,
    base_ids,
    counts_bytes,
    replace_lone_surrogates,
    unit_values,
)
from bpe_core.fast.encode import BatchEncoder, GetRank, batch_encoder, merge_by_lowest_rank
from bpe_core.fast.split import WORTH_IT
from bpe_core.history import TrainingHistory
from bpe_core.pretokenization import split
from bpe_core.types import OPEN, WALL, BpeError, Pair, Recipe, UnknownCharacterError

RankOf = Callable[[int, int], int | None]
_CACHED_CHUNKS = 1 << 16
_CACHED_LENGTH = 64


class SpecialTokenError(BpeError):
    """A text holds a special token that the caller did not allow; `token` names it, `position` places it."""

    def __init__(self, token: str, position: int) -> None:
        super().__init__(
            f"The text holds the special token {token!r} at position {position}. To encode it as that token, "
            f"pass allowed_special={{{token!r}}}; to encode it as ordinary text, pass disallowed_special=()."
        )
        self.token = token
        self.position = position


class UnknownIdError(BpeError, KeyError):
    """An id that the vocabulary lacks; `token_id` is the id, `position` its place in the list, from 0."""

    def __init__(self, token_id: int, position: int) -> None:
        super().__init__(f"The id {token_id} at position {position} is not in the vocabulary.")
        self.token_id = token_id
        self.position = position

    def __str__(self) -> str:
        """Return the sentence alone: KeyError would put it in quotes."""
        return str(self.args[0])


class Join(NamedTuple):
    """One merge in one place while encoding: the pair of ids, its rank, the id it became, the gap it closed."""

    rank: int
    pair: Pair
    new_id: int
    gap: int


@dataclass(frozen=True, eq=False, slots=True)
class Encoding:
    """How a text was encoded: the same picture as a training, with ranks of rules already learned.

    `ids` are the tokens. `closed_at` int32, one per gap between base units, is the number, from 0, of the
    join that closed the gap, or OPEN, or WALL. `joins` are in the order in which they were done, chunk by
    chunk; their ranks may fall, where the rules were not learned in the order of their ranks.
    """

    ids: list[int]
    base_ids: IntArray
    closed_at: IntArray
    joins: tuple[Join, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Tokenizer:
    """Text to ids and back.

    Make one with `Tokenizer.from_history`, `from_merges`, `from_ranks`, `load_published`, or by reading a file.
    `merges` are the learned rules (pair, new id) in the order of their ranks; a tokenizer made from a
    table of ranks (`mergeable_ranks`: bytes -> id) has that instead, and any two neighbours whose joined
    bytes are in the table may merge. `recovered_merges` are the pairs of ids that make the tokens of such
    a table, in the order of their ranks, if they are known; else they are found when a long text comes.
    """

    name: str
    recipe: Recipe
    base: BaseVocabulary
    merges: tuple[tuple[Pair, int], ...] = ()
    mergeable_ranks: Mapping[bytes, int] | None = None
    recovered_merges: IntArray | None = field(default=None, repr=False)
    special_tokens: Mapping[str, int]
    _cache: dict[str, list[int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Raise `BpeError` for an empty special token, which would stand everywhere in every text."""
        if "" in self.special_tokens:
            raise BpeError("A special token is empty; it must have a character at least.")

    @classmethod
    def from_history(cls, history: TrainingHistory, *, name: str = "trained") -> "Tokenizer":
        """Make the tokenizer that a training learned.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
        >>> tokenizer.encode("slow"), tokenizer.decode([115, 257])
        ([115, 257], 'slow')
        """
        merges = tuple((merge.pair, merge.new_id) for merge in history.merges)
        return cls(
            name=name,
            recipe=history.recipe,
            base=history.base,
            merges=merges,
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

        Raises `BpeError` if one of the 256 single bytes is missing.
        """
        missing = [byte for byte in range(256) if bytes([byte]) not in mergeable_ranks]
        if missing:
            raise BpeError(f"The table of ranks lacks the single byte 0x{missing[0]:02X}.")
        return cls._byte_level(
            {byte: mergeable_ranks[bytes([byte])] for byte in range(256)},
            mergeable_ranks=mergeable_ranks,
            recovered_merges=recovered_merges,
            split_pattern=split_pattern,
            special_tokens=special_tokens,
            name=name,
            source="a table of ranks",
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

        Each merge joins ids of bytes or of earlier merges.

        >>> same = {byte: byte for byte in range(256)}
        >>> Tokenizer.from_merges([((97, 98), 256)], id_of_byte=same, split_pattern=None).encode("cab")
        [99, 256]
        """
        return cls._byte_level(
            id_of_byte,
            merges=tuple(merges),
            split_pattern=split_pattern,
            special_tokens=special_tokens,
            name=name,
            source="a list of merges",
        )

    @classmethod
    def _byte_level(
        cls,
        id_of_byte: Mapping[int, int],
        *,
        merges: tuple[tuple[Pair, int], ...] = (),
        mergeable_ranks: Mapping[bytes, int] | None = None,
        recovered_merges: IntArray | None = None,
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None,
        name: str,
        source: str,
    ) -> "Tokenizer":
        special = dict(special_tokens or {})
        vocab = {id_: bytes([byte]) for byte, id_ in id_of_byte.items()}
        return cls(
            name=name,
            recipe=Recipe(
                name=name, title=name, alphabet="bytes", split_pattern=split_pattern, source=source
            ),
            base=BaseVocabulary("bytes", id_of_byte, special, vocab),
            merges=merges,
            mergeable_ranks=mergeable_ranks,
            recovered_merges=recovered_merges,
            special_tokens=special,
        )

    def with_special_tokens(self, *tokens: str) -> "Tokenizer":
        """Return a tokenizer that knows further special tokens; their ids follow all others.

        Raises `BpeError` for an empty string, a lone surrogate, and one that is special already.
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

    # ---- the vocabulary

    @cached_property
    def vocab(self) -> dict[int, bytes]:
        """The bytes of every token: id -> bytes, special tokens among them."""
        if self.mergeable_ranks is not None:
            vocab = {rank: token for token, rank in self.mergeable_ranks.items()}
        else:
            vocab = dict(self.base.vocab)
            for (left, right), new_id in self.merges:
                vocab[new_id] = vocab[left] + vocab[right]
        return vocab | {id_: text.encode("utf-8") for text, id_ in self.special_tokens.items()}

    @property
    def n_vocab(self) -> int:
        """The number of ids, special tokens among them."""
        return len(self.vocab)

    def rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of the rule that joins two neighbours, or None where no rule does."""
        return self._rank_of(left, right) if left in self.vocab and right in self.vocab else None

    def rank_of_token(self, token_id: int) -> int | None:
        """Return the rank of the rule that makes a token, or None for a base unit or a special token.

        >>> from bpe_core import load_published, train
        >>> tokenizer = Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=2))
        >>> tokenizer.rank_of_token(257), tokenizer.rank_of_token(97), load_published("gpt2").rank_of_token(262)
        (1, None, 262)
        """
        if self.mergeable_ranks is None:
            pair = self._parts.get(token_id)
            return None if pair is None else self._rank_by_pair[pair]
        token_bytes = self.vocab.get(token_id, b"")
        return self.mergeable_ranks.get(token_bytes) if len(token_bytes) > 1 else None

    def parts(self, token_id: int) -> Pair | None:
        """Return the pair of ids that a token was made of, or None for a base unit or a special token.

        For a table of ranks no merge list is published: the pair is what is left when the token's bytes
        are merged by all lower ranks. None too where that leaves more than two (no merge can make it).
        """
        if self.mergeable_ranks is None:
            return self._parts.get(token_id)
        token_bytes = self.vocab.get(token_id, b"")
        if len(token_bytes) < 2 or self.mergeable_ranks.get(token_bytes) != token_id:
            return None

        def lower(left: int, right: int) -> int | None:
            rank = self._rank_of(left, right)
            return rank if rank is not None and rank < token_id else None

        ids, _ = join_by_lowest_rank([self.base.id_of_unit[byte] for byte in token_bytes], lower, None)
        return (ids[0], ids[1]) if len(ids) == 2 else None

    # ---- text to ids

    def encode(
        self,
        text: str,
        *,
        allowed_special: Literal["all"] | AbstractSet[str] = frozenset(),
        disallowed_special: Literal["all"] | Collection[str] = "all",
    ) -> list[int]:
        """Encode a text; special tokens in it are refused unless the caller says what they are to be.

        Those in `allowed_special` become their one id; any other in `disallowed_special` raises
        `SpecialTokenError`; the rest is ordinary text. "all" means all that the tokenizer has, for
        `disallowed_special` all that are not allowed; one that is named in both is refused. This is
        tiktoken's policy; where two begin alike, the longest wins. Raises `UnknownCharacterError` where the
        alphabet lacks a character. Lone surrogates become U+FFFD.
        """
        ids: list[int] = []
        for start, ordinary, special_id in self._segments(text, allowed_special, disallowed_special):
            with _positions_from(start):
                ids += self.encode_ordinary(ordinary)
            ids += special_id
        return ids

    def encode_ordinary(self, text: str) -> list[int]:
        """Encode a text as ordinary text, whatever special tokens it spells."""
        if len(text) >= WORTH_IT and self._batch:
            ids: list[int] = self._batch.encode(
                replace_lone_surrogates(text), self.recipe.split_pattern
            ).tolist()
            return ids
        return list(chain.from_iterable(self._encode_ordinary_chunks(text)))

    def forget(self) -> None:
        """Drop what is kept of the texts encoded so far; it is bounded, and only makes the next one quicker."""
        self._cache.clear()
        if self._batch:
            self._batch.forget()

    def encode_chunks(
        self,
        text: str,
        *,
        allowed_special: Literal["all"] | AbstractSet[str] = frozenset(),
        disallowed_special: Literal["all"] | Collection[str] = "all",
    ) -> list[list[int]]:
        """Encode a text as `encode` does, the ids of each chunk apart; a special token is a chunk.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=3))
        >>> tokenizer.encode_chunks("low lo")
        [[257], [32, 256]]
        """
        chunks: list[list[int]] = []
        for start, ordinary, special_id in self._segments(text, allowed_special, disallowed_special):
            with _positions_from(start):
                chunks += self._encode_ordinary_chunks(ordinary)
            chunks += [special_id] if special_id else []
        return chunks

    def trace(self, text: str) -> Encoding:
        """Encode a text as ordinary text and keep every join, with the gap it closed.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
        >>> encoding = tokenizer.trace("slow")
        >>> [(join.rank, join.gap) for join in encoding.joins], encoding.ids
        ([(0, 1), (1, 2)], [115, 257])
        """
        text = replace_lone_surrogates(text)
        ids: list[int] = []
        joins: list[Join] = []
        units: list[IntArray] = []
        walls: list[int] = []
        done = 0
        for chunk in self._pretokenize(text):
            base = self._base_ids_of_chunk(chunk)
            chunk_ids, chunk_joins = self._encode_chunk(chunk)
            ids += chunk_ids
            joins += [join._replace(gap=join.gap + done) for join in chunk_joins]
            units.append(np.array(base, np.int32))
            done += len(base)
            walls.append(done - 1)
        closed_at = np.full(max(done - 1, 0), OPEN, np.int32)
        closed_at[walls[:-1]] = WALL
        for number, join in enumerate(joins):
            closed_at[join.gap] = number
        return Encoding(ids, np.concatenate([np.zeros(0, np.int32), *units]), closed_at, tuple(joins))

    # ---- ids to text

    def decode_tokens_bytes(self, ids: Iterable[int]) -> list[bytes]:
        """Return the bytes of each id; raises `UnknownIdError` for an id that the vocabulary lacks."""
        vocab = self.vocab
        tokens = []
        for position, token_id in enumerate(ids):
            token = vocab.get(token_id)
            if token is None:
                raise UnknownIdError(token_id, position)
            tokens.append(token)
        return tokens

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the bytes that ids stand for; raises `UnknownIdError` for an id that is not there."""
        return b"".join(self.decode_tokens_bytes(ids))

    def decode(self, ids: Iterable[int], *, errors: Literal["replace", "strict"] = "replace") -> str:
        """Return the text that ids stand for; bytes that are no UTF-8 become U+FFFD, or raise if "strict"."""
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_with_offsets(self, ids: Iterable[int]) -> tuple[str, list[int]]:
        """Return the text and, for each id, the character in which its first byte lies, from 0.

        As tiktoken gives them. Raises `UnicodeDecodeError` where the bytes are no UTF-8.
        """
        offsets = []
        characters = 0
        tokens = self.decode_tokens_bytes(ids)
        for token in tokens:
            begins_inside = bool(token) and 0x80 <= token[0] < 0xC0
            offsets.append(max(0, characters - begins_inside))
            characters += sum(not 0x80 <= byte < 0xC0 for byte in token)
        return b"".join(tokens).decode("utf-8"), offsets

    # ---- inside

    @cached_property
    def _rank_by_pair(self) -> dict[Pair, int]:
        # A pair that was learned twice (it can be, where a string is one token) keeps its first rank.
        ranks: dict[Pair, int] = {}
        for rank, (pair, _) in enumerate(self.merges):
            ranks.setdefault(pair, rank)
        return ranks

    @cached_property
    def _parts(self) -> dict[int, Pair]:
        parts: dict[int, Pair] = {}
        for pair, new_id in self.merges:
            parts.setdefault(new_id, pair)
        return parts

    @cached_property
    def _new_ids(self) -> list[int] | None:
        return None if self.mergeable_ranks is not None else [new_id for _, new_id in self.merges]

    @cached_property
    def _get_rank(self) -> GetRank:
        # Where the merges of a table of ranks are known, they are looked up by ids: quicker than to join
        # bytes, and the same, for two neighbours that spell a token are the two that its merge joins.
        if self.mergeable_ranks is None:
            return {left << 32 | right: rank for (left, right), rank in self._rank_by_pair.items()}.get
        if self.recovered_merges is not None:
            left, right = self.recovered_merges.T.astype(np.int64)
            return dict(zip((left << 32 | right).tolist(), self._made_ids, strict=True)).get
        by_bytes, vocab = self.mergeable_ranks.get, self.vocab
        return lambda pair, none: by_bytes(vocab[pair >> 32] + vocab[pair & 2**32 - 1], none)

    @cached_property
    def _made_ids(self) -> list[int]:
        """The ids of a table of ranks that are not single bytes, in their order."""
        bytes_ = set(self.base.id_of_unit.values())
        return [rank for rank in sorted((self.mergeable_ranks or {}).values()) if rank not in bytes_]

    @cached_property
    def _rank_of(self) -> RankOf:
        if self.mergeable_ranks is None:
            by_pair = self._rank_by_pair.get
            return lambda left, right: by_pair((left, right))
        by_bytes = self.mergeable_ranks.get
        vocab = self.vocab
        return lambda left, right: by_bytes(vocab[left] + vocab[right])

    @cached_property
    def _id_of_word(self) -> dict[bytes, int]:
        # Where two merges spell the same word the later one stands, as in the recipe's source.
        return {self.vocab[new_id]: new_id for _, new_id in self.merges}

    def _pretokenize(self, text: str) -> list[str]:
        """Cut a text into chunks; those of the word-marker recipe are written with the marker."""
        if self.recipe.alphabet == "bytes":
            return split(text, self.recipe.split_pattern)
        base_ids(text, self.base)  # raises, with its place in the whole text, where a character is unknown
        if self.recipe.alphabet != "word-marker":
            return split(text, self.recipe.split_pattern)
        marked = "".join(map(chr, unit_values(text, "word-marker").tolist()))
        return regex.findall(rf"[\r\n]|{WORD_MARKER}?[^{WORD_MARKER}\r\n ]+|{WORD_MARKER}| ", marked)

    @cached_property
    def _batch(self) -> BatchEncoder | None:
        """The encoder for long texts; None for a recipe or a table of ranks that only the simple way serves."""
        byte_ids = [token_id for _, token_id in sorted(self.base.id_of_unit.items())]
        if (
            self.recipe.alphabet != "bytes"
            or self.recipe.encode_order != "lowest-rank"
            or len(byte_ids) < 256
        ):
            return None
        if self.mergeable_ranks is None:
            new_ids = [new_id for _, new_id in self.merges]
            pairs = np.array([pair for pair, _ in self.merges], np.int64).reshape(-1, 2)
            return batch_encoder(byte_ids, pairs, np.array(new_ids, np.int64), {})
        new_ids = self._made_ids
        if self.recovered_merges is not None:
            pairs = self.recovered_merges.astype(np.int64)
        else:
            parts = [self.parts(token_id) for token_id in new_ids]
            if None in parts:
                return None
            pairs = np.array(parts, np.int64).reshape(-1, 2)
        return batch_encoder(byte_ids, pairs, np.array(new_ids, np.int64), self.mergeable_ranks)

    def _segments(
        self,
        text: str,
        allowed_special: Literal["all"] | AbstractSet[str],
        disallowed_special: Literal["all"] | Collection[str],
    ) -> Iterator[tuple[int, str, list[int]]]:
        """Cut a text after each special token that is allowed.

        Yields where the ordinary text before it begins, that text, and its id.
        """
        special = self.special_tokens.keys()
        allowed = set(special) if allowed_special == "all" else set(allowed_special)
        # Who says "all" means all others; a token that is named in both is refused.
        refused = special - allowed if disallowed_special == "all" else set(disallowed_special)
        if refused and (found := _matcher_of(frozenset(refused)).search(text)):
            raise SpecialTokenError(found.group(), found.start())
        done = 0
        if allowed := allowed & special:
            for found in _matcher_of(frozenset(allowed)).finditer(text):
                yield done, text[done : found.start()], [self.special_tokens[found.group()]]
                done = found.end()
        yield done, text[done:], []

    def _encode_ordinary_chunks(self, text: str) -> list[list[int]]:
        text = replace_lone_surrogates(text)
        if len(text) >= WORTH_IT and self._batch:
            return self._batch.encode_chunks(text, self.recipe.split_pattern)
        chunks = []
        for chunk in self._pretokenize(text):
            ids = self._cache.get(chunk)
            if ids is None:
                ids = self._ids_of_chunk(chunk)
                if len(chunk) <= _CACHED_LENGTH and len(self._cache) < _CACHED_CHUNKS:
                    self._cache[chunk] = ids
            chunks.append(ids)
        return chunks

    def _ids_of_chunk(self, chunk: str) -> list[int]:
        if self.mergeable_ranks is not None:
            whole = self.mergeable_ranks.get(chunk.encode("utf-8"))
            if whole is not None:
                return [whole]
        if self.recipe.encode_order != "lowest-rank" or len(chunk) > _CACHED_LENGTH:
            return self._encode_chunk(chunk)[0]
        return merge_by_lowest_rank(self._base_ids_of_chunk(chunk), self._get_rank, self._new_ids)

    def _base_ids_of_chunk(self, chunk: str) -> list[int]:
        id_of_unit = self.base.id_of_unit
        if counts_bytes(self.base.alphabet):
            return [id_of_unit[byte] for byte in chunk.encode("utf-8")]
        return [id_of_unit[ord(character)] for character in chunk]

    def _encode_chunk(self, chunk: str) -> tuple[list[int], list[Join]]:
        base = self._base_ids_of_chunk(chunk)
        if self.recipe.encode_order == "merge-list":
            return join_by_merge_list(base, self._rank_of, self._new_ids)
        if self.recipe.encode_order == "passes":
            word = chunk.replace(WORD_MARKER, " ").encode("utf-8")
            if len(base) > 1 and (token_id := self._id_of_word.get(word)) is not None:
                return [token_id], self._joins_of_token(token_id)
            return join_in_passes(base, self._rank_of, self._new_ids)
        ids, joins = join_by_lowest_rank(base, self._rank_of, self._new_ids)
        if self.mergeable_ranks is not None and len(ids) > 1:
            # tiktoken looks a whole chunk up before it merges; this matters only for a token that no
            # merges can make, so what is left open is closed in one go.
            whole = self.mergeable_ranks.get(chunk.encode("utf-8"))
            if whole is not None:
                closed = {join.gap for join in joins}
                rest = [gap for gap in range(len(base) - 1) if gap not in closed]
                joins += [Join(whole, (ids[0], ids[1]), whole, gap) for gap in rest]
                return [whole], joins
        return ids, joins

    def _joins_of_token(self, token_id: int) -> list[Join]:
        # The tokens still to be taken apart: (id, first unit, its parts are done). A part comes before what
        # it is part of, as it must be joined first. No recursion: a token can be thousands of merges deep.
        joins: list[Join] = []
        waiting = [(token_id, 0, False)]
        while waiting:
            token, start, parts_done = waiting.pop()
            pair = self._parts.get(token)
            if pair is None:
                continue
            middle = start + self._units_of(pair[0])
            if parts_done:
                joins.append(Join(self._rank_by_pair[pair], pair, token, middle - 1))
            else:
                waiting += [(token, start, True), (pair[1], middle, False), (pair[0], start, False)]
        return joins

    def _units_of(self, token_id: int) -> int:
        token = self.vocab[token_id]
        return len(token) if counts_bytes(self.base.alphabet) else len(token.decode("utf-8"))


def join_by_lowest_rank(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int] | None
) -> tuple[list[int], list[Join]]:
    """Join, again and again, the neighbours of lowest rank, the leftmost of equals: GPT-2's way.

    `new_ids[rank]` is the id that a join makes; None where the rank is the id. Costs n log n for n ids.

    >>> ranks = {(2, 3): 0, (1, 2): 1}
    >>> join_by_lowest_rank([1, 2, 2, 3], lambda left, right: ranks.get((left, right)), [4, 5])[0]
    [5, 4]
    """
    now = list(ids)
    size = len(now)
    # A list of neighbours: a token that was joined to its left one is dead (-1) and skipped by the links.
    right_of = list(range(1, size + 1))
    left_of = list(range(-1, size - 1))
    heap: list[tuple[int, int]] = []
    for place in range(size - 1):
        rank = rank_of(now[place], now[place + 1])
        if rank is not None:
            heap.append((rank, place))
    heapq.heapify(heap)
    joins: list[Join] = []
    while heap:
        rank, place = heapq.heappop(heap)
        left, other = now[place], right_of[place]
        if left < 0 or other == size or rank_of(left, now[other]) != rank:
            continue  # an entry of before one of the two was joined to another
        new_id = rank if new_ids is None else new_ids[rank]
        joins.append(Join(rank, (left, now[other]), new_id, other - 1))
        now[place], now[other] = new_id, -1
        after, before = right_of[other], left_of[place]
        right_of[place] = after
        if after < size:
            left_of[after] = place
            rank_after = rank_of(new_id, now[after])
            if rank_after is not None:
                heapq.heappush(heap, (rank_after, place))
        if before >= 0:
            rank_before = rank_of(now[before], new_id)
            if rank_before is not None:
                heapq.heappush(heap, (rank_before, before))
    return [token_id for token_id in now if token_id >= 0], joins


def join_by_merge_list(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int] | None
) -> tuple[list[int], list[Join]]:
    """Go once through the merges in their order, doing each wherever it can be done: the course's way."""
    now = list(ids)
    widths = [1] * len(now)
    joins: list[Join] = []
    last_rank = -1
    while True:
        ranks = [rank_of(left, right) for left, right in pairwise(now)]
        later = [rank for rank in ranks if rank is not None and rank > last_rank]
        if not later:
            return now, joins
        last_rank = min(later)
        now, widths = _one_pass(now, widths, rank_of, new_ids, joins, only=last_rank)


def join_in_passes(
    ids: Sequence[int], rank_of: RankOf, new_ids: Sequence[int] | None
) -> tuple[list[int], list[Join]]:
    """Join any learned pair from left to right, pass after pass: the way of the word-marker recipe."""
    now = list(ids)
    widths = [1] * len(now)
    joins: list[Join] = []
    while True:
        before = len(joins)
        now, widths = _one_pass(now, widths, rank_of, new_ids, joins, only=None)
        if len(joins) == before:
            return now, joins


def _one_pass(
    now: list[int],
    widths: list[int],
    rank_of: RankOf,
    new_ids: Sequence[int] | None,
    joins: list[Join],
    *,
    only: int | None,
) -> tuple[list[int], list[int]]:
    after: list[int] = []
    widths_after: list[int] = []
    place = unit = 0
    while place < len(now):
        rank = rank_of(now[place], now[place + 1]) if place + 1 < len(now) else None
        if rank is None or (only is not None and rank != only):
            after.append(now[place])
            widths_after.append(widths[place])
            unit += widths[place]
            place += 1
            continue
        new_id = rank if new_ids is None else new_ids[rank]
        joins.append(Join(rank, (now[place], now[place + 1]), new_id, unit + widths[place] - 1))
        after.append(new_id)
        widths_after.append(widths[place] + widths[place + 1])
        unit += widths_after[-1]
        place += 2
    return after, widths_after


@contextmanager
def _positions_from(start: int) -> Iterator[None]:
    """Within, a text begins at `start` of a longer one: errors tell the place in that."""
    try:
        yield
    except UnknownCharacterError as error:
        raise UnknownCharacterError(error.character, error.position + start, error.reason) from None


@lru_cache(maxsize=64)
def _matcher_of(tokens: frozenset[str]) -> "regex.Pattern[str]":
    """Compile a search for any of some strings, of which none is empty; the longest of those that begin alike."""
    longest_first = sorted(tokens, key=len, reverse=True)
    return regex.compile("|".join(map(regex.escape, longest_first)))
