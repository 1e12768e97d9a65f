"""Sends Streamlit's own scripts and style sheets compressed, which Streamlit does not."""

import asyncio
import gzip
import mimetypes
import re
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.visit.base_path import base_path

_SUFFIXES = frozenset({".css", ".js", ".svg"})
# The theme names fonts of the visitor's system, and the document has a subset of the icons (`document.py`).
_FONTS = re.compile(rb"@font-face\{font-family:(?:Source Sans|Material Symbols Rounded);[^}]*\}")
_KEPT = "public, max-age=31536000, immutable"


class Compressed(NamedTuple):
    """A compressed file, and its entity tag."""

    data: bytes
    etag: str


class CompressedStatics:
    """Middleware that sends the files below `/static` compressed, if the browser accepts gzip.

    Each file is compressed when first requested; the result, a quarter of its size, is kept. The files are
    listed at the start, so no address leads out of the folder. Streamlit answers all other requests,
    including those for a part of a file.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        root = Path(st.__path__[0]) / "static"
        self._files = {
            f"{base_path()}/{path.relative_to(root).as_posix()}": path
            for path in (root / "static").rglob("*")
            if path.suffix in _SUFFIXES
        }
        self._compressed: dict[Path, asyncio.Task[Compressed]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for such a file; pass on every other."""
        path = self._files.get(scope.get("path", "")) if scope["type"] == "http" else None
        if path is None or scope["method"] not in {"GET", "HEAD"}:
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        if not accepts_gzip(asked.get("accept-encoding", "")) or "range" in asked:
            await self._app(scope, receive, partial(_send_varying, send))
            return
        file = await self._compress(path)
        response = answer(asked, file, media_type=mimetypes.guess_type(path.name)[0])
        if scope["method"] == "HEAD":
            response.body = b""
        await response(scope, receive, send)

    async def _compress(self, path: Path) -> Compressed:
        # Simultaneous requests wait for the same thread; a client that leaves does not end it.
        if path not in self._compressed:
            self._compressed[path] = asyncio.create_task(asyncio.to_thread(_compress_file, path))
        try:
            return await asyncio.shield(self._compressed[path])
        except OSError:
            del self._compressed[path]
            raise


def compress(data: bytes) -> Compressed:
    """Return the compressed content of a file; the same content always gives the same bytes."""
    packed = gzip.compress(data, mtime=0)
    return Compressed(packed, f'"{sha256(packed).hexdigest()[:32]}"')


def answer(asked: Headers, file: Compressed | bytes, *, media_type: str | None) -> Response:
    """Return the answer to a request for a file whose address changes with its content.

    A compressed file is not sent at all if the browser already has it.
    """
    headers = {"Cache-Control": _KEPT, "Vary": "Accept-Encoding"}
    if isinstance(file, bytes):
        return Response(file, headers=headers, media_type=media_type)
    headers |= {"Content-Encoding": "gzip", "ETag": file.etag}
    if file.etag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(file.data, headers=headers, media_type=media_type)


def accepts_gzip(header: str) -> bool:
    """Return whether an `Accept-Encoding` header allows gzip (RFC 9110, 12.5.3).

    >>> accepts_gzip("gzip, deflate, br"), accepts_gzip("br;q=1.0, *;q=0.5"), accepts_gzip("gzip;q=0, *"), accepts_gzip("")
    (True, True, False, False)
    """
    weights = {}
    for part in header.lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        weights[coding] = weight
    weight = weights.get("gzip", weights.get("*", "0"))
    return not weight or not set(weight) <= set("0.")


def _compress_file(path: Path) -> Compressed:
    data = path.read_bytes()
    return compress(_FONTS.sub(b"", data) if path.suffix == ".css" else data)


async def _send_varying(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        MutableHeaders(scope=message).add_vary_header("Accept-Encoding")
    await send(message)
