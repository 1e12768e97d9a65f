"""Expensive work is done one piece at a time; the addresses that request it take turns."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from explorer_ui.present.classroom.questions import ClassError

RESTS = 3
"""The rest after a piece of work, in multiples of its time, so that endless requests cannot occupy a processor."""

MAX_IN_LINE = 40
"""The maximum number of requests of one address that wait: one for each class that can be open."""


class Turns:
    """One piece of work at a time; next is the request with the fewest of its own address before it."""

    def __init__(self) -> None:
        self._busy = False
        self._waiting: list[tuple[int, str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the address's turn; raises `ClassError` if too many of its requests are waiting."""
        loop = asyncio.get_running_loop()
        if self._busy:
            before = sum(other == address for _, other, _ in self._waiting)
            if before >= MAX_IN_LINE:
                raise ClassError("Too many requests from your address are waiting. Try again later.")
            mine: asyncio.Future[None] = loop.create_future()
            self._waiting.append((before, address, mine))
            try:
                await mine
            except asyncio.CancelledError:
                # Its turn had come, so nobody else would pass it on.
                if not mine.cancelled():
                    self._release()
                raise
        self._busy = True
        began = time.perf_counter()
        try:
            yield
        finally:
            loop.call_later(RESTS * (time.perf_counter() - began), self._release)

    def _release(self) -> None:
        self._waiting = [one for one in self._waiting if not one[2].cancelled()]
        self._busy = bool(self._waiting)
        if self._waiting:
            first = min(range(len(self._waiting)), key=lambda index: self._waiting[index][0])
            self._waiting.pop(first)[2].set_result(None)
