"""A real server of Streamlit in the test's own process: its sessions, its websocket, and a clock for what it forgets."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from starlette.testclient import TestClient, WebSocketTestSession
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime, app_session, memory_session_storage, state
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.server.starlette import starlette_websocket

from explorer_ui.server.application import MIDDLEWARE, ROUTES, housekeeping
from explorer_ui.server.log import RepeatLimit


class Visitor:
    """A visitor's browser: what it sends over the websocket, and the elements that it was sent."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.id = ""
        self.page = ""  # the id of the page that is shown
        self.elements: list[Element] = []
        self.paths: list[list[int]] = []  # where the elements and containers of the last run are drawn

    def run(self, **widgets: Any) -> None:
        """Request a run of the script, with the states of widgets by their ids, and wait for its end."""
        self.send(**widgets)
        self.hear()

    def send(self, *, part: str = "", page: str = "", **widgets: Any) -> None:
        """Request a run of a page, or of a part of it (a fragment), with the states of widgets by their ids."""
        message = BackMsg()
        message.rerun_script.SetInParent()
        message.rerun_script.fragment_id = part
        message.rerun_script.page_script_hash = page
        for widget_id, (kind, value) in widgets.items():
            state = message.rerun_script.widget_states.widgets.add(id=widget_id)
            if kind == "file_uploader_state_value":
                state.file_uploader_state_value.uploaded_file_info.add(file_id=value, name="a", size=1)
            else:
                setattr(state, kind, value)
        self.socket.send_bytes(message.SerializeToString())

    def hear(self) -> None:
        """Wait for the end of the next run; one that goes on to another page ends, and another one begins."""
        self.elements.clear()
        self.paths.clear()
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(self.socket.receive_bytes())
            kind = answer.WhichOneof("type")
            if kind in ("delta", "ref_hash"):
                self.paths.append(list(answer.metadata.delta_path))
            if kind == "new_session":
                self.id = answer.new_session.initialize.session_id
                self.page = answer.new_session.page_script_hash
            elif kind == "navigation":
                self.page = answer.navigation.page_script_hash
            elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
                self.elements.append(answer.delta.new_element)
            elif kind == "script_finished":
                return

    @property
    def session(self) -> AppSession:
        """The server's side of this visitor."""
        return Runtime.instance().get_app_session(self.id)


class Server:
    """The server, with the app's own routes, middleware and housekeeping; `now` is what its sessions take for the time."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.now = 0.0

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        """Somebody who opens the page, and leaves at the end."""
        with self.client.websocket_connect("/_stcore/stream", subprotocols=["streamlit"]) as socket:
            visitor = Visitor(socket)
            visitor.run()
            yield visitor


@contextmanager
def streamlit_server(folder: Path, monkeypatch: pytest.MonkeyPatch, *, page: str) -> Iterator[Server]:
    """Run a page in a folder of its own; what the app replaces in Streamlit is restored afterwards."""
    script = folder / "page.py"
    script.write_text(page, "utf-8")
    for module, name in (
        (starlette_websocket, "StarletteSessionClient"),
        (app_session, "ForwardMsgQueue"),
        (app_session, "ScriptRunner"),
        (state, "SessionState"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name))
    monkeypatch.setattr(Runtime, "_instance", None)
    # Otherwise Streamlit looks for a folder of pages only once in a process, next to the script of an earlier test.
    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    app = st.App(script, routes=ROUTES, middleware=MIDDLEWARE, lifespan=housekeeping)
    server = Server(TestClient(app, base_url="http://127.0.0.1"))
    clock = partial(memory_session_storage.TTLCache, timer=lambda: server.now)
    monkeypatch.setattr(memory_session_storage, "TTLCache", clock)
    try:
        with server.client:
            yield server
    finally:
        # Otherwise it drops what later tests log at one place again and again.
        for logger in [logging.root, *logging.root.manager.loggerDict.values()]:
            if isinstance(logger, logging.Logger):
                logger.filters = [one for one in logger.filters if not isinstance(one, RepeatLimit)]
