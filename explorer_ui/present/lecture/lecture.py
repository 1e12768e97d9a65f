"""A lecture that runs in this session: its scene, what the teacher's own screen says about it, and its end."""

from collections.abc import Mapping, Sequence
from typing import TypedDict
from urllib.parse import urlsplit

import streamlit as st

from explorer_ui.browser.answers import index_below
from explorer_ui.present.classroom import class_offer
from explorer_ui.present.lecture.teaching import BASE, LESSONS, OWN, Scene, read_lecture
from explorer_ui.visit.replacing import give_back, lend
from explorer_ui.visit.state import go_to
from explorer_ui.words.examples import keep_example


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


def own_lecture() -> tuple[list[Scene], list[str]]:
    """Return the scenes that the visitor has written, and a sentence for each problem."""
    return read_lecture(st.session_state.lecture, host=urlsplit(st.context.url or "").netloc)


def begin_lecture(name: str, at: int = 0) -> None:
    """Begin a lecture at one of its scenes; its end restores what was there before."""
    st.session_state.update(guide_step=None, lecture_of=name)
    _go_to(at)


def lecture_data() -> LectureData | None:
    """Return what the projector's page and the teacher's own screen need, or None if no lecture runs."""
    state, scenes = st.session_state, _scenes()
    at = state.lecture_at
    if at is None or at >= len(scenes):
        return None
    scene = scenes[at]
    return {
        "at": at,
        "of": len(scenes),
        "begun": state.lecture_begun,
        "title": scene.title,
        "minutes": scene.minutes,
        "notes": scene.words,
        "following": scenes[at + 1].title if at + 1 < len(scenes) else "",
        "steps": scene.steps,
        "base": class_offer.base,
    }


def hear_move(message: object) -> None:
    """Go to the scene that the browser names, or end the lecture; a message of an earlier scene changes nothing."""
    state = st.session_state
    if not isinstance(message, Mapping) or message.get("begun") != state.lecture_begun:
        return
    at = index_below(message.get("where"), len(_scenes()))
    if message.get("where") == "end":
        state.update(lecture_at=None, lecture_of="", lecture_begun=state.lecture_begun + 1)
        give_back("the end of the lecture")
    elif at is not None:
        _go_to(at)


def _scenes() -> Sequence[Scene]:
    name = st.session_state.lecture_of
    return own_lecture()[0] if name == OWN else LESSONS.get(name, ())


def _go_to(at: int) -> None:
    state, scene = st.session_state, _scenes()[at]
    keep_example()
    go_to(scene.page, lecture_at=at, lecture_begun=state.lecture_begun + 1)
    lend(f"the scene on {scene.page}", {**BASE, **scene.state})
