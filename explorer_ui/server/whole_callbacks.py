"""Lets a callback finish before the next message of the same browser is read.

Streamlit looks for messages at every access to the session state. If it finds one during a callback, it ends
the callback there, silently: a press that meets another message does half of its work, or none.
"""

from streamlit.runtime import app_session
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState


class WholeCallbacks(ScriptRunner):
    """Streamlit's runner of a session, which reads no message during a callback."""

    def _maybe_handle_execution_control_request(self) -> None:
        if ThreadState.get().run_location is not RunLocation.CALLBACK:
            super()._maybe_handle_execution_control_request()


def finish_callbacks() -> None:
    """Make Streamlit use `WholeCallbacks` for new sessions."""
    app_session.ScriptRunner = WholeCallbacks  # type: ignore[attr-defined]
