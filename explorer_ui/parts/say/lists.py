"""Lists of the course: the pages, the texts to try on a page, and the puzzles of Start.

Each list is one element, because Streamlit's links and buttons take one message each, or three. The element is markup,
so it contains only texts of the course, nothing that a visitor typed. `pages_menu.js` handles clicks.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape

import streamlit as st

from explorer_ui.visit.replacing import lend
from explorer_ui.visit.state import go_to
from explorer_ui.words.course import PAGES, PLACES, Page, link_to, page_of, tabs_of
from explorer_ui.words.scenes import PUZZLES, Scene

_OFFERS = {f"{page.name} {scene.label}": scene for page in PAGES for scene in page.tries} | {
    scene.label: scene for scene in PUZZLES
}


def draw_tries(page: Page) -> None:
    """Draw the texts to try on a page as a row of chips; on a small screen one button opens the row.

    What to look for is said after a chip was pressed: `look_here`.
    """
    if page.tries:
        st.html(_chips(page))


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
        lend(what, {**page_of(scene.page).example, **scene.state}, look=(scene.page, said))
        go_to(scene.page)


def hear_page(message: object) -> None:
    """Go to the page that a message of the browser names, another one of the same place; any other message is ignored."""
    name = message.get("name") if isinstance(message, Mapping) else None
    if name in {page.name for page in PAGES}:
        go_to(str(name))


def show_small(words: str) -> None:
    """Draw what is said in passing, in small type; it may quote what somebody typed."""
    st.html(f'<small translate="no">{escape(words)}</small>')


def _chips(page: Page) -> str:
    # Only on a small screen is the row a popover, which a press closes; elsewhere the style sheet shows it always.
    closes = ' popovertarget="tries" popovertargetaction="hide"'
    chips = "".join(_button(f"{page.name} {scene.label}", scene.label, closes) for scene in page.tries)
    return (
        '<button type="button" class="try" popovertarget="tries">Try</button>'
        f'<div id="tries" class="tries" popover role="group" aria-label="Texts to try"><span>Try</span>{chips}</div>'
    )


def _button(name: str, label: str, more: str = "") -> str:
    return f'<button type="button" data-offer="{escape(name)}"{more}>{escape(label)}</button>'


def marked(words: str) -> str:
    """Return the markup of a sentence; code in backticks is the only markdown in these sentences.

    >>> marked("a `<|x|>`")
    'a <code>&lt;|x|&gt;</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words))


def _list(kind: str, offers: Iterable[str]) -> str:
    return f'<div class="offers {kind}">{"".join(offers)}</div>'


def _puzzle(scene: Scene) -> str:
    return (
        f"<details><summary>{escape(scene.label)}</summary><p>{marked(scene.words)}</p>"
        f"{_button(scene.label, f'See it on {page_of(scene.page).known_as}')}</details>"
    )


_PUZZLE_LIST = _list("puzzles", map(_puzzle, PUZZLES))


def _place(place: str) -> str:
    """Return the markup of a place: its name, which leads to its first page, and its pages as tabs."""
    first, *_ = pages = tabs_of(place)
    return f"<div>{link_to(first, escape(PLACES[place]))}<div>{''.join(map(_tab, pages))}</div></div>"


def _tab(page: Page) -> str:
    said = f'data-question="{escape(page.question)}" data-sentence="{escape(page.explanation)}"'
    return link_to(page, page.tab, f' data-page="{page.name}" {said}')


_NAMES = f"<nav aria-label='Pages'>{''.join(map(_place, PLACES))}</nav>"


def draw_link(name: str, words: str) -> None:
    """Draw a link to a page, on a line of its own."""
    st.html(link_to(page_of(name), escape(words)) + " →")


def draw_invitation(accepted: str = "") -> None:
    """Draw the button that opens the text box; once a text was typed, what there is to say about it takes its place."""
    button = '<button type="button" class="own-words">Now your own words</button>'
    st.html(f'<p class="own-words">{escape(accepted)}</p>' if accepted else button)


def draw_page_names() -> None:
    """Draw the places, and the tabs of each; `pages_menu.js` marks the current ones."""
    st.html(_NAMES)
