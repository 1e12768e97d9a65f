"""The private parts of Streamlit that the app replaces or relies on have their effect, on a server that runs.

A part that is renamed raises an error; one that is no longer called vanishes in silence, and with it a promise of
SECURITY.md. So each test here looks at what a visitor, or the memory of the server, gets.
"""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from explorer_ui.server import housekeeping
from tests.streamlit_sessions import Server, streamlit_server

PAGE = """
import streamlit as st
st.session_state.text = "a secret"
st.file_uploader("A file")
"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    script = tmp_path / "page.py"
    script.write_text(PAGE, "utf-8")
    with streamlit_server(script, monkeypatch) as running:
        yield running


def open_files() -> int:
    """How many files this process has open; each session's event loop has three."""
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.exists() else 0


def test_a_visitor_who_left_is_forgotten_after_two_minutes_though_nobody_else_leaves(server: Server) -> None:
    files = cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr)
    sessions, before = [], open_files()
    for number in range(3):
        with server.visitor() as visitor:
            sessions.append(weakref.ref(visitor.session))
            files.add_file(visitor.id, UploadedFileRec(str(number), "a.txt", "text/plain", b"a secret"))
    tick(server, seconds=119)
    # A connection that dropped finds its text again.
    assert all(session() for session in sessions)
    tick(server, seconds=2)
    assert [session() for session in sessions] == [None] * 3
    assert not files.file_storage
    assert open_files() <= before


def tick(server: Server, *, seconds: float) -> None:
    """Let time pass, and the server keep its house once."""
    server.now += seconds
    assert server.client.portal
    server.client.portal.call(housekeeping.forget_those_who_left)
    gc.collect()
