"""Lists of links to the pages; each list is one element, because Streamlit's page links take a message each.

The lists are markup, so they contain only texts of the course, nothing that a visitor typed.
"""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer_ui.words.course import GROUPS, link_to, page_of


def _list(label: str, groups: Sequence[str]) -> str:
    return f"<nav aria-label='{label}'>{''.join(f'<div>{group}</div>' for group in groups)}</nav>"


def _name(name: str) -> str:
    return link_to(page_of(name), escape(name))


def _question(name: str) -> str:
    return link_to(page_of(name), f"<strong>{escape(name)}</strong> {escape(page_of(name).question)}")


_NAMES = _list("Pages", [_name("Start"), *("".join(map(_name, names)) for _, names in GROUPS)])
_COURSE = _list(
    "The course",
    [f"<strong>{escape(group)}</strong>{''.join(map(_question, names))}" for group, names in GROUPS],
)


def draw_page_names() -> None:
    """Draw the names of the pages, in the order of the course."""
    st.html(_NAMES)


def draw_course() -> None:
    """Draw the groups of the course, each page with its question."""
    st.html(_COURSE)
