"""Ids to bytes, and bytes to the characters in which they lie."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from bpe_core.types import BpeError


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
