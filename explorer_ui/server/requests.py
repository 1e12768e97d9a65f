"""Limits for requests: the size of a body, and which of Streamlit's addresses are closed."""

import os
import re
from collections.abc import Iterator

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.server.class_routes import MAX_TOLD
from explorer_ui.server.uploads import UPLOADS

MAX_BODY = 65_536
"""The longest body of a request, in bytes, unless it is an upload."""

MAX_MESSAGE = 20_000_000
"""The longest message of a browser, in bytes: its boxes contain no more, see `parts.text_box.paste_guard`."""

MAX_PART = 65_536
"""The part of a response that is sent at once, in bytes: for a client that does not read, only that much is buffered."""

METRICS = "BPE_EXPLORER_METRICS"
"""The environment variable that opens `/_stcore/metrics` (if set to `open`), which reports the number of
visitors.
"""

# A teacher's scene and results may be larger; their routes reject them with a clear message before this limit applies.
_MAX_TOLD = MAX_TOLD + MAX_BODY
_TOLD = re.compile(r".*/class/[A-Z]{6}/(?:tell|results)")

# Streamlit's addresses for agents and for signing in; the app uses neither.
_CLOSED = ("/_stcore/agent", "/auth/login", "/auth/logout", "/oauth2callback")
_METRICS = "/_stcore/metrics"


class BodyTooLargeError(Exception):
    """The body of a request exceeded its limit."""


class RequestLimits:
    """Middleware that rejects closed addresses (404) and bodies over `MAX_BODY` (413)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or reject it."""
        if scope["type"] == "websocket":
            await self._app(scope, _within_message(receive), send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if any(closed in scope["path"] for closed in _closed()):
            await PlainTextResponse("This address is disabled.", 404)(scope, receive, send)
            return
        most = _longest_body(scope["path"])
        begun = False
        taken = 0

        async def receive_within_limit() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise BodyTooLargeError
            return message

        async def send_and_note(message: Message) -> None:
            nonlocal begun
            begun = True
            for part in _in_parts(message):
                await send(part)

        try:
            await self._app(scope, receive_within_limit, send_and_note)
        except ClientDisconnect:
            # The client has disconnected during the request and gets no response; the server would log a
            # traceback.
            pass
        except BodyTooLargeError:
            if not begun:
                refusal = PlainTextResponse(f"The limit is {most:,} bytes.", 413)
                await refusal(scope, receive, send)


def _longest_body(path: str) -> float:
    if UPLOADS in path:
        return float("inf")  # checked by `UploadLimits`
    return _MAX_TOLD if _TOLD.fullmatch(path) else MAX_BODY


def _in_parts(message: Message) -> Iterator[Message]:
    body = message.get("body", b"")
    if len(body) <= MAX_PART:
        yield message
        return
    for start in range(0, len(body), MAX_PART):
        more = message.get("more_body", False) or start + MAX_PART < len(body)
        yield {**message, "body": body[start : start + MAX_PART], "more_body": more}


def _within_message(receive: Receive) -> Receive:
    async def receive_message() -> Message:
        message = await receive()
        if message.get("text") is not None:
            # Streamlit's own messages are bytes; a text message would be logged with a traceback.
            return {
                "type": "websocket.disconnect",
                "code": 1003,
                "reason": "Only binary messages are accepted.",
            }
        if len(message.get("bytes") or b"") > MAX_MESSAGE:
            # The server does this only above `server.maxMessageSize`, which is meant for messages to the browser.
            return {"type": "websocket.disconnect", "code": 1009, "reason": "The message is too long."}
        return message

    return receive_message


def _closed() -> Iterator[str]:
    yield from _CLOSED
    if os.environ.get(METRICS) != "open":
        yield _METRICS
