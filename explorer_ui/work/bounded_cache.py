"""A cache of things that never change, shared by all sessions and bounded in size."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """The values used last; those not used for longest go when the sizes add up to more than `max_size`.

    A key must hold all that its value was made from, so that nobody can ask for what they do not have.

    >>> cache = BoundedCache(max_size=3, size_of=len)
    >>> cache.put("a", "xx"); cache.put("b", "yy")
    >>> cache.get("a"), cache.get("b")
    (None, 'yy')
    """

    def __init__(self, *, max_size: int, size_of: Callable[[Value], int]) -> None:
        self._max_size = max_size
        self._size_of = size_of
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable) -> Value | None:
        """Return the value of a key, or None if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value; the newest stays even if it alone is too large."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = value
            self._size += self._size_of(value)
            while self._size > self._max_size and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._size -= self._size_of(gone)
