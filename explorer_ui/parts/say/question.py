"""The question that a page answers, with its terms explained, in one row with the page's controls."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer_ui.parts.say.lists import marked
from explorer_ui.visit.state import player_alone
from explorer_ui.words.course import Page, page_of
from explorer_ui.words.glossary import terms_in


def ask(name: str) -> DeltaGenerator:
    """Draw the question of a page with its one sentence; returns their row, to which the page adds its controls.

    Each view calls this first. If the picture is alone in an iframe, the row stays empty.
    """
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="question")
    if not player_alone():
        row.html(_asked(page_of(name)), width="stretch")
    return row


def _asked(page: Page) -> str:
    """Return the markup of a question with its help sign, behind which its terms and the rest are explained.

    Not the help of Streamlit, whose box disappears when one wants to scroll it with the keyboard.
    """
    explained = explain(f"{page.question} {page.explanation}") + (page.more and f"<p>{marked(page.more)}</p>")
    sign = f'<details class="help"><summary aria-label="Help">?</summary><div tabindex="0">{explained}</div></details>'
    return f"""<div class="asked"><strong>{escape(page.question)}</strong> <span>{escape(page.explanation)}</span> {explained and sign}</div>"""


def choose(widget: Callable[..., Any], label: str, names: Mapping[Any, str], *, key: str, **how: Any) -> Any:
    """Draw a choice without its label, with a widget such as `st.selectbox`; `names` are the values with their names."""
    return widget(
        label, list(names), key=key, format_func=names.__getitem__, label_visibility="collapsed", **how
    )


def choose_one(label: str, names: Mapping[Any, str] | Sequence[str], *, key: str) -> Any:
    """Draw the choice of one of a few values, all of them visible, without its label."""
    if not isinstance(names, Mapping):
        names = {name: name for name in names}
    return choose(st.segmented_control, label, names, key=key, required=True, wrap=True)


def explain(sentence: str) -> str:
    """Return the glossary entries of the terms in a sentence, as markup.

    >>> explain("Which pair is next?")
    '<p><strong>pair</strong>: Two neighbouring tokens in the same chunk. <em>The pairs of <code>low</code> are <code>l</code> <code>o</code> and <code>o</code> <code>w</code>.</em></p>'
    """
    return "".join(
        f"<p><strong>{one.name}</strong>: {marked(one.sentence)} <em>{marked(one.example)}</em></p>"
        for one in terms_in(sentence)
    )
