"""How what a teacher does reaches all who wait for it, no faster than they can be told."""

import asyncio

SECONDS_PER_FOLLOWER = 0.0001
"""Between two messages to everybody lies this much for each: all classes together take no whole processor."""


class News:
    """The last message of a class, for any number who wait for the next.

    Who is slow misses what was said between and hears the last: no message is queued for anybody. `listeners` is kept
    by whoever lets them in.
    """

    def __init__(self) -> None:
        self.over = False
        self.listeners = 0
        self._message = b""
        self._waiting: set[asyncio.Future[None]] = set()
        self._told = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, message: bytes) -> None:
        """Tell everybody, at once or when the last message has had its time."""
        self._message = message
        if self._timer is None:
            loop = asyncio.get_running_loop()
            due = self._told + self.listeners * SECONDS_PER_FOLLOWER
            self._timer = loop.call_at(max(due, loop.time()), self._wake)

    def end(self, message: bytes) -> None:
        """Tell everybody a last message."""
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


def _wake_one(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
