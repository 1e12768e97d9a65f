"""Lists of the course: the pages, the texts to try on a page, and the puzzles of Start.

Each list is one element, because Streamlit's links and buttons take one message each, or three. The element is markup,
so it contains only texts of the course, nothing that a visitor typed. `pages_menu.js` handles clicks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

import streamlit as st

from explorer_ui.visit.replacing import lend
from explorer_ui.visit.state import go_to
from explorer_ui.words.course import GROUPS, PAGES, Page, link_to, page_of
from explorer_ui.words.scenes import PUZZLES, Scene

_OFFERS = {f"{page.name} {scene.label}": scene for page in PAGES for scene in page.tries} | {
    scene.label: scene for scene in PUZZLES
}


def draw_tries(page: Page) -> None:
    """Draw the texts to try on a page, each with what to look for."""
    tries = (
        f"<div>{_button(f'{page.name} {scene.label}', scene.label)}<p>{_marked(scene.words)}</p></div>"
        for scene in page.tries
    )
    st.html(_list("tries", tries))


def draw_puzzles() -> None:
    """Draw the puzzles, each with its answer collapsed below the question."""
    st.html(_PUZZLE_LIST)


def hear_offer(message: object) -> None:
    """Apply the offer that a message of the browser names, and go to its page; any other message is ignored."""
    name = message.get("name") if isinstance(message, Mapping) else None
    scene = _OFFERS.get(name) if isinstance(name, str) else None
    if scene:
        said = f"**{scene.label}{'' if scene.label.endswith('?') else '.'}** {scene.words}"
        what = "the puzzle" if scene in PUZZLES else f"“{scene.label}”"
        lend(what, scene.state, look=(scene.page, said))
        go_to(scene.page)


def _button(name: str, label: str) -> str:
    return f'<button type="button" data-offer="{escape(name)}">{escape(label)}</button>'


def _marked(words: str) -> str:
    """Return the markup of a sentence; code in backticks is the only markdown in these sentences.

    >>> _marked("a `<|x|>`")
    'a <code>&lt;|x|&gt;</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words))


def _list(kind: str, offers: Iterable[str]) -> str:
    return f'<div class="offers {kind}">{"".join(offers)}</div>'


def _puzzle(scene: Scene) -> str:
    return (
        f"<details><summary>{escape(scene.label)}</summary><p>{_marked(scene.words)}</p>"
        f"{_button(scene.label, f'See it on {scene.page}')}</details>"
    )


_PUZZLE_LIST = _list("puzzles", map(_puzzle, PUZZLES))


def _nav(label: str, groups: Sequence[str]) -> str:
    return f"<nav aria-label='{label}'>{''.join(f'<div>{group}</div>' for group in groups)}</nav>"


def _name(name: str) -> str:
    return link_to(page_of(name), escape(name))


def _question(name: str) -> str:
    return link_to(page_of(name), f"<strong>{escape(name)}</strong> {escape(page_of(name).question)}")


_NAMES = _nav("Pages", [_name("Start"), *("".join(map(_name, names)) for _, names in GROUPS)])
_COURSE = _nav(
    "The course",
    [f"<strong>{escape(group)}</strong>{''.join(map(_question, names))}" for group, names in GROUPS],
)


def draw_page_names() -> None:
    """Draw the names of the pages, in the order of the course."""
    st.html(_NAMES)


def draw_course() -> None:
    """Draw the groups of the course, each page with its question."""
    st.html(_COURSE)
