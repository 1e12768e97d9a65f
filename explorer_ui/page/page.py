"""The shell of every page, drawn around its view: the places and their tabs, the text, what is presented and shared."""

from collections.abc import Callable, Mapping
from typing import TypedDict

import streamlit as st

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.page.share import hear_share, open_shared
from explorer_ui.parts.picture.shown import begin_view
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.lists import draw_page_names, draw_tries, hear_offer, hear_page
from explorer_ui.parts.say.progress import reserve_progress
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.parts.text_box.paste_guard import MAX_BOX, Guarded, paste_guard
from explorer_ui.parts.text_box.text_box import ask_for_text, use_the_beginning
from explorer_ui.present.classroom.class_offer import class_offer, hear_question, make_question, sent
from explorer_ui.present.lecture.lecture import hear_move, lecture_data
from explorer_ui.present.take_along.take_along import SAVED
from explorer_ui.tokenizers.tokenizers import Subject
from explorer_ui.visit.beginning import begin, remember
from explorer_ui.visit.limits import MAX_REQUEST, MAX_TEXT
from explorer_ui.visit.state import (
    Settings,
    current_link,
    current_settings,
    keep_state,
    note_state,
    player_alone,
)
from explorer_ui.words.course import PAGES, Page, page_at, page_of, tabs_of, with_settings
from explorer_ui.words.examples import lend_example

_mount_arrival, _mount_menu = component("page/arrival"), component("page/pages_menu")


class Arrived(TypedDict):
    """The current place, which begins at its top; text typed on the previous page is sent."""

    place: str
    look: str | None  # when this string changes, the page scrolls to the target
    at: str  # a selector of the target


def draw_place(
    path: str,
    views: Mapping[str, Callable[[Settings], Subject | None]],
    *,
    opening: Callable[[str], None] | None = None,
) -> None:
    """Draw the page of a place that the address names; errors in its view are contained there.

    `views` has the function that draws each page of the place, by the name of the page; it returns what a question to a
    class can be about. `opening` draws what the first page has above the text, and is called with the text.
    """
    page, settings = _open_page(path, opening)
    subject = None
    with contained():
        subject = views[page.name](settings)
    open_shared(page)
    if player_alone():
        st.markdown(
            f"[Open in the BPE explorer]({st.context.url}{with_settings(page.query, current_link(page.name))})"
        )
    if make_question(subject):
        st.rerun()  # the head of the page, which is drawn first, sends it


def _open_page(path: str, opening: Callable[[str], None] | None) -> tuple[Page, Settings]:
    """Set up the page shell; return the page, and what the visitor has chosen."""
    keep_state()
    begun = begin()
    page = page_at(path, st.query_params.to_dict()) or PAGES[0]
    if begun:
        page = _go_on(page)
    st.set_page_config(page_title=f"{page.known_as} · BPE explorer", page_icon="🧩", layout="wide")
    if begun:
        begin_view()
        lend_example(page.name)
        note_state()  # includes what a link set: the next run may be a fragment's, which does not save it
    guarded = _draw_head(page)
    if not begun:
        st.stop()
    if not player_alone():
        if opening and not page.query:
            opening(st.session_state.text)
        if page.takes_text or page.tries:
            with st.container(horizontal=True, key="text_row"):
                if page.takes_text:
                    ask_for_text(page.place, _caption(page.name))
                draw_tries(page)
    reserve_progress()
    settings = current_settings()
    _say_what_was_changed(settings, guarded, half_character=st.session_state.half_character)
    _stop_at_a_text_too_long(settings, MAX_REQUEST if page.place == "chat" else MAX_TEXT)
    return page, settings


def _caption(name: str) -> str:
    """Return what the page's text is for, where another one is encoded."""
    if name != "Encode":
        return ""
    return "Learned from" if st.session_state.tokenizer == "trained" else "Not encoded here"


