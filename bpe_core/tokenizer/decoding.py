"""Ids to bytes, and bytes to the characters in which they lie."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import numpy as np

from bpe_core.pipeline.decoders import ByteLevel, Decoder, decode_tokens
from bpe_core.types import BpeError

_BLOCK = 10_000  # tokens


class UnknownIdError(BpeError, KeyError):
    """An id that the vocabulary lacks; `token_id` is the id, `position` its index in the list, from 0.

    >>> print(UnknownIdError(7, 2))
    The id 7 at position 2 is not in the vocabulary.
    """

    def __init__(self, token_id: int, position: int) -> None:
        super().__init__(f"The id {token_id} at position {position} is not in the vocabulary.")
        self.token_id = token_id
        self.position = position

    def __str__(self) -> str:
        """Return the sentence alone: KeyError would put it in quotes."""
        return str(self.args[0])


def checked_ids(ids: Iterable[int]) -> list[int]:
    """Return ids as a list; raises `TypeError` for what is not a whole number: a float, a truth value, a string.

    >>> checked_ids(iter([5, 6]))
    [5, 6]
    """
    listed = list(ids)
    for kind in set(map(type, listed)):
        if issubclass(kind, bool) or not issubclass(kind, int | np.integer):
            raise TypeError(f"ids must be whole numbers, not {kind.__name__}")
    return listed


def bytes_of_ids(ids: Iterable[int], vocab: Mapping[int, bytes]) -> list[bytes]:
    """Return the bytes of each id; raises `UnknownIdError` for an id that the vocabulary lacks, `TypeError` for none.

    >>> bytes_of_ids([1, 0, 1], {0: b" ", 1: b"low"})
    [b'low', b' ', b'low']
    """
    tokens = []
    for position, token_id in enumerate(checked_ids(ids)):
        token = vocab.get(token_id)
        if token is None:
            raise UnknownIdError(token_id, position)
        tokens.append(token)
    return tokens


def join_bytes(tokens: Iterable[bytes]) -> bytes:
    """Join tokens as `bytes.join` does, which takes 80 bytes of memory for each while it works.

    >>> join_bytes([b"low", b"", b"er"])
    b'lower'
    """
    joined, rest = bytearray(), iter(tokens)
    while block := list(islice(rest, _BLOCK)):
        joined += b"".join(block)
    return bytes(joined)


class TokenDecoder(Protocol):
    """What makes a text of ids."""

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        """Return the text in UTF-8, or bytes that are none; raises `UnknownIdError` for an id that is not there."""


@dataclass(frozen=True, slots=True)
class BytesDecoder:
    """The text of ids is that of their bytes, one after the other.

    >>> BytesDecoder({0: b" ", 1: b"low", 2: b"<e>"}, frozenset({2})).decode_bytes([1, 2, 0], skip_special=True)
    b'low '
    """

    vocab: Mapping[int, bytes]
    special_ids: AbstractSet[int]

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        """Return the bytes of all ids, or of those that are not special."""
        if skip_special:
            ids = [token_id for token_id in checked_ids(ids) if token_id not in self.special_ids]
        return join_bytes(bytes_of_ids(ids, self.vocab))


@dataclass(frozen=True, slots=True)
class StringsDecoder:
    """The text of ids is what a chain of decoders makes of their strings, which are those of the vocabulary.

    >>> decoder = StringsDecoder({0: "Ġlow", 1: "er"}, {}, frozenset(), [ByteLevel()])
    >>> decoder.decode_bytes([0, 1], skip_special=False)
    b' lower'
    """

    string_of_id: Mapping[int, str]
    vocab: Mapping[int, bytes]
    special: AbstractSet[str]
    decoders: Sequence[Decoder]

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        """Return the text as the decoders make it; where they make bytes, also broken characters.

        Raises `BpeError` where a decoder cannot be followed.
        """
        strings = self._strings_of(ids, self.special if skip_special else frozenset())
        *before, last = self.decoders
        strings = decode_tokens(before, strings)
        if isinstance(last, ByteLevel):
            return last.as_bytes(strings)
        return "".join(decode_tokens([last], strings)).encode("utf-8")

    def _strings_of(self, ids: Iterable[int], left_out: AbstractSet[str]) -> list[str]:
        strings = []
        for position, token_id in enumerate(checked_ids(ids)):
            string = self.string_of_id.get(token_id)
            if string is None:
                if token_id not in self.vocab:
                    raise UnknownIdError(token_id, position)
                string = self.vocab[token_id].decode("utf-8")  # SentencePiece looks no unknown token up
            if string not in left_out:
                strings.append(string)
        return strings


def offsets_of_tokens(tokens: Sequence[bytes]) -> list[int]:
    r"""Return, for each token, the index of the character in which its first byte lies, as tiktoken does.

    >>> offsets_of_tokens([b"a", b"\xc3", b"\xa9b"])
    [0, 1, 1]
    """
    offsets = []
    characters = 0
    for token in tokens:
        begins_inside = bool(token) and 0x80 <= token[0] < 0xC0
        offsets.append(max(0, characters - begins_inside))
        characters += sum(not 0x80 <= byte < 0xC0 for byte in token)
    return offsets
