"""The log stays short: each message at most a few times a minute, and long messages shortened."""

import asyncio
import io
import logging
import socket
from collections.abc import Iterator
from contextlib import closing

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from explorer_ui.server import uploads
from explorer_ui.server.application import MIDDLEWARE, ROUTES
from explorer_ui.server.log import MAX_LINE, MAX_REPEATS, MAX_TRACEBACK, RepeatLimit
from tests.test_class_routes import SECONDS, serving


class Logged:
    """A logger with the filter, its clock, and its output."""

    def __init__(self) -> None:
        self.now = 0.0
        self.text = io.StringIO()
        self.logger = logging.Logger("test")
        self.logger.addHandler(logging.StreamHandler(self.text))
        self.logger.addFilter(RepeatLimit(clock=lambda: self.now))

    def lines(self) -> list[str]:
        return self.text.getvalue().splitlines()


def test_the_same_message_is_logged_a_few_times_in_a_minute() -> None:
    logged = Logged()
    for number in range(10_000):
        logged.logger.warning("visitor %d sent %s", number, "x" * number)
    assert len(logged.lines()) == MAX_REPEATS
    assert f"Logged {MAX_REPEATS} times" in logged.lines()[-1]
    logged.logger.warning("something else")
    assert logged.lines()[-1] == "something else"
    logged.now = 60
    for number in range(10_000):
        logged.logger.warning("visitor %d", number)
    assert len(logged.lines()) == 2 * MAX_REPEATS + 1


def test_two_errors_that_are_told_in_the_same_words_are_two() -> None:
    """A repeated error does not hide others."""
    logged = Logged()

    for empty in [[]] * 100 + [{}]:
        try:
            empty[1]
        except LookupError:
            logged.logger.exception("failed")
    told = logged.text.getvalue()
    assert told.count("\nIndexError: ") == MAX_REPEATS
    assert told.count("\nKeyError: ") == 1


def test_no_message_is_longer_than_it_need_be() -> None:
    logged = Logged()
    logged.logger.error("%s!", "x" * 1_000_000)
    left_out = 1_000_001 - MAX_LINE // 2 * 2
    assert f"x [{left_out:,} characters are left out] x" in logged.text.getvalue()
    assert logged.text.getvalue().endswith("x!\n")
    try:
        raise ValueError("y" * 1_000_000)
    except ValueError:
        logged.logger.exception("failed")
        logged.logger.warning("a warning", exc_info=True)
    told = logged.text.getvalue()
    assert len(told) < MAX_LINE + MAX_TRACEBACK + 300
    assert "Traceback" in told
    assert told.endswith("\na warning\n")


async def echo(websocket: WebSocket) -> None:
    """Receive bytes as Streamlit does, where a message without bytes is an error."""
    await websocket.accept()
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await websocket.send_bytes(message["bytes"])


async def take_all(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture
def errors() -> Iterator[list[logging.LogRecord]]:
    """The errors that the server and its event loop log."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = records.append  # type: ignore[method-assign]
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    yield records
    for logger in loggers:
        logger.removeHandler(handler)


@pytest.fixture
def port(errors: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server with the app's own routes and limits, and one websocket."""
    monkeypatch.setattr(uploads, "_files", lambda: MemoryUploadedFileManager("/_stcore/upload_file"))
    rest = Route("/{path:path}", take_all, methods=["POST", "PUT"])
    routes = [*ROUTES, WebSocketRoute("/socket", echo), rest]
    app = Starlette(routes=routes, middleware=MIDDLEWARE)
    with serving(app, log_config=None, ws="websockets-sansio") as port:
        yield port


@pytest.mark.parametrize("path", ["/class", "/class/BREADS/join", "/elsewhere", "/_stcore/upload_file/a/b"])
def test_a_body_that_breaks_off_is_not_logged(path: str, port: int, errors: list[logging.LogRecord]) -> None:
    for _ in range(3):
        with closing(socket.create_connection(("127.0.0.1", port), timeout=SECONDS)) as client:
            request = f"{'PUT' if 'upload' in path else 'POST'} {path} HTTP/1.1\r\nHost: here\r\n"
            client.sendall(f"{request}Content-Length: 200\r\n\r\n{{".encode())
            client.shutdown(socket.SHUT_WR)
            # Read until the server closes its side too.
            while client.recv(4096):
                pass
    assert not errors


def test_a_websocket_that_sends_text_is_closed_and_not_logged(port, errors):
    """Streamlit's messages are bytes; for a text message it logs a traceback."""
    with connect(f"ws://127.0.0.1:{port}/socket") as client:
        client.send(b"bytes")
        assert client.recv(timeout=SECONDS) == b"bytes"
        client.send("text")
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=SECONDS)
    assert not errors


def test_running_out_of_files_is_logged_a_few_times(errors: list[logging.LogRecord]) -> None:
    """Without the limit it is logged for each waiting connection, every second."""
    limit = RepeatLimit()
    logger = logging.getLogger("asyncio")
    logger.addFilter(limit)
    loop = asyncio.new_event_loop()
    try:
        for number in range(5_000):
            context = {"message": "socket.accept() out of system resource", "socket": number}
            loop.call_exception_handler(context | {"exception": OSError(24, "Too many open files")})
    finally:
        logger.removeFilter(limit)
        loop.close()
    assert len(errors) == MAX_REPEATS
    assert sum(len(record.getMessage()) for record in errors) < 2_000
