"""Lets a callback finish before the next message of the same browser is read, and lets it read every setting.

Streamlit looks for messages at every access to the session state. If it finds one during a callback, it ends
the callback there, silently: a press that meets another message does half of its work, or none.

Streamlit also forgets the value of a widget after a run that did not draw it. A page saves its settings again when
its run begins (`keep_state`), but callbacks come before that.
"""

from typing import Any

from streamlit.runtime import app_session, state
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState

from explorer_ui.visit.state import KEPT


class WholeCallbacks(ScriptRunner):
    """Streamlit's runner of a session, which reads no message during a callback."""

    def _maybe_handle_execution_control_request(self) -> None:
        if ThreadState.get().run_location is not RunLocation.CALLBACK:
            super()._maybe_handle_execution_control_request()


class WholeState(state.SessionState):
    """Streamlit's state of a session, in which callbacks find every setting that was saved."""

    def _call_callbacks(self, **how: Any) -> None:
        if KEPT in self:
            for key, value in self[KEPT].items():
                if key not in self:
                    self[key] = value
        super()._call_callbacks(**how)


def finish_callbacks() -> None:
    """Make Streamlit use `WholeCallbacks` and `WholeState` for new sessions."""
    app_session.ScriptRunner = WholeCallbacks  # type: ignore[attr-defined]
    state.SessionState = WholeState  # type: ignore[misc]
