"""Derives the code of a class and the ticket of its followers from the key in the teacher's browser.

The server stores no keys: it derives code and ticket from the key in a request. So a class can be reopened
under its code on a server that has just restarted with no state.
"""

import hashlib
import hmac
import re

LETTERS = "ABCDEFGHJKLMPQRSTUWXYZ"
"""The alphabet of codes: 22 letters, without I and O, which look like digits, N (like M) and V (like U)."""

CODE_LENGTH = 6

_KEY = re.compile(r"[0-9a-f]{64}")
_CODE = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")


def is_key(text: object) -> bool:
    """Return whether a value can be the key of a class: 32 random bytes in lower-case hex.

    >>> is_key("ab" * 32), is_key("ab"), is_key(None)
    (True, False, False)
    """
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """Return whether a text can be the code of a class.

    >>> is_code("BREADS"), is_code("breads"), is_code("BREAD")
    (True, False, False)
    """
    return _CODE.fullmatch(text) is not None


def code_of(key: str) -> str:
    """Return the code derived from a key: one of 22**6 = 113,379,904.

    >>> code_of("00" * 32)
    'FPXJXL'
    """
    number = int.from_bytes(_derived(key, "code"), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def ticket_of(key: str) -> str:
    """Return the ticket that a follower shows instead of the code: too long to guess, and without a teacher's rights.

    Two keys can have the same code. Their tickets differ, so followers never mistake one class for the other.
    """
    return _derived(key, "ticket").hex()[:24]


def proof_of(key: str) -> str:
    """Return what the server stores instead of a key, to recognize the key."""
    return _derived(key, "proof").hex()


def same(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def _derived(key: str, use: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), use.encode("ascii"), hashlib.sha256)
