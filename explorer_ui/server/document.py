"""Streamlit's only HTML document, with the style sheet of the page shell inserted.

If the sheet were sent with the page, as an element of it, it would arrive after the layout, and everything
would move.
"""

import gzip
from pathlib import Path

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_DOCUMENT = Path(st.__path__[0]) / "static" / "index.html"
_STYLE = Path(__file__).parents[1] / "shell" / "page.css"


class StyledDocument:
    """Middleware that adds the style sheet to the end of the document, after all of Streamlit's own styles."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        document = _DOCUMENT.read_bytes()
        before, end, after = document.rpartition(b"</body>")
        self._length = str(len(document))
        self._styled = b"".join((before, b"<style>", _STYLE.read_bytes(), b"</style>", end, after))
        self._packed = gzip.compress(self._styled)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, adding the style sheet to the document."""
        asked = Headers(scope=scope) if scope["type"] == "http" else Headers()
        if "text/html" not in asked.get("accept", ""):
            await self._app(scope, receive, send)
            return
        packed = "gzip" in asked.get("accept-encoding", "")
        body = self._packed if packed else self._styled
        styled = False

        async def send_styled(message: Message) -> None:
            nonlocal styled
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                styled = headers.get("content-length") == self._length
                if styled:
                    headers["content-length"] = str(len(body))
                    if packed:
                        headers["content-encoding"] = "gzip"
                    # They are valid only for the document without the sheet.
                    del headers["etag"]
                    del headers["last-modified"]
            elif styled and message["type"] == "http.response.body" and scope["method"] == "GET":
                message = {**message, "body": b"" if message.get("more_body") else body}
            await send(message)

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": plain}, receive, send_styled)
