"""Downloads of a real server: a file is there when the browser asks for it, and it is the one that was asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.runtime import Runtime

from explorer_ui.server import downloads
from tests.streamlit_sessions import Server, Visitor, streamlit_server

PAGE = """
import streamlit as st
for middle in (b"a", b"b"):
    made = b"x" * 1_500_000 + middle + b"x" * 500_000
    st.download_button(str(middle), lambda made=made: made, "text.txt", on_click="ignore")
"""


def pressed(visitor: Visitor) -> list[str]:
    """The addresses of the files whose buttons a visitor presses."""
    buttons = [one.download_button for one in visitor.elements if one.WhichOneof("type") == "download_button"]
    return [Runtime.instance().media_file_mgr.execute_deferred(one.deferred_file_id) for one in buttons]


def fetched_late(server: Server, slow: Visitor, other: Visitor) -> list[int]:
    """The answers to a visitor who presses all buttons, and fetches the files when another one has used the app."""
    addresses = pressed(slow)
    for _ in range(5):
        other.run()
    return [server.client.get(address).status_code for address in addresses]


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[Server, Visitor, Visitor]]:
    """A server with two visitors."""
    with (
        streamlit_server(tmp_path, monkeypatch, page=PAGE) as server,
        server.visitor() as one,
        server.visitor() as other,
    ):
        yield server, one, other


def test_a_file_waits_for_its_browser_while_others_use_the_app(
    visited: tuple[Server, Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fetched_late(*visited) == [200, 200]
    monkeypatch.setattr(downloads, "KEPT_SECONDS", 0)
    assert fetched_late(*visited) == [404, 404]


def test_the_oldest_are_not_kept_if_they_are_many(
    visited: tuple[Server, Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "MAX_KEPT", 3_000_000)  # one file, and a half
    assert fetched_late(*visited) == [404, 200]


def test_long_files_that_differ_in_one_byte_are_not_the_same(
    visited: tuple[Server, Visitor, Visitor],
) -> None:
    server, visitor, _ = visited
    one, other = (server.client.get(address).content for address in pressed(visitor))
    assert one != other
    assert one.replace(b"a", b"b") == other
