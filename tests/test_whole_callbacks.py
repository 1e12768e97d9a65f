"""A press that meets another message of the browser does all of its work."""

from pathlib import Path

import pytest
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from tests.streamlit_sessions import streamlit_server

PAGE = """
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

def press():
    st.session_state.begun = True
    get_script_run_ctx().script_requests.request_rerun(RerunData())  # another message arrives
    st.session_state.ended = True

st.button("Press", on_click=press)
"""


@pytest.mark.parametrize("whose", ["Streamlit's", "ours"])
def test_a_callback_ends_though_a_message_arrives(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, whose: str
) -> None:
    with streamlit_server(tmp_path, monkeypatch, page=PAGE) as server:
        if whose == "Streamlit's":
            monkeypatch.setattr(app_session, "ScriptRunner", ScriptRunner)
        with server.visitor() as visitor:
            (button,) = [one.button.id for one in visitor.elements if one.HasField("button")]
            visitor.run(**{button: ("trigger_value", True)})
            state = visitor.session.session_state
            assert "begun" in state
            # When Streamlit's own runner ends callbacks too, ours can go.
            assert ("ended" in state) is (whose == "ours")
