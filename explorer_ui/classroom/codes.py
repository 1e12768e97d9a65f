"""From the key in the teacher's browser to what the class is called by, and what followers show.

The server keeps no key: whoever shows one is given the code and the ticket that follow from it. So a class can be
opened again under its code by a server that has just started and knows nothing.
"""

import hashlib
import hmac
import re

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""What codes are written with: 24 letters, without I and O, which are read as figures."""

CODE_LENGTH = 6

_KEY = re.compile(r"[0-9a-f]{64}")
_CODE = re.compile(rf"[{LETTERS}]{{{CODE_LENGTH}}}")


def is_key(text: object) -> bool:
    """Return whether this can be the key of a class: 32 random bytes in lower-case hex.

    >>> is_key("ab" * 32), is_key("ab"), is_key(None)
    (True, False, False)
    """
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_code(text: str) -> bool:
    """Return whether this can be the code of a class.

    >>> is_code("BREADS"), is_code("breads"), is_code("BREAD")
    (True, False, False)
    """
    return _CODE.fullmatch(text) is not None


def code_of(key: str) -> str:
    """Return the code that follows from a key: one of 24**6 = 191,102,976.

    >>> code_of("00" * 32)
    'KELLYZ'
    """
    number = int.from_bytes(_derived(key, "code"), "big")
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def ticket_of(key: str) -> str:
    """Return what a follower shows instead of the code: too long to guess, and of no use to a teacher.

    Two keys can lead to one code. Their tickets differ, so followers never take one class for the other.
    """
    return _derived(key, "ticket").hex()[:24]


def proof_of(key: str) -> str:
    """Return what the server keeps of a key, to know it again."""
    return _derived(key, "proof").hex()


def same(one: str, other: str) -> bool:
    """Return whether two secrets are the same, in a time that does not tell how alike they are."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def _derived(key: str, use: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), use.encode("ascii"), hashlib.sha256)
