"""A computation ends when its visitor leaves, or changes what it was started for."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import streamlit as st

from bpe_core.in_parts import InParts

Item = TypeVar("Item")
Value = TypeVar("Value")


def while_wanted(items: Iterable[Item], *, every: int = 1) -> Iterator[Item]:
    """Pass items on, and end the run between two of them where it is no longer wanted.

    Streamlit ends a run only where the script calls it; to read the session's state is a call that sends nothing. It
    takes as long as to encode a word, so of small items it is done after each `every` ones.
    """
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0:
            st.session_state.get("text")


def result_while_wanted(work: InParts[Value]) -> Value:
    """Do all parts of a work and return its result, or end the run between two of them."""
    results: list[Value] = []

    def parts() -> Iterator[object]:
        results.append((yield from work))

    for _ in while_wanted(parts()):
        pass
    return results[0]
