"""Converts ids to bytes, and finds the characters of the text that each token belongs to."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Literal, Protocol

import numpy as np

from bpe_core.pipeline.decoders import ByteLevel, Decoder, decode_tokens, may_change
from bpe_core.types import NotFoundError

_BLOCK = 10_000  # tokens


class UnknownIdError(NotFoundError):
    """An id that is not in the vocabulary; `token_id` is the id, `position` its index in the list, from 0.

    >>> print(UnknownIdError(7, 2))
    The id 7 at position 2 is not in the vocabulary.
    """

    def __init__(self, token_id: int, position: int) -> None:
        super().__init__(f"The id {token_id} at position {position} is not in the vocabulary.")
        self.token_id = token_id
        self.position = position


class UnknownTokenError(NotFoundError):
    """No token has this text or these bytes; the attribute `token` holds them.

    >>> print(UnknownTokenError(b" lowe"))
    No token is spelled b' lowe'.
    """

    def __init__(self, token: str | bytes) -> None:
        super().__init__(f"No token is spelled {token!r}.")
        self.token = token


def checked_ids(ids: Iterable[int]) -> list[int]:
    """Return ids as a list; raises `TypeError` for a single number, a float, a bool or a string.

    >>> checked_ids(iter([5, 6]))
    [5, 6]
    """
    if not isinstance(ids, Iterable):
        raise TypeError(f"ids must be whole numbers in a list, not {type(ids).__name__}")
    listed = list(ids)
    for kind in set(map(type, listed)):
        if issubclass(kind, bool) or not issubclass(kind, int | np.integer):
            raise TypeError(f"ids must be whole numbers, not {kind.__name__}")
    return listed


def checked_count(number: int, name: str, *, least: int = 0) -> int:
    """Return a number unchanged; raises `TypeError` for a bool or a non-integer, `ValueError` below `least`.

    >>> checked_count(5, "max_tokens")
    5
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} must be a whole number, not {type(number).__name__}")
    if number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    return number


def bytes_of_ids(ids: Iterable[int], vocab: Mapping[int, bytes]) -> list[bytes]:
    """Return the bytes of each id; raises `UnknownIdError` for an unknown id, `TypeError` for a non-integer.

    >>> bytes_of_ids([1, 0, 1], {0: b" ", 1: b"low"})
    [b'low', b' ', b'low']
    """
    listed = checked_ids(ids)
    try:
        return list(map(vocab.__getitem__, listed))
    except KeyError:
        position = next(at for at, token_id in enumerate(listed) if token_id not in vocab)
        raise UnknownIdError(listed[position], position) from None


def join_bytes(tokens: Iterable[bytes]) -> bytes:
    """Join tokens block by block, since `bytes.join` needs 80 bytes of temporary memory per token.

    >>> join_bytes([b"low", b"", b"er"])
    b'lower'
    """
    joined, rest = bytearray(), iter(tokens)
    while block := list(islice(rest, _BLOCK)):
        joined += b"".join(block)
    return bytes(joined)


class TokenDecoder(Protocol):
    """Decodes ids to a text."""

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        """Return the text in UTF-8, or invalid bytes, without special tokens if `skip_special` is true.

        Raises `UnknownIdError` for an unknown id.
        """


@dataclass(frozen=True, slots=True)
class BytesDecoder:
    """Decodes ids by joining their bytes.

    >>> BytesDecoder({0: b" ", 1: b"low", 2: b"<e>"}, frozenset({2})).decode_bytes([1, 2, 0], skip_special=True)
    b'low '
    """

    vocab: Mapping[int, bytes]
    special_ids: AbstractSet[int]

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        if skip_special:
            ids = [token_id for token_id in checked_ids(ids) if token_id not in self.special_ids]
        return join_bytes(bytes_of_ids(ids, self.vocab))


@dataclass(frozen=True, slots=True)
class StringsDecoder:
    """Decodes ids by looking up their strings and passing these through a chain of decoders.

    >>> decoder = StringsDecoder({0: "Ġlow", 1: "er"}, {}, frozenset(), [ByteLevel()])
    >>> decoder.decode_bytes([0, 1], skip_special=False)
    b' lower'
    """

    string_of_id: Mapping[int, str]
    vocab: Mapping[int, bytes]
    special: AbstractSet[str]
    decoders: Sequence[Decoder]

    def decode_bytes(self, ids: Iterable[int], *, skip_special: bool) -> bytes:
        """Return the text that the decoders make; if they make bytes, these may be invalid UTF-8.

        Raises `BpeError` if a decoder is not supported.
        """
        strings = self._strings_of(ids, self.special if skip_special else frozenset())
        *before, last = self.decoders
        strings = decode_tokens(before, strings)
        if isinstance(last, ByteLevel):
            return last.as_bytes(strings)
        return "".join(decode_tokens([last], strings)).encode("utf-8")

    def may_change(self, ids: Sequence[int]) -> bool:
        """Return whether the text up to the last of some ids may change when others follow."""
        return may_change(self.decoders, self._strings_of(ids, frozenset())[-1])

    def _strings_of(self, ids: Iterable[int], left_out: AbstractSet[str]) -> list[str]:
        strings = []
        for position, token_id in enumerate(checked_ids(ids)):
            string = self.string_of_id.get(token_id)
            if string is None:
                if token_id not in self.vocab:
                    raise UnknownIdError(token_id, position)
                # SentencePiece never finds a piece of type "unknown" in a text, so such a piece has no
                # string.
                string = self.vocab[token_id].decode("utf-8")
            if string not in left_out:
                strings.append(string)
        return strings


def offsets_of_tokens(tokens: Sequence[bytes]) -> list[int]:
    r"""Return, for each token, the index of the character that contains its first byte, as tiktoken does.

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


def spans_of_tokens(tokens: Sequence[bytes], unit: Literal["characters", "bytes"]) -> list[tuple[int, int]]:
    r"""Return where each token begins and ends, in bytes or in characters.

    Raises `ValueError` for any other `unit`.

    >>> spans_of_tokens([b"a", b"\xc3", b"\xa9b"], "characters"), spans_of_tokens([b"a", b"\xc3\xa9"], "bytes")
    ([(0, 1), (1, 2), (1, 3)], [(0, 1), (1, 3)])
    """
    if unit == "bytes":
        return list(pairwise(accumulate(map(len, tokens), initial=0)))
    if unit != "characters":
        raise ValueError(f"unit must be 'characters' or 'bytes', not {unit!r}")
    begun = accumulate(sum(not 0x80 <= byte < 0xC0 for byte in token) for token in tokens)
    starts = offsets_of_tokens(tokens)
    return [(start, max(start, end)) for start, end in zip(starts, begun, strict=True)]


def whole_characters(tokens: Sequence[bytes], count: int) -> int:
    r"""Return how many of the first `count` tokens can be kept without splitting a character at the end.

    >>> whole_characters([b"a", b"\xc3", b"\xa9"], 2), whole_characters([b"a", b"\xc3", b"\xa9"], 3)
    (1, 3)
    """
    while 0 < count < len(tokens) and b"\x80" <= tokens[count][:1] < b"\xc0":
        count -= 1
    return count
