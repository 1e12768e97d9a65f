"""The dialogs of "Present & share" in the bar: the browser asks for one, and the end of the page opens it."""

from collections.abc import Callable, Mapping

import streamlit as st

from explorer_ui.parts.picture.shown import Picture, Played, what_is_shown
from explorer_ui.parts.say.failures import contained
from explorer_ui.present.lecture.offer import offer_lectures
from explorer_ui.present.take_along.take_along import offer_file, offer_link, offer_markup
from explorer_ui.visit.state import note_state, player_alone
from explorer_ui.words.course import Page

_DIALOGS: Mapping[str, tuple[str, Callable[[Page, Picture | Played | None], None]]] = {
    "lecture": ("Give a lecture", lambda _page, _shown: offer_lectures()),
    "link": ("Copy the link", lambda page, _shown: offer_link(page)),
    "html": ("Save as a web page", lambda _page, shown: offer_file("html", shown)),
    "zip": ("Package for a learning platform", lambda _page, shown: offer_file("zip", shown)),
    "frame": ("Embed in slides or a course page", offer_markup),
}
"""By their names in `share_menu.js`, each with its title and what draws it."""


def hear_share(message: object) -> None:
    """Open the dialog that a message of the browser names at the end of this run; any other message is ignored."""
    what = message.get("what") if isinstance(message, Mapping) else None
    if isinstance(what, str) and what in _DIALOGS:
        st.session_state.sharing = what


def open_shared(page: Page) -> None:
    """Open the dialog that was asked for on a page, if any; call it after the view."""
    what, st.session_state.sharing = st.session_state.sharing, ""
    if what and not player_alone():
        title, draw = _DIALOGS[what]
        st.dialog(title, width="medium")(_draw)(draw, page, what_is_shown())


@contained()
def _draw(
    draw: Callable[[Page, Picture | Played | None], None], page: Page, shown: Picture | Played | None
) -> None:
    if st.session_state.goes_to:
        st.rerun()  # a lecture begins: the whole page runs, without the dialog
    draw(page, shown)
    note_state()  # what was typed here, since the page may be left without another run of it
