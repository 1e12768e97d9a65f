"""The merges of a tokenizer, in one of two forms with the same interface.

`MergeRules` is a list of pairs, each with its new id: what a training learns. `RankTable` is tiktoken's
table, bytes -> rank: it has no pairs, but any two adjacent tokens may merge if their joined bytes are in the
table.

    pair -> id      l o -> 256,  256 w -> 257              rank: the index in the list
    bytes -> rank   "lo": 256,   "low": 257                rank: the id itself
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import BaseVocabulary, IntArray
from bpe_core.fast import native
from bpe_core.fast.encode import NativeEncoder
from bpe_core.tokenizer.merging import AppliedMerge, RankOf, apply_by_lowest_rank, merged_ids
from bpe_core.types import BpeError, Pair


class MadeTokens(NamedTuple):
    """The tokens that merges make, in the order of their ranks, as columns.

    `ids` int64, `ranks` int64, and `pairs` int64 with two columns: the ids that are merged, or (-1, -1) for a
    token that no merge of two tokens of lower rank makes.

    >>> from bpe_core import load_published
    >>> made = load_published("gpt2").rules.made
    >>> made.ids[0].item(), made.pairs[0].tolist(), made.ranks[0].item()
    (256, [220, 83], 256)
    """

    ids: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]


class ByFields:
    """A base class whose objects are copied, pickled and compared by their fields, without cached properties.

    The caches contain lookup tables, locks, which cannot be pickled, and texts, which should not be.

    >>> table = RankTable({bytes([byte]): byte for byte in range(256)})
    >>> len(table.vocab), list(table.__getstate__())
    (256, ['mergeable_ranks', 'recovered_merges'])
    """

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.__getstate__() == other.__getstate__())

    def __hash__(self) -> int:
        """Return the same hash for all objects of a class: the fields are long, and some are mutable."""
        return hash(type(self))


class Rules(ByFields, ABC):
    """The merges of a tokenizer: the interface that a list of merges and a rank table share."""

    @cached_property
    @abstractmethod
    def vocab(self) -> Mapping[int, bytes]:
        """The bytes of every base unit and of every merged token: id -> bytes."""

    @cached_property
    @abstractmethod
    def new_ids(self) -> Sequence[int]:
        """The id for each rank: `new_ids[rank]`."""

    @cached_property
    @abstractmethod
    def whole_chunks(self) -> Mapping[bytes, int]:
        """The chunks that are one token before anything is merged: bytes -> id."""

    @cached_property
    @abstractmethod
    def made(self) -> MadeTokens:
        """The merged tokens, as columns."""

    @cached_property
    def num_made(self) -> int:
        """The number of different tokens that merges make."""
        return len(set(self.made.ids.tolist()))

    @cached_property
    def made_in_several_ways(self) -> frozenset[int]:
        """The tokens that several pairs make, as in a file that lists every way to split each token in two."""
        return frozenset()

    @property
    @abstractmethod
    def made_ids(self) -> npt.NDArray[np.int64]:
        """The ids of the merged tokens, in the order of their ranks."""

    @property
    @abstractmethod
    def known_pairs(self) -> npt.NDArray[np.integer[Any]] | None:
        """The pairs of ids that make the merged tokens, two columns, or None if they are not known yet."""

    @abstractmethod
    def rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of the merge of two adjacent tokens, or None if there is none."""

    @abstractmethod
    def rank_of_token(self, token_id: int) -> int | None:
        """Return the rank of the merge that makes a token, or None if no merge makes it."""

    @abstractmethod
    def parts(self, token_id: int) -> Pair | None:
        """Return the pair that makes a token, or None if no pair makes it.

        If several do, it is the pair that is merged last when the token's own units are merged by lowest rank; if
        they give other tokens, it is the first one.
        """

    def __repr__(self) -> str:
        """Return only the number of merges, since there can be a hundred thousand."""
        return f"<{type(self).__name__}, {len(self.made_ids):,} rules>"


