"""The one place where a page shows that it is busy: it lies over the page, so nothing moves when it appears."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

IN_FRAGMENT: ContextVar[bool] = ContextVar("in_fragment", default=False)
"""Whether a fragment is being drawn. A fragment may not draw buttons outside itself, so it shows its progress in place."""


def reserve_progress() -> None:
    """Draw the place, still empty; a page calls this before anything that can take a while.

    Otherwise the label would appear in the middle of the page, and all elements after it would be drawn
    again: a picture would vanish for a moment.
    """
    st.session_state.progress = st.container(key="progress")


def progress_place() -> DeltaGenerator:
    """Return a new empty place to show progress in."""
    return _place().empty()


@contextmanager
def busy(label: str) -> Iterator[None]:
    """Show a label and the seconds that have passed while the block runs, if it takes long enough to be seen."""
    # A spinner sends no element of its own, so a block that ends at once costs a single message.
    with _place(), st.spinner(label, show_time=True):
        yield


def _place() -> DeltaGenerator:
    reserved: DeltaGenerator | None = st.session_state.get("progress")
    return st.container() if reserved is None or IN_FRAGMENT.get() else reserved
