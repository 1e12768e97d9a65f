"""The question that a page answers, with its terms explained, in one row with the page's controls."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer_ui.visit.state import player_alone
from explorer_ui.words.course import page_of
from explorer_ui.words.glossary import terms_in


def ask(name: str) -> DeltaGenerator:
    """Draw the question of a page with its one sentence; returns their row, to which the page adds its controls.

    Each view calls this first. If the picture is alone in an iframe, the row stays empty.
    """
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="question")
    if not player_alone():
        page = page_of(name)
        explained = explain(f"{page.question} {page.explanation}")
        row.caption(f"**{page.question}** {page.explanation}", width="stretch", help=explained or None)
    return row


def choose(widget: Callable[..., Any], label: str, names: Mapping[Any, str], *, key: str, **how: Any) -> Any:
    """Draw a choice without its label, with a widget such as `st.selectbox`; `names` are the values with their names."""
    return widget(
        label, list(names), key=key, format_func=names.__getitem__, label_visibility="collapsed", **how
    )


def explain(sentence: str) -> str:
    """Return the glossary entries of the terms in a sentence, one paragraph each, in markdown.

    >>> explain("Which pair is next?")
    '**pair**: Two neighbouring tokens in the same chunk. *The pairs of `low` are `l` `o` and `o` `w`.*'
    """
    return "\n\n".join(f"**{one.name}**: {one.sentence} *{one.example}*" for one in terms_in(sentence))
