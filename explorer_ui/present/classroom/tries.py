"""Rate limits for failed attempts within a time window."""

import hashlib
import secrets
from collections import Counter


class Tries:
    """Failed attempts, per address and in total, within a time window.

    Addresses are stored as keyed digests, with a key that lives as long as this object. At most `in_all` are
    stored, because nothing is counted after that many failures.

    >>> tries = Tries(per_address=2, in_all=3, seconds=60)
    >>> for now in (0, 1):
    ...     tries.count("192.0.2.1", now=now)
    >>> tries.spent("192.0.2.1", now=2), tries.spent("192.0.2.2", now=2), tries.spent("192.0.2.1", now=60)
    (True, False, False)
    """

    def __init__(self, *, per_address: int, in_all: int, seconds: float) -> None:
        self._per_address, self._in_all, self._seconds = per_address, in_all, seconds
        self._counts: Counter[bytes] = Counter()
        self._until = float("-inf")
        self._secret = secrets.token_bytes(16)

    def spent(self, address: str, *, now: float) -> bool:
        """Return whether this address has to wait."""
        self._forget(now)
        return (
            self._counts[self._digest(address)] >= self._per_address or self._counts.total() >= self._in_all
        )

    def count(self, address: str, *, now: float) -> None:
        """Count a failed attempt."""
        if not self.spent(address, now=now):
            self._counts[self._digest(address)] += 1

    def _forget(self, now: float) -> None:
        if now >= self._until:
            self._counts.clear()
            self._until = now + self._seconds

    def _digest(self, address: str) -> bytes:
        return digest_of(address, secret=self._secret)


def digest_of(address: str, *, secret: bytes) -> bytes:
    """Return a digest to recognize an address; without the secret it reveals nothing."""
    return hashlib.blake2b(address.encode(), key=secret, digest_size=16).digest()
