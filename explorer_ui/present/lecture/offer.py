"""The lectures to choose from: each can begin at any of its scenes."""

from collections.abc import Sequence

import streamlit as st

from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.present.lecture.lecture import begin_lecture, title_of
from explorer_ui.present.lecture.own_lecture import OWN, lecture_query, own_lecture
from explorer_ui.visit.limits import MAX_LECTURE
from explorer_ui.words.course import page_of
from explorer_ui.words.scenes import LESSONS, Scene


def offer_lectures() -> None:
    """Draw the lessons that come with the app, and the box for the visitor's own, each with its scenes."""
    for name, scenes in LESSONS.items():
        lesson = st.expander(name, key=f"lesson_{name}", on_change="rerun")
        if lesson.open:
            with lesson:
                _scenes(name, scenes)
    own = st.expander(
        f"{OWN} lecture", expanded=bool(st.session_state.lecture), key="own_lecture", on_change="rerun"
    )
    if not own.open:
        return
    with own:
        st.text_area(
            "One scene per line: a link made with “Copy the link” on the page you want, followed by `+3` if Page "
            "Down should advance three steps there. Write the notes of a scene on the lines below it.",
            key="lecture",
            max_chars=MAX_LECTURE,
            height=180,
        )
        scenes, problems = own_lecture()
        for problem in problems:
            show_verbatim(problem)
        if not problems and scenes:
            _scenes(OWN, scenes)
            st.markdown("The link to this lecture; whoever opens it can read the notes:")
            query = lecture_query(st.session_state.lecture)
            st.code(
                f"{st.context.url or ''}?{query}" if query else "It is too long for a link.", language=None
            )


def _scenes(name: str, scenes: Sequence[Scene]) -> None:
    st.markdown(
        "In a lecture, Page Down or a presentation remote goes from scene to scene; P shows the picture "
        "alone. The notes open in a second window or on your phone, and are never projected. At the end "
        "your text and settings are restored."
    )
    st.button("Begin", key=f"begin_{name}", type="primary", on_click=begin_lecture, args=(name,))
    for number, scene in enumerate(scenes):
        press, question = st.columns([2, 7], vertical_alignment="center")
        question.markdown(page_of(scene.page).question)
        press.button(
            f"{number + 1}. {page_of(scene.page).known_as}"
            + (f", minutes {scene.minutes}" if scene.minutes else ""),
            key=f"scene_{name}_{number}",
            width="stretch",
            on_click=begin_lecture,
            args=(name, number),
        )
    with st.popover("Read the notes"):
        for number, scene in enumerate(scenes):
            show_verbatim(f"{number + 1}. {title_of(scene)}\n{scene.words}")
