"""Limits the bytes that wait for a browser that reads slowly: Streamlit limits only the number of messages."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.web.server.starlette import starlette_websocket

MAX_WAITING = 20_000_000
"""The maximum number of bytes waiting for one browser; a page with the longest text takes a quarter at most."""

_TRY_AGAIN = 1013


class _CountedQueue(asyncio.Queue[bytes]):
    """A queue of messages that counts its bytes."""

    size_in_bytes = 0

    def _put(self, item: bytes) -> None:
        self.size_in_bytes += len(item)
        super()._put(item)

    def _get(self) -> bytes:
        item = super()._get()
        self.size_in_bytes -= len(item)
        return item


class BoundedClient(starlette_websocket.StarletteSessionClient):
    """Streamlit's connection to one browser, which is closed when too many bytes wait for it.

    The waiting messages are dropped. The browser reconnects to the same session and gets the whole page
    again.
    """

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        # The sending task starts with the next iteration of the event loop, so it uses only this queue.
        self._send_queue: _CountedQueue = _CountedQueue(self._send_queue.maxsize)

    @property
    def waiting(self) -> int:
        """How many bytes wait to be sent."""
        return self._send_queue.size_in_bytes

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Queue a message, of any length if the queue is empty; raises `SessionClientDisconnectedError` if too much waits."""
        try:
            if self.waiting and self.waiting + msg.ByteSize() > MAX_WAITING:
                raise SessionClientDisconnectedError
            super().write_forward_msg(msg)
        except SessionClientDisconnectedError:
            self._give_up()
            raise

    def _give_up(self) -> None:
        if self._sender_task.cancel():
            self._closing = asyncio.create_task(self._close())
        self._closed.set()
        while not self._send_queue.empty():
            self._send_queue.get_nowait()

    async def _close(self) -> None:
        # Either side may have closed the connection already.
        with suppress(RuntimeError, WebSocketDisconnect):
            await self._websocket.close(_TRY_AGAIN)


def bound_what_waits() -> None:
    """Make Streamlit use `BoundedClient` for its connections."""
    starlette_websocket.StarletteSessionClient = BoundedClient  # type: ignore[misc]
