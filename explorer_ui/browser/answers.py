"""Validates what a browser sends, which may be anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st


def index_below(value: object, below: int) -> int | None:
    """Return `value` as an index from 0 to `below` (exclusive), or None if it is not one.

    >>> index_below(3, 4), index_below(3.0, 4), index_below(4, 4), index_below(True, 4), index_below("3", 4)
    (3, 3, None, None, None)
    """
    # JSON from a browser may contain 3 as 3.0.
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value) if 0 <= value < below else None


def place_of(answer: Mapping[str, object], data: Mapping[str, object]) -> Mapping[str, object]:
    """Return where the slider was left; an empty mapping if the answer belongs to data with another id.

    >>> place_of({"place": {"data_id": "b", "chunk": 1}}, {"data_id": "b", "words": []})
    {'data_id': 'b', 'chunk': 1}
    >>> place_of({"place": {"data_id": "a", "chunk": 1}}, {"data_id": "b", "words": []})
    {}
    """
    place = answer.get("place")
    return place if isinstance(place, Mapping) and place.get("data_id") == data["data_id"] else {}


def drawn_place(
    mount: Callable[..., Mapping[str, object]],
    data: Mapping[str, object],
    start: Mapping[str, object],
    *,
    key: str,
) -> Mapping[str, object]:
    """Draw a picture from its initial state on, with `mount`; return where its slider was left, as `place_of` does."""
    answer = mount(key=key, data={**data, **start}, default={"place": None}, on_place_change=read_again)
    return place_of(answer, data)


def heard(key: str, name: str) -> object:
    """Return what the browser sent as `name`; for a callback of the component `key`.

    A press that meets a change of page still arrives, but Streamlit has removed the state of the component that it
    adds the press to, and would raise KeyError. An empty state takes its place, so that no press is lost. The key must
    belong to one page: if two pages draw it, it means the component of the page that was drawn last.
    """
    if key not in st.session_state:
        st.session_state[key] = {}
    state = st.session_state[key]
    return state.get(name) if isinstance(state, Mapping) else None


def read_again() -> None:
    """Do nothing when an answer arrives: the rerun itself reads the new state."""
