"""The frame that every page opens first and closes last: title, navigation, text and settings, the way on."""

from pathlib import Path
from typing import Any

import streamlit as st

from explorer_ui.components.arrival.arrival import arrive
from explorer_ui.components.paste_guard.paste_guard import MAX_BOX, Guarded, paste_guard
from explorer_ui.frame.course import PAGES, Page, page_of
from explorer_ui.frame.guide import show_guide, tour_button
from explorer_ui.frame.limits import MAX_TEXT
from explorer_ui.frame.links import read_query
from explorer_ui.frame.sharing import offer_link
from explorer_ui.frame.state import Settings, current_settings, keep_state
from explorer_ui.frame.text_source import ask_for_text, new_text
from explorer_ui.frame.training_settings import ask_for_training
from explorer_ui.frame.verbatim import show_verbatim

_STYLE = f"<style>{Path(__file__).with_name('page.css').read_text('utf-8')}</style>"


def open_page(name: str, *, training_settings: bool = True) -> Settings:
    """Set the frame of a page and return what the visitor has chosen; the first act of every page.

    `training_settings` says whether the page offers recipe, number of merges and tie rule.
    """
    st.set_page_config(page_title=f"{name} · BPE explorer", page_icon="🧩", layout="wide")
    keep_state()
    _follow_link()
    st.html(_STYLE)
    guarded = _draw_head(name)
    with st.sidebar:
        ask_for_text()
        if training_settings:
            ask_for_training()
        offer_link()
        tour_button("tour_from_sidebar")
    settings = current_settings()
    _say_what_was_changed(settings, guarded)
    _stop_at_a_text_too_long(settings)
    _explain(page_of(name))
    return settings


def close_page(name: str) -> None:
    """Draw what every page ends in: texts to try, and the way on."""
    page = page_of(name)
    st.subheader("Try this")
    columns = st.columns(max(len(page.tries), 1))
    for column, attempt in zip(columns, page.tries, strict=False):
        with column.container(border=True):
            st.button(
                attempt.label,
                key=f"try_{attempt.label}",
                on_click=take_try,
                args=(attempt.state,),
                wrap=True,
            )
            st.caption(attempt.notice)
    number = PAGES.index(page)
    if number + 1 < len(PAGES):
        onward = PAGES[number + 1]
        st.page_link(
            onward.file, label=f"Next: **{onward.name}**. {onward.question}", icon=":material/arrow_forward:"
        )


def take_try(state: dict[str, Any]) -> None:
    """Set what a prepared text sets, as if the visitor had chosen it."""
    st.session_state.update(state)
    new_text()


def _follow_link() -> None:
    # A link counts once, when a session begins; afterwards the visitor's own choices do.
    if st.session_state.link_followed:
        return
    state, problems = read_query(st.query_params.to_dict())
    st.session_state.update(state, link_followed=True, notice="\n".join(problems) or None)


def _draw_head(name: str) -> Guarded:
    """Draw the names of the pages and the tour; return what was changed in the text boxes."""
    with st.container(horizontal=True, key="navigation"):
        for page in PAGES:
            st.page_link(page.file, label=page.name)
    with st.container(key="arrival"):
        arrive(name)
        guarded = paste_guard()
    show_guide(name)
    return guarded


def _say_what_was_changed(settings: Settings, guarded: Guarded) -> None:
    if st.session_state.notice:
        show_verbatim(st.session_state.notice)
    if guarded.too_long:
        st.warning(
            f"What you pasted has {guarded.too_long:,} characters; a text box takes {MAX_BOX:,}. The box is as it was."
        )
    if guarded.replaced and "\ufffd" in settings.text:
        st.warning(
            "What you typed held half a character (a lone surrogate). It is shown and encoded as U+FFFD."
        )


def _stop_at_a_text_too_long(settings: Settings) -> None:
    if len(settings.text) > MAX_TEXT:
        st.error(
            f"The text has {len(settings.text):,} characters; {MAX_TEXT:,} is the most that fits here. "
            "Shorten it on the left, nothing of it is lost."
        )
        st.stop()


def _explain(page: Page) -> None:
    if page.explanation:
        st.caption(f"**{page.question}** {page.explanation}")
