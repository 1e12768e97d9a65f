"""Delivers a teacher's changes to all waiting followers, no faster than they can be sent, over connections that are counted."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from weakref import finalize

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

SECONDS_PER_FOLLOWER = 0.0001
"""The minimum delay between two broadcasts, per recipient, so that all classes together cannot take up a whole processor."""


class News:
    """The last message of a class, for any number of listeners that wait for the next one.

    A slow listener misses intermediate messages and gets the last one: messages are not queued. The code that
    admits listeners updates `listeners`.
    """

    def __init__(self) -> None:
        self.over = False
        self.listeners = 0
        self._message = b""
        self._waiting: set[asyncio.Future[None]] = set()
        self._told = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, message: bytes) -> None:
        """Send a message to everybody, at once or when the minimum delay has passed."""
        self._message = message
        if self._timer is None:
            loop = asyncio.get_running_loop()
            due = self._told + self.listeners * SECONDS_PER_FOLLOWER
            self._timer = loop.call_at(max(due, loop.time()), self._wake)

    def end(self, message: bytes) -> None:
        """Send everybody a last message."""
        self.over = True
        self.tell(message)

    async def after(self, message: bytes, *, seconds: float) -> bytes | None:
        """Return a message other than this one as soon as there is one, or None after some seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while self._timer is not None or self._message in (b"", message):
            future = loop.create_future()
            timer = loop.call_at(until, _wake_one, future)
            self._waiting.add(future)
            try:
                await future
            finally:
                self._waiting.discard(future)
                timer.cancel()
            if loop.time() >= until:
                return None
        return self._message

    def _wake(self) -> None:
        self._timer = None
        self._told = asyncio.get_running_loop().time()
        for future in self._waiting:
            _wake_one(future)


class CountedStream(StreamingResponse):
    """Server-sent events; `ended` is called once: after the last event, when the reader leaves, or if nobody reads any.

    >>> stream = CountedStream(iter([b"data: 1"]), headers={}, ended=lambda: print("ended"))
    >>> del stream
    ended
    """

    def __init__(
        self, events: AsyncIterator[bytes], *, headers: Mapping[str, str], ended: Callable[[], object]
    ) -> None:
        super().__init__(events, media_type="text/event-stream", headers=headers)
        # If a response is never sent, it is garbage-collected, and this calls `ended`.
        self._end = finalize(self, ended)
        self._end.atexit = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._end()


def _wake_one(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
