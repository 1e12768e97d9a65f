"""The headers of every response: what the browser may run and fetch, and who may frame the app."""

import os
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.server.first_sight import DOCUMENT_SCRIPT
from explorer_ui.visit.names import ALONE

FRAMED_BY = "BPE_EXPLORER_FRAMED_BY"
"""The environment variable with the origins that may frame the app, separated by spaces."""

_MAX_FIELDS = 1_000

_FIXED = {
    "X-Content-Type-Options": "nosniff",
    # The address contains the text.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}

# A page loads ninety such files, to which the policy of the page applies, so they get fewer and shorter headers.
_LOADED = ("text/javascript", "application/javascript", "text/css")
_FOR_LOADED = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}


def content_policy(*, inline_scripts: tuple[str, ...], framed_by: str) -> str:
    """Return a Content-Security-Policy as strict as Streamlit allows.

    Streamlit loads a component's module from a `blob:` address, inserts styles into the page, and has its own
    scripts in its only document; these are allowed by their digests.

    >>> policy = content_policy(inline_scripts=("start()",), framed_by="'none'")
    >>> policy.split("; ")[1]
    "script-src 'self' blob: 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"
    """
    digests = [
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in inline_scripts
    ]
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src", "'self'", "blob:", *digests)),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            f"frame-ancestors {framed_by}",
        )
    )


def framed_by(query: str) -> str:
    """Return who may frame an address with this query.

    The app's own origin and those in the environment variable may; without that variable, anybody may frame
    the player alone, which is meant for embedding.

    >>> framed_by("view=player&text=abc"), framed_by("text=abc"), framed_by("view=player&view=")
    ('*', "'self'", "'self'")
    """
    named = os.environ.get(FRAMED_BY, "").replace(";", " ").split()
    # As Streamlit reads a query: the last value counts, also an empty one, and all of a very long query is ignored.
    view = parse_qs(query, keep_blank_values=True).get("view", [""])[-1]
    if not named and view == ALONE and query.count("&") < _MAX_FIELDS:
        return "*"
    return " ".join(("'self'", *named))


class SecurityHeaders:
    """Middleware that adds the headers to every response, also to that of an unexpected error."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        document = (Path(st.__path__[0]) / "static" / "index.html").read_text("utf-8")
        self._inline_scripts = (*re.findall(r"<script>(.*?)</script>", document, re.DOTALL), DOCUMENT_SCRIPT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy = content_policy(
            inline_scripts=self._inline_scripts, framed_by=framed_by(scope["query_string"].decode("latin-1"))
        )

        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(_LOADED):
                    headers.update(_FOR_LOADED)
                else:
                    headers.update(_FIXED)
                if "vary" in headers:
                    # Streamlit names what the app has named already.
                    headers["Vary"] = ", ".join(dict.fromkeys(", ".join(headers.getlist("vary")).split(", ")))
                # The app's own HTML pages have a stricter policy.
                headers.setdefault("Content-Security-Policy", policy)
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            # The server, which logs the traceback, would answer without the headers.
            if not begun:
                await PlainTextResponse("Internal Server Error", 500)(scope, receive, send_with_headers)
            raise
