"""The guided tour: it gives one instruction, draws a ring around the control to use, detects its use, and goes on.

The tour has no pages of its own: a step is done when a value that the pages keep in the session state changes.
The temporary changes of a step are undone when its page is left, or the next step begins.
"""

import streamlit as st

from explorer_ui.present.lecture.tour import TOUR, TourStep
from explorer_ui.visit.replacing import give_back, lend
from explorer_ui.visit.state import go_to, has_changed, wait_for


def tour_button(key: str) -> None:
    """Draw the button that begins the tour, or resumes it; nothing while it is running."""
    state = st.session_state
    if state.guide_step is not None:
        return
    left_at = state.guide_left_at
    label = f"Continue the tour, {left_at + 1} of {len(TOUR)}" if left_at else "Take the guided tour"
    st.button(label, key=key, icon=":material/route:", on_click=_go_to, args=(left_at,))


def control_of_tour(page_name: str) -> str:
    """Return a selector for the control that the tour asks to use on this page, or ""."""
    step = _step_on(page_name)
    return step.control if step else ""


def show_guide(page_name: str) -> None:
    """Draw the bar of the tour, and go on to the next step if the current step was done since the last run."""
    state = st.session_state
    if state.guide_step is None:
        return
    step = _step_on(page_name)
    if step and has_changed():
        _go_to(state.guide_step + 1, noticed=TOUR[state.guide_step].noticed)
    step = _step_on(page_name)
    if step and not state.awaited[0]:
        _begin(step)
    elif state.guide_page != page_name:
        give_back()
        wait_for()
    with st.container(border=True, key="guide", horizontal=True, vertical_alignment="center", gap="small"):
        noticed = f"✓ {state.guide_noticed} " if state.guide_noticed else ""
        if state.guide_step == len(TOUR):
            st.markdown(noticed or "That was the tour; your text is as you left it.")
            st.button("Close", key="guide_close", on_click=_leave, args=(0,))
            return
        st.markdown(
            f"**{state.guide_step + 1} of {len(TOUR)}** · {noticed}"
            + (f"**{step.sentence}**" if step else f"Next: **{TOUR[state.guide_step].page}**.")
        )
        if not step:
            onward = TOUR[state.guide_step].page
            st.button(f"Go to {onward}", key="guide_go", type="primary", on_click=go_to, args=(onward,))
        st.button("Skip", key="guide_skip", type="tertiary", on_click=_go_to, args=(state.guide_step + 1,))
        st.button("Leave", key="guide_leave", type="tertiary", on_click=_leave, args=(state.guide_step,))


def _step_on(page_name: str) -> TourStep | None:
    number: int | None = st.session_state.guide_step
    if number is None or number == len(TOUR) or TOUR[number].page != page_name:
        return None
    return TOUR[number]


def _begin(step: TourStep) -> None:
    state = st.session_state
    give_back()
    if step.loan:
        lend("the tour", step.loan)
    wait_for(step.watched)
    state.guide_page = step.page


def _go_to(number: int, *, noticed: str = "") -> None:
    st.session_state.update(guide_step=number, guide_noticed=noticed)
    wait_for()


def _leave(at: int) -> None:
    st.session_state.update(guide_step=None, guide_left_at=at, guide_noticed="")
    wait_for()
    give_back()
