"""Uploads: limits per session and in total; kept in memory, and dropped when unused.

Streamlit limits the size of one file (`server.maxUploadSize`) but not their number. A file is in use while a
box on a page of its session holds it.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import cast

from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from explorer_ui.cache.memory import within_memory
from explorer_ui.visit.limits import MAX_TOKENIZER_MB

UPLOADS = "/_stcore/upload_file/"

MAX_FILE = MAX_TOKENIZER_MB * 1024 * 1024
"""The largest file, in bytes."""

_FRAMING = 65_536
_BLOCK = 1024 * 1024

# What a file takes besides its bytes and its name: its record, and its parts in each list of files.
_RECORD = 8_192

MAX_SESSION_UPLOADS = 2 * (MAX_FILE + _FRAMING)
"""The maximum size of the files of one session, in bytes: a tokenizer may consist of two files of the largest size."""

MAX_UPLOADS = 4 * MAX_SESSION_UPLOADS
"""The maximum size of the files of all sessions, in bytes, with those still arriving, if there is enough memory."""

_ROOM = within_memory(MAX_UPLOADS)

MAX_UPLOAD_SECONDS = 120
"""The time limit for the upload of one file."""

# Starlette writes a file of more than a megabyte to a temporary file on disk while it arrives. Streamlit reads a
# megabyte more than the limit before it refuses a file.
MultiPartParser.spool_max_size = MAX_FILE + 2 * 1024 * 1024


class UploadLimits:
    """Middleware that limits uploads: per session, in total, and in time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._arriving = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or reject it."""
        if scope["type"] != "http" or scope["method"] != "PUT" or UPLOADS not in scope["path"]:
            await self._app(scope, receive, send)
            return
        session_id = scope["path"].partition(UPLOADS)[2].partition("/")[0]
        announced = _announced(scope)
        if refusal := self._refusal(session_id, announced, whole=announced):
            await PlainTextResponse(refusal.detail, refusal.status_code)(scope, receive, send)
            return
        arrived = reserved = 0

        async def receive_what_fits() -> Message:
            nonlocal arrived, reserved
            message = await receive()
            arrived += len(message.get("body", b""))
            # In blocks, since each look at the room takes a look at all files.
            blocks = -(-(arrived + _RECORD) // _BLOCK) * _BLOCK if arrived else 0
            needed = max(arrived, min(blocks, MAX_FILE + _FRAMING))
            if needed > reserved:
                if refusal := self._refusal(session_id, needed - reserved, whole=arrived):
                    raise refusal
                self._arriving[session_id] += needed - reserved
                reserved = needed
            return message

        try:
            async with asyncio.timeout(MAX_UPLOAD_SECONDS):
                await self._app(scope, receive_what_fits, send)
        except TimeoutError:
            # The connection is closed: a client that sends a byte a minute cannot read a response either.
            pass
        finally:
            self._arriving[session_id] -= reserved
            if not self._arriving[session_id]:
                del self._arriving[session_id]

    def _refusal(self, session_id: str, size: int, *, whole: int) -> HTTPException | None:
        """Return why `size` more bytes do not fit, of an upload that has or announces `whole` bytes; None if they do."""
        if whole > MAX_FILE + _FRAMING:
            return HTTPException(413, f"The limit for a file is {MAX_TOKENIZER_MB} MB.")
        files = _files()
        mine = self._arriving[session_id]
        if mine + size > MAX_SESSION_UPLOADS:
            return HTTPException(429, "Too many uploads at once. Try again in a minute.")
        make_room(files, session_id, MAX_SESSION_UPLOADS - mine - size)
        if self._arriving.total() + size + kept_bytes(files) > _ROOM:
            return HTTPException(503, "The server has no memory left for uploads. Try again in a minute.")
        return None


def make_room(files: MemoryUploadedFileManager, session_id: str, most: int) -> None:
    """Drop the oldest files of a session until the rest is at most `most` bytes."""
    kept = list(files.file_storage.get(session_id, {}).items())
    size = sum(_size(file) for _, file in kept)
    for file_id, file in kept:
        if size <= most:
            break
        files.remove_file(session_id, file_id)
        size -= _size(file)


def kept_bytes(files: MemoryUploadedFileManager) -> int:
    """Return how many bytes the files of all sessions take, with a record and a name for each."""
    return sum(_size(file) for kept in list(files.file_storage.values()) for file in list(kept.values()))


def drop_unused(seen: set[str]) -> set[str]:
    """Drop the files that no box on a page holds and that existed already at the last call.

    `seen` is the result of the last call: the ids of the files that were unused then. A file that has just
    arrived belongs to no upload box until the browser requests the next run.
    """
    files = _files()
    unused = {
        (session_id, file_id)
        for session_id, kept in list(files.file_storage.items())
        for file_id in kept.keys()
        - set(_in_boxes(session_id))  # once for a session, not for each of its files
    }
    for session_id, file_id in unused:
        if file_id in seen:
            files.remove_file(session_id, file_id)
    return {file_id for _, file_id in unused} - seen


def _size(file: UploadedFileRec) -> int:
    return len(file.data) + len(file.name) + _RECORD


def _in_boxes(session_id: str) -> Iterator[str]:
    session = Runtime.instance().get_app_session(session_id)
    if session is None:
        return
    for widget in session.session_state.get_widget_states():
        if widget.WhichOneof("value") == "file_uploader_state_value":
            for file in widget.file_uploader_state_value.uploaded_file_info:
                yield file.file_id


def _files() -> MemoryUploadedFileManager:
    return cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr)


def _announced(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0