@dataclass(frozen=True, eq=False, repr=False)
class MergeRules(Rules):
    """Merges (pair, new id) in the order of their ranks, over a base vocabulary.

    >>> from bpe_core import train
    >>> history = train("low low low", recipe="gpt2", num_merges=2)
    >>> rules = MergeRules(tuple((merge.pair, merge.new_id) for merge in history.merges), history.base)
    >>> rules.merges, rules.rank_of(256, 119), rules.parts(257)
    ((((108, 111), 256), ((256, 119), 257)), 1, (256, 119))
    """

    merges: tuple[tuple[Pair, int], ...]
    base: BaseVocabulary

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        """The bytes of every base unit, special token of the recipe, and merged token.

        Raises `BpeError` for a merge of an id that does not exist yet, and for an id that two different
        tokens have.
        """
        vocab = dict(self.base.vocab)
        for number, ((left, right), new_id) in enumerate(self.merges):
            if left not in vocab or right not in vocab:
                lacking = right if left in vocab else left
                raise BpeError(
                    f"Merge {number} uses the id {lacking}, which belongs to no byte and no earlier merge."
                )
            token = vocab[left] + vocab[right]
            if vocab.setdefault(new_id, token) != token:
                raise BpeError(f"Merge {number} makes the id {new_id}, which another token already has.")
        return vocab

    @cached_property
    def new_ids(self) -> Sequence[int]:
        return [new_id for _, new_id in self.merges]

    @cached_property
    def whole_chunks(self) -> Mapping[bytes, int]:
        """Empty: with a list of merges, whole chunks are not looked up."""
        return {}

    @cached_property
    def made(self) -> MadeTokens:
        """The merges as columns; a merge that is listed twice appears twice."""
        return MadeTokens(self.made_ids, np.arange(len(self.merges)), self.known_pairs)

    @property
    def made_ids(self) -> npt.NDArray[np.int64]:
        return np.array(self.new_ids, np.int64)

    @property
    def known_pairs(self) -> npt.NDArray[np.int64]:
        return np.array([pair for pair, _ in self.merges], np.int64).reshape(-1, 2)

    def merge(self, ids: Iterable[int]) -> list[int]:
        """Return what the base ids of one chunk merge to by lowest rank."""
        if native.library and self._native:
            return self._native.merge(ids)
        return merged_ids(list(ids), self.rank_of, self.new_ids, order="lowest-rank")

    @cached_property
    def _native(self) -> NativeEncoder | None:
        """The encoder in C; None if an id is too large for it."""
        try:
            return NativeEncoder([0] * 256, self.made_ids, pairs=self.known_pairs)
        except ValueError:
            return None

    def rank_of(self, left: int, right: int) -> int | None:
        return self._rank_by_pair.get((left, right))

    @cached_property
    def made_in_several_ways(self) -> frozenset[int]:
        ways = Counter(new_id for _, new_id in dict.fromkeys(self.merges))
        return frozenset(token_id for token_id, number in ways.items() if number > 1)

    def rank_of_token(self, token_id: int) -> int | None:
        pair = self.parts(token_id)
        return None if pair is None else self._rank_by_pair[pair]

    def parts(self, token_id: int) -> Pair | None:
        if token_id in self.made_in_several_ways and token_id not in self._last_pairs:
            ids, applied = apply_by_lowest_rank(self._units(token_id), self.rank_of, self.new_ids)
            own = applied[-1].pair if applied and ids == [token_id] else self._parts[token_id]
            self._last_pairs[token_id] = own
        return self._last_pairs.get(token_id) or self._parts.get(token_id)

    def _units(self, token_id: int) -> list[int]:
        """Return the ids from which merges make a token; only the token if its merges go round in a circle."""
        units, waiting = [], [token_id]
        # A tree has fewer than twice as many nodes as leaves. In a file with prefixes or empty tokens, the parts of a
        # token may contain the token.
        for _ in range(2 * len(self.vocab[token_id])):
            token = waiting.pop()
            pair = self._parts.get(token)
            if pair is None:
                units.append(token)
            else:
                waiting += reversed(pair)
            if not waiting:
                return units
        return [token_id]

    @cached_property
    def _rank_by_pair(self) -> dict[Pair, int]:
        # A pair can be learned twice if equal strings are one token; it keeps its first rank.
        ranks: dict[Pair, int] = {}
        for rank, (pair, _) in enumerate(self.merges):
            ranks.setdefault(pair, rank)
        return ranks

    @cached_property
    def _last_pairs(self) -> dict[int, Pair]:
        """The parts of tokens that several pairs make, as far as they were asked for."""
        return {}

    @cached_property
    def _parts(self) -> dict[int, Pair]:
        parts: dict[int, Pair] = {}
        for pair, new_id in self.merges:
            parts.setdefault(new_id, pair)
        return parts


