"""The tour: it says one thing, names the control to use, notices when it was used, and goes on.

It draws no page of its own: what counts as used is a change of what the pages keep in the session state.
"""

import streamlit as st

from explorer_ui.shell.course import page_of
from explorer_ui.shell.replacing import give_back
from explorer_ui.shell.tour import TOUR, TourStep


def tour_button(key: str) -> None:
    """Draw the button that begins the tour, or takes it up where it was left; nothing while it is under way."""
    state = st.session_state
    if state.guide_step is not None:
        return
    left_at = state.guide_left_at
    label = f"Go on with the tour, {left_at + 1} of {len(TOUR)}" if left_at else "Take the tour"
    st.button(label, key=key, icon=":material/route:", on_click=_go_to, args=(left_at,))


def show_guide(page_name: str) -> None:
    """Draw the bar of the tour, and go on to the next step if this one was done since the last run."""
    state = st.session_state
    if state.guide_step is None:
        return
    if step_is_done(page_name):
        _go_to(state.guide_step + 1)
    noticed = TOUR[state.guide_step - 1].noticed if state.guide_step else ""
    with st.container(border=True, key="guide", horizontal=True, vertical_alignment="center", gap="small"):
        if state.guide_step == len(TOUR):
            st.markdown(f"**✓** {noticed}")
            st.button("Close", key="guide_close", on_click=_leave, args=(0,))
            return
        step = TOUR[state.guide_step]
        here = page_name == step.page
        if here and state.guide_before is None:
            state.guide_before = _kept(step)
        st.markdown(
            f"**{state.guide_step + 1} of {len(TOUR)}** · "
            + (f"✓ {noticed} " if noticed else "")
            + (f"**{step.sentence}**" if here else f"**The next step is on the page {step.page}.**")
        )
        if not here and st.button(f"Go to {step.page}", key="guide_go", type="primary"):
            st.switch_page(page_of(step.page).file)
        st.button("Skip", key="guide_skip", type="tertiary", on_click=_go_to, args=(state.guide_step + 1,))
        st.button("Leave", key="guide_leave", type="tertiary", on_click=_leave, args=(state.guide_step,))


def step_is_done(page_name: str) -> bool:
    """Say whether what the tour waits for on this page was done since the bar was drawn.

    A fragment that changes what the tour watches asks this at its end and reruns the whole page if so: once
    in a tour, when the hand has come to rest, instead of watching the clock.
    """
    state = st.session_state
    if state.guide_step is None or state.guide_step == len(TOUR) or state.guide_before is None:
        return False
    step = TOUR[state.guide_step]
    return page_name == step.page and _kept(step) != state.guide_before


def _kept(step: TourStep) -> int:
    # A number represents the values: one of them may be a text of a million characters.
    return hash(repr([st.session_state[key] for key in step.watched]))


def _go_to(number: int) -> None:
    st.session_state.update(guide_step=number, guide_before=None)


def _leave(at: int) -> None:
    st.session_state.update(guide_step=None, guide_left_at=at, guide_before=None)
    give_back()
