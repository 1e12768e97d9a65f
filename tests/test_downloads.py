"""Downloads of a real server: a file is there when the browser asks for it, and it is the one that was asked for."""

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


def answers(server: Server, addresses: list[str]) -> list[int]:
    return [server.client.get(address).status_code for address in addresses]


def test_a_file_waits_for_its_browser_while_others_use_the_app(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (
        streamlit_server(tmp_path, monkeypatch, page=PAGE) as server,
        server.visitor() as slow,
        server.visitor() as other,
    ):
        addresses = pressed(slow)
        for _ in range(5):
            other.run()
        assert answers(server, addresses) == [200, 200]
        monkeypatch.setattr(downloads, "KEPT_SECONDS", 0)
        addresses = pressed(slow)
        for _ in range(5):
            other.run()
        assert answers(server, addresses) == [404, 404]


def test_the_oldest_are_not_kept_if_they_are_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(downloads, "MAX_KEPT", 3_000_000)  # one file, and a half
    with (
        streamlit_server(tmp_path, monkeypatch, page=PAGE) as server,
        server.visitor() as slow,
        server.visitor() as other,
    ):
        addresses = pressed(slow)
        for _ in range(5):
            other.run()
        assert answers(server, addresses) == [404, 200]


def test_long_files_that_differ_in_one_byte_are_not_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with streamlit_server(tmp_path, monkeypatch, page=PAGE) as server, server.visitor() as visitor:
        one, other = (server.client.get(address).content for address in pressed(visitor))
        assert one != other
        assert one.replace(b"a", b"b") == other
