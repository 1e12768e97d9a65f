"""The guided tour: the built-in lecture that visitors give themselves, each of whose scenes waits until it is done.

A bar gives one instruction, a ring is drawn around the control to use, and its use is noticed: a setting that the scene
watches has changed. The visitor goes to the next page when it suits; what the scene has set stays until then.
"""

import streamlit as st

from explorer_ui.present.lecture.lecture import TOUR_NAME, begin_lecture, end_lecture, go_to_scene
from explorer_ui.visit.replacing import give_back
from explorer_ui.visit.state import go_to, has_changed, wait_for
from explorer_ui.words.course import page_of
from explorer_ui.words.scenes import TOUR, Scene


def tour_button(key: str) -> None:
    """Draw the button that begins the tour, or resumes it; nothing while it is running."""
    left_at = st.session_state.tour_left_at
    if not _runs():
        label = f"Continue the tour, {left_at + 1} of {len(TOUR)}" if left_at else "Take the guided tour"
        st.button(label, key=key, icon=":material/route:", on_click=begin_lecture, args=(TOUR_NAME, left_at))


def control_of_tour(page_name: str) -> str:
    """Return a selector for the control that the tour asks to use on this page, or ""."""
    scene = _scene_on(page_name)
    return scene.control if scene else ""


def show_tour(page_name: str) -> None:
    """Draw the bar of the tour, and go on to the next scene if the current one was done since the last run."""
    state = st.session_state
    if not _runs():
        return
    if has_changed() and (scene := _scene_on(page_name)):
        _wait_at(state.lecture_at + 1, noticed=scene.noticed)
    at = state.lecture_at
    scene = _scene_on(page_name)
    if scene and not state.awaited[0]:
        go_to_scene(at)
        state.goes_to = ""  # it is here already
    elif page_name != TOUR[at - bool(state.tour_noticed or at == len(TOUR))].page:
        give_back()
        wait_for()
    with st.container(border=True, key="tour", horizontal=True, vertical_alignment="center", gap="small"):
        noticed = f"✓ {state.tour_noticed} " if state.tour_noticed else ""
        if at == len(TOUR):
            st.markdown(noticed or "That was the tour; your text is as you left it.")
            st.button("Close", key="tour_close", on_click=_leave, args=(0,))
            return
        onward = TOUR[at].page
        st.markdown(
            f"**{at + 1} of {len(TOUR)}** · {noticed}"
            + (f"**{scene.words}**" if scene else f"Next: **{page_of(onward).known_as}**.")
        )
        if not scene:
            st.button(
                f"Go to {page_of(onward).known_as}",
                key="tour_go",
                type="primary",
                on_click=go_to,
                args=(onward,),
            )
        st.button("Skip", key="tour_skip", type="tertiary", on_click=_wait_at, args=(at + 1,))
        st.button("Leave", key="tour_leave", type="tertiary", on_click=_leave, args=(at,))


def _runs() -> bool:
    state = st.session_state
    return state.lecture_of == TOUR_NAME and state.lecture_at is not None


def _scene_on(page_name: str) -> Scene | None:
    at: int = st.session_state.lecture_at
    return TOUR[at] if _runs() and at < len(TOUR) and TOUR[at].page == page_name else None


def _wait_at(number: int, *, noticed: str = "") -> None:
    """Wait for the visitor to go to the page of a scene."""
    st.session_state.update(lecture_at=number, tour_noticed=noticed)
    wait_for()


def _leave(at: int) -> None:
    st.session_state.update(tour_left_at=at, tour_noticed="")
    end_lecture()
