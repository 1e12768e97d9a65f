"""A press that meets another message of the browser does all of its work."""

import asyncio

import pytest
import streamlit as st
from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1 import AppTest, app_test
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from explorer_ui.server.housekeeping import housekeeping
from explorer_ui.server.whole_callbacks import WholeCallbacks


class LocalRunner(WholeCallbacks, LocalScriptRunner):
    """The runner of `AppTest`, with the callbacks of the app."""


def page() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    def press() -> None:
        st.session_state.begun = True
        context = get_script_run_ctx()
        assert context
        assert context.script_requests
        context.script_requests.request_rerun(RerunData())  # another message arrives
        st.session_state.ended = True

    st.button("Press", on_click=press)


@pytest.mark.parametrize("runner", [LocalScriptRunner, LocalRunner], ids=["Streamlit's", "ours"])
def test_a_callback_ends_though_a_message_arrives(
    monkeypatch: pytest.MonkeyPatch, runner: type[LocalScriptRunner]
) -> None:
    monkeypatch.setattr(app_test, "LocalScriptRunner", runner)
    app = AppTest.from_function(page).run()
    app.button[0].click().run()
    assert "begun" in app.session_state
    # When Streamlit's own runner ends callbacks too, ours can go.
    assert ("ended" in app.session_state) is (runner is LocalRunner)


def test_sessions_of_the_app_are_run_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_session, "ScriptRunner", ScriptRunner)

    async def live() -> None:
        async with housekeeping(st.App("app.py")):
            assert vars(app_session)["ScriptRunner"] is WholeCallbacks

    asyncio.run(live())
