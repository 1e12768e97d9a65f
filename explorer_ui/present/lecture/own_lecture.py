"""Lectures: scenes, each with its page, its settings, and the notes that only the teacher sees.

Two lectures come with the app; a teacher's own is a text. In this text a link to a page of the app (from “Copy the
link”), on a line of its own, begins a scene. `+3` after the link says that Page Down goes on three
times before the next scene. The lines below are the notes of the scene.
"""

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from explorer_ui.present.lecture.steps import most_steps
from explorer_ui.visit.limits import MAX_LECTURE, MAX_LINK_TEXT, MAX_SCENES
from explorer_ui.visit.links import read_query, text_to_query
from explorer_ui.visit.settings import DEFAULTS, SETTINGS
from explorer_ui.words.course import page_at
from explorer_ui.words.scenes import Scene

OWN = "Your own"
"""The name of the lecture that a teacher has written."""

_LINK = re.compile(r"(https?://\S+|/\S*)(?: +\+(\d{1,4}))?")


BASE = {key: DEFAULTS[key] for key, setting in SETTINGS.items() if setting.linked and not setting.own_link}
"""The settings of a scene unless it sets others."""


def own_lecture() -> tuple[list[Scene], list[str]]:
    """Return the scenes that the visitor has written, and a sentence for each problem."""
    return read_lecture(st.session_state.lecture, host=urlsplit(st.context.url or "").netloc)


def read_lecture(text: str, *, host: str = "") -> tuple[list[Scene], list[str]]:
    r"""Return the scenes that a teacher has written, and a sentence for each problem.

    `host` is the app's own host: a link to another one is refused.

    >>> scenes, problems = read_lecture("/train?num_merges=9 +3\nAsk which pair is next.\n/growth")
    >>> [(scene.page, scene.words, scene.steps, scene.state["num_merges"]) for scene in scenes], problems
    ([('Train', 'Ask which pair is next.', 3, 9), ('Growth', '', 0, 100)], [])
    >>> read_lecture("/encode?text=zz +9")[1]
    ['Line 1 asks for 9 steps, but the picture of that page has 0.']
    >>> read_lecture("https://example.org/train", host="bpe.example.org")[1]
    ['Line 1 is a link to example.org, not to this app.']
    """
    scenes: list[Scene] = []
    problems: list[str] = []
    if len(text) > MAX_LECTURE:
        return [], [f"A lecture has at most {MAX_LECTURE:,} characters."]
    notes: list[list[str]] = []
    links = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if link := _LINK.fullmatch(line.strip()):
            links += 1
            # A short link may be one to a long text.
            if links > MAX_SCENES:
                continue
            try:
                scenes.append(_scene(link[1], int(link[2] or 0), host))
                notes.append([])
            except ValueError as error:
                problems.append(f"Line {number} {error}.")
        elif notes and links <= MAX_SCENES:
            notes[-1].append(line)
        elif line.strip() and not links:
            problems.append(f"Line {number} comes before the first link to a page.")
    if links > MAX_SCENES:
        problems.append(f"A lecture has at most {MAX_SCENES} scenes, and this has {links}.")
    told = ["\n".join(lines).strip() for lines in notes]
    return [replace(scene, words=words) for scene, words in zip(scenes, told, strict=True)], problems[:5]


def lecture_query(text: str) -> str | None:
    r"""Return the query that opens a lecture at any address of the app; None if it is too long for a link.

    >>> from explorer_ui.visit.links import query_to_text
    >>> query_to_text(lecture_query("https://bpe.example.org/train +3\nAsk.").removeprefix("lecture="))
    '/train +3\nAsk.'
    """
    lines = text.splitlines()
    short = [re.sub("^https?://[^/]*", "", line) if _LINK.fullmatch(line.strip()) else line for line in lines]
    packed = text_to_query("\n".join(short))
    return f"lecture={packed}" if len(packed) <= MAX_LINK_TEXT else None


def _scene(link: str, steps: int, host: str) -> Scene:
    parts = urlsplit(link)
    if parts.netloc and parts.netloc != host:
        raise ValueError(f"is a link to {parts.netloc}, not to this app")
    query = dict(parse_qsl(parts.query, max_num_fields=100))
    page = page_at(parts.path, query)
    if page is None:
        address = parts.path.rpartition("/")[2]
        raise ValueError(f"is a link to “{address[:40]}”, which is not a page of this app")
    state, problems = read_query(query)
    if problems or "lecture" in state:
        raise ValueError("has a setting that no page has: make the link with “Copy the link”")
    state = {**BASE, **state}
    most = most_steps(page.name, state) if steps else None
    if most is not None and steps > most:
        raise ValueError(f"asks for {steps} steps, but the picture of that page has {most}")
    return Scene(page=page.name, words="", state=state, steps=steps)
