"""The example that a page shows until the visitor chooses: a temporary change, undone when the page is left."""

import streamlit as st

from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import page_of

_BETWEEN = ", "


def lend_example(name: str) -> None:
    """Set the example of a page if nothing else was chosen, and undo the example of another page.

    If a link began the session, the settings that it does not name keep their defaults, as for its sender.
    Nothing is set during a lecture, which has its own texts. Settings that the visitor
    has changed on the page are kept, and not set again.
    """
    state = st.session_state
    if state.example.split(_BETWEEN)[0] == name:
        return
    undo_example()
    state.example = name
    if state.link or state.lecture_at is not None:
        return
    for key, value in page_of(name).example.items():
        if state[key] == DEFAULTS[key] and key not in state.chosen:
            _set(key, value)
            state.example += _BETWEEN + key


def undo_example() -> None:
    """Restore what the example of a page has changed."""
    state = st.session_state
    state.example, *loan = state.example.split(_BETWEEN)
    for key in loan:
        if state[key] == page_of(state.example).example[key]:
            _set(key, DEFAULTS[key])
        elif key not in state.chosen:
            state.chosen = (*state.chosen, key)


def keep_example() -> None:
    """Keep what the example of a page has set when the visitor continues with it on another page."""
    state = st.session_state
    state.example = state.example.split(_BETWEEN)[0]


def _set(key: str, value: object) -> None:
    st.session_state[key] = value
    st.session_state.text_revision += key == "text"
