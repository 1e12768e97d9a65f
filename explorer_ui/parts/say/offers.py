"""Buttons that change the text: the texts to try on a page, and the puzzles of Start.

Each list is one element, because Streamlit's buttons would take three messages for each offer. The element is
markup, so it contains only texts of the course, nothing that a visitor typed. `pages_menu.js` handles clicks.
"""

import re
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

import streamlit as st

from explorer_ui.visit.replacing import lend
from explorer_ui.visit.state import go_to
from explorer_ui.words.course import PAGES, Page
from explorer_ui.words.puzzles import PUZZLES


class _Offer(NamedTuple):
    """A change: what it is called where it can be undone, its page, what to look for there, and the settings."""

    what: str
    page: str
    notice: str
    state: Mapping[str, Any]


_TRIES = {
    f"{page.name} {attempt.label}": _Offer(
        f"“{attempt.label}”", page.name, f"**{attempt.label}.** {attempt.notice}", attempt.state
    )
    for page in PAGES
    for attempt in page.tries
}
_PUZZLES = {
    puzzle.question: _Offer("the puzzle", puzzle.page, f"**{puzzle.question}** {puzzle.answer}", puzzle.state)
    for puzzle in PUZZLES
}


def draw_tries(page: Page) -> None:
    """Draw the texts to try on a page, each with what to look for."""
    st.html(
        _list(
            "tries",
            (
                f"<div>{_button(f'{page.name} {attempt.label}', attempt.label)}<p>{_marked(attempt.notice)}</p></div>"
                for attempt in page.tries
            ),
        )
    )


def draw_puzzles() -> None:
    """Draw the puzzles, each with its answer collapsed below the question."""
    st.html(_PUZZLE_LIST)


def hear_offer(message: object) -> None:
    """Apply the offer that a message of the browser names, and go to its page; any other message is ignored."""
    name = message.get("name") if isinstance(message, Mapping) else None
    offer = (_TRIES | _PUZZLES).get(name) if isinstance(name, str) else None
    if offer:
        lend(offer.what, offer.state, look=(offer.page, offer.notice))
        go_to(offer.page)


def _button(name: str, label: str) -> str:
    return f'<button type="button" data-offer="{escape(name)}">{escape(label)}</button>'


def _marked(words: str) -> str:
    """Return the markup of a sentence; code in backticks is the only markdown in these sentences.

    >>> _marked("a `<|x|>`")
    'a <code>&lt;|x|&gt;</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words))


def _list(kind: str, offers: Any) -> str:
    return f'<div class="offers {kind}">{"".join(offers)}</div>'


_PUZZLE_LIST = _list(
    "puzzles",
    (
        f"<details><summary>{escape(puzzle.question)}</summary><p>{_marked(puzzle.answer)}</p>"
        f"{_button(puzzle.question, f'See it on {puzzle.page}')}</details>"
        for puzzle in PUZZLES
    ),
)