def _go_on(page: Page) -> Page:
    """Go to the page that was asked for, such as that of a scene; return it if it is in this place, as it is then drawn.

    The address then names it, each page in one way: the browser compares it with those of the tabs.
    """
    state, query = st.session_state, st.query_params
    onward = page_of(state.goes_to or page.name)
    if onward.place != page.place:
        # The wish is kept until the other place is drawn: a message that names this one may come before.
        st.switch_page(onward.file, query_params=onward.query)
    state.goes_to = ""
    if onward != page:
        # Another depth of the picture stays in its frame.
        stays_alone = player_alone() and onward.view == page.view
        query.from_dict(onward.alone if stays_alone else onward.query)
    elif not player_alone() and {key: query[key] for key in ("view", "depth") if key in query} != page.query:
        query.from_dict({**{key: query[key] for key in query if key not in ("view", "depth")}, **page.query})
    return onward


def _draw_head(page: Page) -> Guarded:
    """Draw the names of the pages and the invisible components; returns what was changed in the text boxes."""
    name, place = page.name, page.place
    if not player_alone():
        with st.container(horizontal=True, gap=None, key="navigation"):
            draw_page_names()
            _draw_menu(page)
    with st.container(key="arrival"):
        look, at = _to_look_at(name)
        arrived: Arrived = {"place": place, "look": look, "at": at}
        # The message that something is missing is answered by this run.
        _mount_arrival(data=arrived, key=f"arrival {place}", on_missing_change=lambda: None)
        remember(f"tab_memory {place}")
        if st.session_state.begun == "yes" and (player_alone() or not page.takes_text):
            # Unseen, it stores the text that a link has set, and sends again what was typed on the page before.
            ask_for_text(place)
        return paste_guard()


def _draw_menu(page: Page) -> None:
    """Draw the button that expands the page links, after the links, and hear what the browser sends."""
    name, key = page.name, f"pages_menu {page.place}"
    tab = next(one.name for one in tabs_of(page.place) if one.view == page.view)

    def hear(what: str, tell: Callable[[object], None]) -> Callable[[], None]:
        return lambda: tell(heard(key, what))

    offer = class_offer(name)
    _mount_menu(
        data={
            "page": name,
            "tab": tab,
            "address": page.address,
            "classroom": offer and sent(offer),
            "lecture": lecture_data(),
            "saves": name in SAVED,
        },
        key=key,
        on_lecture_change=hear("lecture", hear_move),
        on_offer_change=hear("offer", hear_offer),
        on_page_change=hear("page", hear_page),
        on_question_change=hear("question", hear_question),
        on_share_change=hear("share", hear_share),
    )


def _to_look_at(name: str) -> tuple[str | None, str]:
    """Return the scroll target of the page: a string that changes when it should scroll again, and a selector."""
    state = st.session_state
    if state.look and state.look[0] == name:
        return f"text {state.text_revision}", ".st-key-look"
    return None, ""


def _say_what_was_changed(settings: Settings, guarded: Guarded, *, half_character: bool) -> None:
    if st.session_state.notice:
        show_verbatim(st.session_state.notice)
    if guarded.too_long:
        st.warning(
            f"You pasted {guarded.too_long:,} characters; the limit of a text box is {MAX_BOX:,}. The box "
            "was left unchanged."
        )
    if (guarded.replaced or half_character) and "\ufffd" in settings.text:
        st.warning("Your text contains an unpaired surrogate. It is shown and encoded as U+FFFD.")


def _stop_at_a_text_too_long(settings: Settings, most: int) -> None:
    if len(settings.text) > most:
        st.error(
            f"The text has {len(settings.text):,} characters; the limit is {most:,}. Shorten it in the "
            "box; nothing is lost. On the command line, `bpe-explorer encode --count --file FILE` counts the "
            "tokens of a whole file."
        )
        st.button(f"Use the first {MAX_TEXT:,} characters", on_click=use_the_beginning)
        st.stop()
