"""A lecture that runs in this session: its scene, what the teacher's own screen says about it, and its end."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import streamlit as st

from explorer_ui.browser.answers import index_below
from explorer_ui.present.classroom import class_offer
from explorer_ui.present.lecture.own_lecture import BASE, OWN, own_lecture
from explorer_ui.visit.replacing import give_back, lend
from explorer_ui.visit.state import go_to
from explorer_ui.words.course import page_of
from explorer_ui.words.examples import undo_example
from explorer_ui.words.scenes import LESSONS, Scene


class LectureData(TypedDict):
    """The scene of a lecture that is shown."""

    at: int
    of: int
    begun: int  # identifies the lecture, and each visit of a scene
    title: str
    minutes: str
    notes: str
    following: str  # the title of the next scene
    steps: int  # how often Page Down goes on in the scene, before it goes on to the next
    base: str | None  # the path of the classes, null if there are none


def offer_tour() -> None:
    """Draw the button with which visitors give themselves the shortest lecture; nothing while one runs."""
    if lecture_data() is None:  # also where a tab remembers a lecture that there no longer is
        name = next(iter(LESSONS))
        st.button(
            "Take the guided tour", key="tour", icon=":material/route:", on_click=begin_lecture, args=(name,)
        )


def begin_lecture(name: str, at: int = 0) -> None:
    """Begin a lecture at one of its scenes, if it still has it; its end restores what was there before."""
    if at < len(_scenes(name)):
        st.session_state.lecture_of = name
        go_to_scene(at)


def end_lecture() -> None:
    """End the lecture, and restore what was there before."""
    state = st.session_state
    state.update(lecture_at=None, lecture_of="", lecture_begun=state.lecture_begun + 1)
    give_back("the end of the lecture")


def title_of(scene: Scene) -> str:
    """Return the page of a scene and its question, as the teacher's own screen announces it."""
    page = page_of(scene.page)
    return f"{page.known_as}: {page.question}"


def lecture_data() -> LectureData | None:
    """Return what the projector's page and the teacher's own screen need, or None if no lecture runs."""
    state = st.session_state
    scenes = _scenes(state.lecture_of)
    at = state.lecture_at
    if at is None or at >= len(scenes):
        return None
    scene = scenes[at]
    return {
        "at": at,
        "of": len(scenes),
        "begun": state.lecture_begun,
        "title": title_of(scene),
        "minutes": scene.minutes,
        "notes": scene.words,
        "following": title_of(scenes[at + 1]) if at + 1 < len(scenes) else "",
        "steps": scene.steps,
        "base": class_offer.base,
    }


def hear_move(message: object) -> None:
    """Go to the scene that the browser names, or end the lecture; a message of an earlier scene changes no setting."""
    state = st.session_state
    if not isinstance(message, Mapping):
        return
    scenes = _scenes(state.lecture_of)
    if message.get("begun") != state.lecture_begun:
        # A move that was asked for again names the page before, and Streamlit has gone back to it.
        if state.lecture_at is not None and state.lecture_at < len(scenes):
            go_to(scenes[state.lecture_at].page)
        return
    at = index_below(message.get("where"), len(scenes))
    if message.get("where") == "end":
        end_lecture()
    elif at is not None:
        go_to_scene(at)


def go_to_scene(at: int) -> None:
    """Restore what the scene before has changed, set another one, and go to its page."""
    state = st.session_state
    scene = _scenes(state.lecture_of)[at]
    undo_example()
    give_back()
    go_to(scene.page, lecture_at=at, lecture_begun=state.lecture_begun + 1)
    lend(f"the scene on {page_of(scene.page).known_as}", {**BASE, **scene.state})


def _scenes(name: str) -> Sequence[Scene]:
    return own_lecture()[0] if name == OWN else LESSONS.get(name, ())
