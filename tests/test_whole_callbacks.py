"""A press does all of its work: when another message arrives, and when it needs a setting that is not drawn."""

from pathlib import Path

import pytest
from streamlit.runtime import app_session, state
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from tests.streamlit_sessions import Visitor, streamlit_server

SessionState = state.SessionState


def state_after_press(visitor: Visitor) -> state.SessionState:
    """Press the only button of the page; return the state of the session after the run."""
    (button,) = [one.button.id for one in visitor.elements if one.HasField("button")]
    visitor.run(**{button: ("trigger_value", True)})
    return visitor.session.session_state


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
            kept = state_after_press(visitor)
            assert "begun" in kept
            # When Streamlit's own runner ends callbacks too, ours can go.
            assert ("ended" in kept) is (whose == "ours")


DROPPED = """
import streamlit as st
from explorer_ui.visit.state import KEPT

def press():
    st.session_state.found = st.session_state.choice

if KEPT not in st.session_state:
    st.session_state[KEPT] = {"choice": st.selectbox("Choice", ["one", "two"], key="choice")}
st.button("Press", on_click=press)
"""


@pytest.mark.parametrize("whose", ["Streamlit's", "ours"])
def test_a_callback_reads_a_setting_whose_widget_was_not_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, whose: str
) -> None:
    with streamlit_server(tmp_path, monkeypatch, page=DROPPED) as server:
        if whose == "Streamlit's":
            monkeypatch.setattr(state, "SessionState", SessionState)
        with server.visitor() as visitor:
            visitor.run()
            kept = state_after_press(visitor)
            # When Streamlit's own state keeps it too, ours can go.
            assert ("found" in kept) is (whose == "ours")
            assert whose != "ours" or kept["found"] == "one"
