"""A session keeps its text and settings, and little else, since closed sessions stay in memory for minutes."""

import sys
from collections.abc import Iterable, Mapping

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer_ui.visit.limits import MAX_TEXT
from explorer_ui.visit.samples import sample_text
from explorer_ui.words.course import PAGES
from tests.apps import open_app, type_text, visit


def size_of(value: object, seen: set[int]) -> int:
    """The size in bytes of a value and of everything it contains, each object once."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    size = value.nbytes if isinstance(value, np.ndarray) else sys.getsizeof(value)
    if isinstance(value, Mapping):
        return size + sum(size_of(part, seen) for item in value.items() for part in item)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | np.ndarray):
        return size + sum(size_of(part, seen) for part in value)
    if hasattr(value, "__dict__"):
        size += size_of(vars(value), seen)
    for slot in getattr(type(value), "__slots__", ()):
        size += size_of(getattr(value, slot, None), seen)
    return size


def session_bytes(app: AppTest) -> int:
    return size_of(app.session_state._state._state.filtered_state, set())


def test_a_session_that_has_seen_every_page_is_small_and_keeps_its_text_and_settings() -> None:
    app = open_app("Train")
    type_text(app, sample_text("prose"))
    app.selectbox(key="recipe").select("bytes").run()
    app.number_input(key="num_merges").set_value(7).run()
    for page in reversed(PAGES):
        visit(app, page.name).run()
        assert not app.exception
    assert session_bytes(app) < 200_000
    visit(app, "Train").run()
    assert app.session_state["text"] == sample_text("prose")
    assert app.selectbox(key="recipe").value == "bytes"
    assert app.number_input(key="num_merges").value == 7


def test_of_the_longest_text_a_session_keeps_a_few_copies_at_most() -> None:
    app = open_app()
    type_text(app, "é" * MAX_TEXT)
    visit(app, "Bytes").run()
    # The widget's copy, the received text, and the copy under the key that outlives the widget.
    assert session_bytes(app) < 4 * MAX_TEXT
