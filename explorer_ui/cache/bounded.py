"""Results that are computed once and shared by all sessions: one cache, bounded in bytes.

Nothing in `explorer_ui` is cached in any other way, so the limit applies to everything together. The key of a
value contains everything that the value is computed from.
"""

import functools
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, ParamSpec, TypeVar
from weakref import ref

from explorer_ui.cache.memory import within_memory
from explorer_ui.cache.sizes import size_in_bytes

MAX_CACHE = 512_000_000
"""The size limit for all shared values in bytes, if there is enough memory; the least recently used are evicted first."""

MAX_UNUSED = 64_000_000
"""The size limit, in bytes, for values that nobody has used for `UNUSED_SECONDS`."""

UNUSED_SECONDS = 300.0

Value = TypeVar("Value")
Parameters = ParamSpec("Parameters")


@dataclass(slots=True)
class _Entry:
    value: Any
    size: int
    used: float
    uses: int = 0

    def is_to_be_measured(self) -> bool:
        # A tokenizer grows as it is used: mostly at first, and within limits, since the engine bounds its
        # caches.
        return self.uses & (self.uses - 1) == 0 or self.uses % 64 == 0


class BoundedCache:
    """An LRU cache: the least recently used values are evicted when all together exceed `max_bytes`.

    A value that exceeds the limit by itself is not cached. Sizes, including that of the key, are measured
    when a value is put, and again as it is used, since values may have caches of their own.

    >>> cache = BoundedCache(max_bytes=2_500)
    >>> cache.put("a", b"x" * 1_000); cache.put("b", b"y" * 1_000); cache.put("c", b"z" * 1_000)
    >>> cache.get("a"), cache.get("c") == b"z" * 1_000
    (None, True)
    """

    def __init__(self, *, max_bytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_bytes, self._clock = max_bytes, clock
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._size = 0
        # Keys to be removed. A weak reference may end at any moment, even while the lock is held.
        self._ended: deque[Hashable] = deque()
        self._lock = Lock()

    @property
    def size(self) -> int:
        """The size of all values together, in bytes."""
        with self._lock:
            self._drop_ended()
            return self._size

    def __len__(self) -> int:
        with self._lock:
            self._drop_ended()
            return len(self._entries)

    def get(self, key: Hashable) -> Any:
        """Return the value of a key, or None if it is not in the cache."""
        with self._lock:
            self._drop_ended()
            kept = self._entries.get(key)
            if kept is None:
                return None
            self._entries.move_to_end(key)
            kept.uses, kept.used = kept.uses + 1, self._clock()
        if kept.is_to_be_measured():
            size = size_in_bytes((key, kept.value))
            with self._lock:
                if self._entries.get(key) is kept:
                    self._size += size - kept.size
                    kept.size = size
                    self._make_room()
        return kept.value

    def put(self, key: Hashable, value: object) -> None:
        """Store a value, replacing any previous one."""
        size = size_in_bytes((key, value))
        with self._lock:
            self._drop_ended()
            self._drop(key)
            self._entries[key] = _Entry(value, size, self._clock())
            self._size += size
            self._make_room()

    def end(self, key: Hashable, _gone: object = None) -> None:
        """Mark a key for removal at the next use of the cache; safe at any moment, as in the callback of a weak reference."""
        self._ended.append(key)

    def drop_unused(self, *, seconds: float = UNUSED_SECONDS, most: int = MAX_UNUSED) -> None:
        """Evict values unused for `seconds`, the least recently used first, until they take at most `most` bytes."""
        before = self._clock() - seconds
        with self._lock:
            self._drop_ended()
            while self._size > most and next(iter(self._entries.values())).used < before:
                self._drop(next(iter(self._entries)))

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def _make_room(self) -> None:
        while self._size > self._max_bytes:
            self._drop(next(iter(self._entries)))

    def _drop_ended(self) -> None:
        while self._ended:
            self._drop(self._ended.popleft())

    def _drop(self, key: Hashable) -> None:
        gone = self._entries.pop(key, None)
        if gone is not None:
            self._size -= gone.size


CACHE = BoundedCache(max_bytes=within_memory(MAX_CACHE))
"""The cache that all sessions share."""


def cached(function: Callable[Parameters, Value]) -> Callable[Parameters, Value]:
    """Decorate a pure function: the result for the same arguments is computed once, while the cache has room.

    The arguments must be hashable; the value is shared, so nobody may change it.

    >>> @cached
    ... def length(text: str) -> list[int]:
    ...     return [len(text)]
    >>> length("abc") is length("abc")
    True
    """

    @functools.wraps(function)
    def once(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Value:
        key = (function.__module__, function.__qualname__, args, tuple(sorted(kwargs.items())))
        kept = CACHE.get(key)
        if kept is None:
            kept = (function(*args, **kwargs),)
            CACHE.put(key, kept)
        value: Value = kept[0]
        return value

    return once


def cached_with(owner: object, name: Hashable, make: Callable[[], Value]) -> Value:
    """Return a value derived from an object: it is computed once, and evicted at the latest when the object is freed.

    The owner is identified by identity, not equality. The value must not refer to the owner, or neither would
    ever be freed.

    >>> class Thing: ...
    >>> thing = Thing()
    >>> cached_with(thing, "list", lambda: [1]) is cached_with(thing, "list", lambda: [2])
    True
    """
    key = (name, id(owner))
    kept = CACHE.get(key)
    # An id is reused after its object is freed.
    if kept is not None and kept[0]() is owner:
        value: Value = kept[1]
        return value
    made = make()
    CACHE.put(key, (ref(owner, functools.partial(CACHE.end, key)), made))
    return made
