"""The end of Growth, Ways, Prompt, Seam and Lives: stores the visitor's choices and offers the picture for export."""

from collections.abc import Callable, Mapping

import streamlit as st

from explorer_ui.parts.say.failures import contained
from explorer_ui.present.lecture.guide import step_is_done
from explorer_ui.present.take_along.export_page import PageName, export_picture
from explorer_ui.present.take_along.sharing import offer_saved_page
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.visit.beginning import remember_step
from explorer_ui.visit.state import player_alone
from explorer_ui.words.course import page_of


def close_picture(page_name: PageName, data: Mapping[str, object]) -> None:
    """Offer the picture as a web page, let the guided tour continue, and store the visitor's choices.

    Call it last in the fragment that runs when a control of the picture has been used; `data` is the
    picture's payload, including its current state.
    """
    if step_is_done(page_name):
        st.rerun()
    remember_step()
    if not player_alone() and st.button("Save this picture", icon=":material/download:"):
        _offer(page_name, cached_call("picture", _written, page_name, data))


def _written(page_name: PageName, data: Mapping[str, object]) -> bytes:
    page = page_of(page_name)
    return export_picture(page_name, data, page.question, sentence=f"{page.explanation} {page.more}").encode(
        "utf-8"
    )


@st.dialog("The picture as a web page")
@contained()
def _offer(page_name: PageName, written: Callable[[], bytes]) -> None:
    st.caption(
        "One file with this text and the interactive picture. It works offline: open it from a USB stick, "
        "send it, or put it on a course site."
    )
    offer_saved_page(f"bpe_{page_name.lower()}", written, page_of(page_name).question)
