"""The example that a page shows until the visitor chooses: a temporary change, undone when the page is left."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import page_of

_BETWEEN = ", "

_OPENS_ON = {
    "Ways": "One token too many",
    "Prompt": "A space at the end",
    "Seam": "A space at the end of the first half",
    "Chat": "A message that was not sent",
}
"""For a page, the text to try that best shows the purpose of the page."""

_TOKENIZERS = {"Tokens": "o200k_base", "Languages": "gpt2"}
"""For a page that takes any text, the tokenizer that best shows the purpose of the page."""


def lend_example(name: str) -> None:
    """Set the example of a page if nothing else was chosen, and undo the example of another page.

    If a link began the session, the settings that it does not name keep their defaults, as for its sender.
    Nothing is set during a lecture or the guided tour, which have their own texts. Settings that the visitor
    has changed on the page are kept, and not set again.
    """
    state = st.session_state
    if state.example.split(_BETWEEN)[0] == name:
        return
    undo_example()
    state.example = name
    if state.link or state.lecture_at is not None:
        return
    for key, value in example_of(name).items():
        if state[key] == DEFAULTS[key] and key not in state.chosen:
            _set(key, value)
            state.example += _BETWEEN + key


def undo_example() -> None:
    """Restore what the example of a page has changed."""
    state = st.session_state
    state.example, *loan = state.example.split(_BETWEEN)
    for key in loan:
        if state[key] == example_of(state.example)[key]:
            _set(key, DEFAULTS[key])
        elif key not in state.chosen:
            state.chosen = (*state.chosen, key)


def keep_example() -> None:
    """Keep what the example of a page has set when the visitor continues with it on another page."""
    state = st.session_state
    state.example = state.example.split(_BETWEEN)[0]


def example_of(name: str) -> Mapping[str, Any]:
    """Return the settings of a page's example; none for a page without an example.

    >>> example_of("Prompt"), example_of("Train")
    ({'text': 'The cat sat on the ', 'tokenizer': 'cl100k_base'}, {})
    """
    if name in _TOKENIZERS:
        return {"tokenizer": _TOKENIZERS[name]}
    label = _OPENS_ON.get(name)
    return next(attempt.state for attempt in page_of(name).tries if attempt.label == label) if label else {}


def _set(key: str, value: object) -> None:
    st.session_state[key] = value
    st.session_state.text_revision += key == "text"
