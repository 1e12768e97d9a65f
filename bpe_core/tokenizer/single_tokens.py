"""Looks up single tokens by text or bytes, and checks numbers that callers pass."""

from collections.abc import Mapping

from bpe_core.types import BpeError

_END_OF_TEXT = "<|endoftext|>"


class UnknownTokenError(BpeError, KeyError):
    """No token has this text or these bytes; the attribute `token` holds them.

    >>> print(UnknownTokenError(b" lowe"))
    No token is spelled b' lowe'.
    """

    def __init__(self, token: str | bytes) -> None:
        super().__init__(f"No token is spelled {token!r}.")
        self.token = token

    def __str__(self) -> str:
        """Return only the sentence: KeyError would put it in quotes."""
        return str(self.args[0])


def id_of(
    text_or_bytes: str | bytes, id_of_bytes: Mapping[bytes, int], special_tokens: Mapping[str, int]
) -> int:
    """Return the id of the token with a given text or bytes, special or not.

    Raises `UnknownTokenError` if there is none, and `TypeError` for another type.

    >>> id_of("low", {b"low": 7}, {"<e>": 8}), id_of(b"<e>", {b"low": 7}, {"<e>": 8})
    (7, 8)
    """
    if not isinstance(text_or_bytes, str | bytes):
        raise TypeError(f"a token must be a str or bytes, not {type(text_or_bytes).__name__}")
    token = text_or_bytes.encode("utf-8", "replace") if isinstance(text_or_bytes, str) else text_or_bytes
    found = id_of_bytes.get(token)
    if found is None:
        found = special_tokens.get(token.decode("utf-8", "replace"))
    if found is None:
        raise UnknownTokenError(text_or_bytes)
    return found


def end_of_text(special_tokens: Mapping[str, int]) -> int:
    """Return the id of the special token that ends a text; raises `UnknownTokenError` if there is none.

    >>> end_of_text({"<|endoftext|>": 50256})
    50256
    """
    if _END_OF_TEXT not in special_tokens:
        raise UnknownTokenError(_END_OF_TEXT)
    return special_tokens[_END_OF_TEXT]


def checked_count(number: int, name: str) -> int:
    """Return a number unchanged; raises `TypeError` for a bool or a non-integer, `ValueError` below 0.

    >>> checked_count(5, "max_tokens")
    5
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} must be a whole number, not {type(number).__name__}")
    if number < 0:
        raise ValueError(f"{name} must be at least 0, got {number}")
    return number
