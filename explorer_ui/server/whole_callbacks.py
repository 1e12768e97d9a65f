"""Lets a run end before the next one begins, and a callback before the next message is read; no late message turns back.

Streamlit looks for messages at every access to the session state. If it finds one during a callback, it ends
the callback there, silently: a press that meets another message does half of its work, or none.

Streamlit also forgets the value of a widget after a run that did not draw it. A page saves its settings again when
its run begins (`keep_state`), but callbacks come before that.

A message to a part of a page (a fragment) names that page. If it is read when the app has gone to another one,
Streamlit goes back for it, does not find the part, and leaves the browser with an empty page. If it is read when the
page is about to be left, Streamlit stays on it. A run that the same thread begins after that of a part draws the page
where the part did, and the browser, which has no such place on another page, shows nothing any more. And a page that
its callback asks for would be shown later, when a part of the next page runs.

A connection that drops ends its run, and a new one begins another run, in another thread. If the first one is still
ending, it removes the values of widgets that the other one has just set: a visitor finds an earlier step. The setting
`runner.fastReruns` does the same to every press during a run, and is off: a run is then asked to begin again instead.
"""

import threading
from dataclasses import dataclass, field, replace
from typing import Any, cast

from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.runtime import app_session, state
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState

from explorer_ui.visit.state import KEPT, LATE

LEFT = "of a page that was left"  # the id of a fragment that nobody draws


class WholeQueue(ForwardMsgQueue):
    """Streamlit's queue of messages to a browser; a run of a part of the page drops nothing that waits there.

    Streamlit drops what the part has drawn before, but not those of its messages that refer to an earlier one: they
    reach the browser without the container that they belong to, and the page goes white.
    """

    def clear(self, *options: Any, fragment_ids_this_run: list[str] | None = None, **more: Any) -> None:
        """Drop what another run draws again; after a part has begun, nothing is merged with what was drawn before."""
        if fragment_ids_this_run:
            self._delta_index_map = {}
        else:
            super().clear(*options, **more)


class WholeCallbacks(ScriptRunner):
    """Streamlit's runner of a session: one after the other; no message ends a callback, turns a page back, or keeps it."""

    @property
    def _whole_state(self) -> "WholeState":
        return cast("WholeState", self._session_state._state)  # noqa: SLF001

    def _run_script_thread(self) -> None:
        with self._whole_state.running:
            super()._run_script_thread()

    def request_rerun(self, rerun_data: RerunData) -> bool:
        """Ask for a run, as Streamlit does; one of a part of the page does not bring back a page that is being left."""
        pending = self._requests._rerun_data  # noqa: SLF001
        if rerun_data.fragment_id and self._requests._state is ScriptRequestType.RERUN:  # noqa: SLF001
            # Streamlit makes one run of the two, on the page of the second, which may be about to be left.
            if pending.page_script_hash != rerun_data.page_script_hash:
                self._whole_state.comes_late = True
            rerun_data = replace(
                rerun_data, page_script_hash=pending.page_script_hash, query_string=pending.query_string
            )
        return super().request_rerun(rerun_data)

    def _maybe_handle_execution_control_request(self) -> None:
        if ThreadState.get().run_location is not RunLocation.CALLBACK:
            super()._maybe_handle_execution_control_request()

    def _run_script(self, rerun_data: RerunData) -> None:
        # A part leaves the place where it drew. The next run of the same thread would go on there.
        context_dg_stack.set(get_default_dg_stack_value())
        # A late message stays on the page that is shown: its callback still runs, and there is nothing to draw.
        shown = self._pages_manager.current_page_script_hash
        if rerun_data.fragment_id_queue and shown and shown != rerun_data.page_script_hash:
            rerun_data = replace(rerun_data, page_script_hash=shown, fragment_id_queue=[LEFT])
            self._whole_state.comes_late = True
        super()._run_script(rerun_data)


@dataclass
class WholeState(state.SessionState):
    """Streamlit's state of a session, which has one runner at a time; callbacks find every setting that was saved."""

    running: threading.Lock = field(default_factory=threading.Lock)
    comes_late: bool = False
    """Whether the next callbacks are those of a page that was left."""

    def _call_callbacks(self, **how: Any) -> None:
        if KEPT in self:
            for key, value in self[KEPT].items():
                if key not in self:
                    self[key] = value
        before = LATE.set(self.comes_late)
        self.comes_late = False
        try:
            super()._call_callbacks(**how)
        finally:
            LATE.reset(before)


def finish_callbacks() -> None:
    """Make Streamlit use `WholeCallbacks`, `WholeQueue` and `WholeState` for new sessions."""
    app_session.ForwardMsgQueue = WholeQueue  # type: ignore[attr-defined]
    app_session.ScriptRunner = WholeCallbacks  # type: ignore[attr-defined]
    state.SessionState = WholeState  # type: ignore[misc]
