"""Ends a computation when its visitor leaves, or changes its input."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import TypeVar

import streamlit as st

from bpe_core.in_parts import InParts

Item = TypeVar("Item")
Value = TypeVar("Value")

_TURN = Lock()


def while_wanted(items: Iterable[Item], *, every: int = 1) -> Iterator[Item]:
    """Yield the items, and end the run between two of them if it is no longer wanted.

    Streamlit ends a run only when the script calls Streamlit; reading the session state is a call that sends
    nothing. It takes as long as encoding a word, so for small items it is made once every `every` items.
    """
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0:
            st.session_state.get("text")


def result_while_wanted(work: InParts[Value]) -> Value:
    """Run all parts of a computation and return its result, or end the run between two of them."""
    results: list[Value] = []

    def parts() -> Iterator[object]:
        results.append((yield from work))

    for _ in while_wanted(parts()):
        pass
    return results[0]


@contextmanager
def in_turn(*, large: bool) -> Iterator[None]:
    """Wait until nobody else does what takes much memory, if this is `large`; a visitor who leaves stops waiting."""
    if not large:
        yield
        return
    for _ in while_wanted(iter(partial(_TURN.acquire, timeout=0.1), True)):  # noqa: FBT003 - the sentinel of `iter`
        pass
    try:
        yield
    finally:
        _TURN.release()
