"""A connection that stays open and is counted until it ends, however it ends."""

from collections.abc import AsyncIterator, Callable, Mapping
from weakref import finalize

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send


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