@dataclass(frozen=True, eq=False, repr=False)
class RankTable(Rules):
    """tiktoken's table: bytes of each token -> its rank, which is also its id.

    `recovered_merges` int32, two columns, has the pair of ids that makes each token, in the order of the
    ranks. If it is None, the pairs are recovered on first use, which takes seconds. Raises `BpeError` if one
    of the 256 single bytes is missing.

    >>> table = RankTable({bytes([byte]): byte for byte in range(256)} | {b"lo": 256, b"low": 257})
    >>> table.rank_of(256, 119), table.parts(257), table.new_ids[257]
    (257, (256, 119), 257)
    """

    mergeable_ranks: Mapping[bytes, int]
    recovered_merges: IntArray | None = None

    def __post_init__(self) -> None:
        missing = [byte for byte in range(256) if bytes([byte]) not in self.mergeable_ranks]
        if missing:
            raise BpeError(f"The table of ranks lacks the single byte 0x{missing[0]:02X}.")

    def __eq__(self, other: object) -> bool:
        """Return whether the tables are equal; equal tables have equal recovered merges."""
        if not isinstance(other, RankTable):
            return NotImplemented
        return self is other or self.mergeable_ranks == other.mergeable_ranks

    def __hash__(self) -> int:
        return hash(RankTable)

    @cached_property
    def id_of_byte(self) -> dict[int, int]:
        """The ids of the 256 single bytes."""
        return {byte: self.mergeable_ranks[bytes([byte])] for byte in range(256)}

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        return {rank: token for token, rank in self.mergeable_ranks.items()}

    @cached_property
    def new_ids(self) -> Sequence[int]:
        return range(max(self.mergeable_ranks.values()) + 1)

    @cached_property
    def whole_chunks(self) -> Mapping[bytes, int]:
        """The whole table: tiktoken looks up the whole chunk before it merges."""
        return self.mergeable_ranks

    @cached_property
    def made(self) -> MadeTokens:
        """The tokens longer than a byte, in the order of their ranks, and their pairs."""
        pairs = self.recovered_merges
        if pairs is None:
            pairs = self.quickly_recovered
        if pairs is None:
            found = [self.parts(token_id) or (-1, -1) for token_id in self.made_ids.tolist()]
            pairs = np.array(found, np.int32).reshape(-1, 2)
        return MadeTokens(self.made_ids, self.made_ids, pairs.astype(np.int64))

    @cached_property
    def quickly_recovered(self) -> IntArray | None:
        """The same pairs as `recovered_merges`, computed in C; None without C, or if an id is too large."""
        if not native.library:
            return None
        tokens = [self.vocab[token_id] for token_id in self.made_ids.tolist()]
        try:
            return NativeEncoder(list(self.id_of_byte.values()), self.made_ids, tokens=tokens).pairs
        except ValueError:
            return None

    @property
    def made_ids(self) -> npt.NDArray[np.int64]:
        """The ids of the tokens longer than a byte."""
        ids = np.sort(np.fromiter(self.mergeable_ranks.values(), np.int64))
        return ids[~np.isin(ids, list(self.id_of_byte.values()))]

    @property
    def known_pairs(self) -> IntArray | None:
        return self.recovered_merges

    def rank_of(self, left: int, right: int) -> int | None:
        vocab = self.vocab
        return self.mergeable_ranks.get(vocab[left] + vocab[right])

    def rank_of_token(self, token_id: int) -> int | None:
        return token_id if len(self.vocab.get(token_id, b"")) > 1 else None

    def parts(self, token_id: int) -> Pair | None:
        """Return the pair that is left when a token's bytes are merged by all lower ranks.

        None for a single byte, for an unknown id, and if more than two tokens are left: then no merge can
        make the token.
        """

        def lower(left: int, right: int) -> int | None:
            rank = self.rank_of(left, right)
            return rank if rank is not None and rank < token_id else None

        ids, _ = self._merged(token_id, lower)
        return (ids[0], ids[1]) if len(ids) == 2 else None

    def last_pair(self, token_id: int) -> Pair | None:
        """Return the last pair merged when a token's bytes are encoded alone; None if another token results.

        Unlike in `parts`, a token of the pair may have a higher rank than the token itself.

        >>> table = RankTable({bytes([byte]): byte for byte in range(256)} | {b"low": 256, b"ow": 257})
        >>> table.parts(256), table.last_pair(256)
        (None, (108, 257))
        """
        ids, applied = self._merged(token_id, self.rank_of)
        return applied[-1].pair if applied and ids == [token_id] else None

    def _merged(self, token_id: int, rank_of: RankOf) -> tuple[list[int], list[AppliedMerge]]:
        units = [self.id_of_byte[byte] for byte in self.vocab.get(token_id, b"")]
        return apply_by_lowest_rank(units, rank_of, self.new_ids)
