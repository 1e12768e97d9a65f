"""Browsers that read slowly or not at all: their queue is limited in bytes."""

import asyncio
import gc
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.types import Message
from starlette.websockets import WebSocket
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime
from streamlit.runtime.session_manager import SessionClientDisconnectedError

from explorer_ui.server.housekeeping import SWITCH_SECONDS
from explorer_ui.server.slow_readers import MAX_WAITING, BoundedClient
from tests.streamlit_sessions import streamlit_server

pytestmark = pytest.mark.anyio


class Browser:
    """The server's side of a websocket; it takes messages only while the test allows it."""

    def __init__(self) -> None:
        self.headers, self.cookies, self.client = Headers(), dict[str, str](), None
        self.reads = asyncio.Event()
        self.received: list[bytes] = []
        self.closed_with: int | None = None

    async def send_bytes(self, data: bytes) -> None:
        await self.reads.wait()
        self.received.append(data)

    async def close(self, code: int) -> None:
        self.closed_with = code


def message(size: int) -> ForwardMsg:
    found = ForwardMsg()
    found.delta.new_element.markdown.body = "x" * size
    return found


async def settle() -> None:
    for _ in range(1_000):
        await asyncio.sleep(0)


@pytest.mark.parametrize("size", [100_000, 1_000_000, 7_000_000])
async def test_what_waits_for_one_browser_is_bounded_in_bytes(size: int) -> None:
    browser = Browser()
    client = BoundedClient(browser)  # type: ignore[arg-type]
    most = 0
    for _ in range(2 * MAX_WAITING // size):
        most = max(most, client.waiting)
        with suppress(SessionClientDisconnectedError):
            client.write_forward_msg(message(size))
        await asyncio.sleep(0)
    assert MAX_WAITING - 2 * size < most <= MAX_WAITING
    # No message stays in memory, and the browser is told once.
    await settle()
    assert client.waiting == 0
    assert browser.closed_with == 1013
    with pytest.raises(SessionClientDisconnectedError):
        client.write_forward_msg(message(1))
    assert client.waiting == 0
    await client.aclose()


@pytest.mark.parametrize("closed_by", ["the server", "the browser"])
async def test_a_connection_that_was_closed_already_is_not_closed_again(closed_by: str) -> None:
    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        if message["type"] != "websocket.accept" and closed_by == "the browser":
            raise OSError
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()  # a browser that reads nothing

    problems: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, problem: problems.append(problem))
    websocket = WebSocket({"type": "websocket", "headers": []}, receive, send)
    await websocket.accept()
    if closed_by == "the server":
        await websocket.close()
    client = BoundedClient(websocket)
    for _ in range(2 * MAX_WAITING // 1_000_000):
        with suppress(SessionClientDisconnectedError):
            client.write_forward_msg(message(1_000_000))
    await settle()
    assert client.waiting == 0
    await client.aclose()
    del client
    gc.collect()
    assert problems == []


async def test_a_slow_browser_loses_nothing_within_the_bound() -> None:
    browser = Browser()
    client = BoundedClient(browser)  # type: ignore[arg-type]
    # If nothing is waiting, even a message longer than the bound is sent.
    for size in (MAX_WAITING + 1, 10, 1_000_000):
        client.write_forward_msg(message(size))
        await asyncio.sleep(0)
    browser.reads.set()
    await settle()
    assert [len(data) > size for data, size in zip(browser.received, (MAX_WAITING, 9, 999_999), strict=True)]
    assert client.waiting == 0
    assert browser.closed_with is None
    await client.aclose()


def test_the_server_makes_its_connections_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with streamlit_server(tmp_path, monkeypatch, page="") as server, server.visitor() as visitor:
        assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
        assert isinstance(Runtime.instance().get_client(visitor.id), BoundedClient)
