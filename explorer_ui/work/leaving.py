"""A computation ends when its visitor leaves, or changes what it was started for."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import streamlit as st

Item = TypeVar("Item")


def while_wanted(items: Iterable[Item]) -> Iterator[Item]:
    """Pass items on, and end the run between two of them where it is no longer wanted.

    Streamlit ends a run only where the script calls it; to read the session's state is a call that sends nothing.
    """
    for item in items:
        yield item
        st.session_state.get("text")
