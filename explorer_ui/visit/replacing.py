"""Replaces the text or several settings at once, with undo.

A sample, a file, a text to try, a puzzle and a scene of a lecture replace what somebody typed and chose. Each uses
`replace`, which stores what was there before; `undo` restores it, one step for each replacement, and can be undone itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer_ui.visit.limits import MAX_TEXT
from explorer_ui.visit.settings import DEFAULTS, TOGETHER

MAX_UNDONE = 20
"""The maximum number of replacements that can be undone; their texts together have at most MAX_TEXT characters."""

UNDO = "“Undo”"
"""The name of an undo as a replacement; the text box knows it too."""

POINTS_INTO_TEXT: Mapping[str, Any] = {"prompt_end": None, "seam_at": None, "ways_chunk": None}
"""The settings that refer to a position in the text, with the values to which they are reset when the text is replaced."""

OF_ONE_TEXT: Mapping[str, Any] = {
    "step": 0,
    "selected": None,
    "text_name": "",
    "editing_long": False,
    **POINTS_INTO_TEXT,
}
"""All settings that are reset when the text is replaced."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replacement: its name, the values before it, and the revision of the text that it replaced."""

    what: str
    before: Mapping[str, Any]
    revision: int

    def with_text(self, text: str) -> "Replaced":
        """Return a copy with another previous text: one that was typed, but arrived too late."""
        return Replaced(self.what, {**self.before, "text": text}, self.revision)


def replace(
    what: str, changes: Mapping[str, Any], *, name: str = "", look: tuple[str, str] | None = None
) -> None:
    """Change several settings at once; `what` describes the change in the place that offers to undo it.

    `name` is the name of a new text, which is shown from its first step. `look` is a page and a sentence: the
    page scrolls to its main figure, and shows the sentence (`look_here`).
    """
    state = st.session_state
    if "text" in changes:
        changes = {**OF_ONE_TEXT, "text_name": name, **changes}
    if "encode_text" in changes:
        changes = {"encode_step": 0} | dict(changes)
    before = {key: state[key] for key in changes}
    state.undone = bounded((*state.undone, Replaced(what, before, state.text_revision)))
    state.update(changes, notice=None, look=look)
    state.text_revision += 1


def lend(what: str, changes: Mapping[str, Any], *, look: tuple[str, str] | None = None) -> None:
    """Change settings for a scene, and reset those that belong to them, so that it looks the same after any other.

    During a lecture, `give_back` restores what was there before.
    """
    state = st.session_state
    touched = [group for group in TOGETHER if not changes.keys().isdisjoint(group)]
    changes = {key: DEFAULTS[key] for group in touched for key in group} | dict(changes)
    if state.lecture_at is not None:
        keys = {
            *changes,
            *(("step", "selected", "text_name", *POINTS_INTO_TEXT) if "text" in changes else ()),
        }
        state.loan = {key: state[key] for key in keys} | state.loan
    replace(what, changes, look=look)


def give_back(what: str = "the end of the scene") -> None:
    """Restore what a scene of a lecture changed, when it is left."""
    state = st.session_state
    loan = {key: value for key, value in state.loan.items() if state[key] != value}
    state.loan = {}
    if loan:
        replace(what, loan)


def undo() -> None:
    """Undo the last replacement, and keep what was there instead: it comes back after all earlier replacements.

    So after the only replacement, a second undo undoes the first one, and nothing that was typed since is lost.
    """
    state = st.session_state
    if state.undone:
        *rest, last = state.undone
        now = Replaced(UNDO, {key: state[key] for key in last.before}, state.text_revision)
        state.update(last.before, undone=(now, *bounded(tuple(rest))), notice=None, look=None)
        state.text_revision += 1


def bounded(replaced: tuple[Replaced, ...]) -> tuple[Replaced, ...]:
    """Return the last replacements that may be stored: always one, and more if their texts are short enough."""
    kept: list[Replaced] = []
    room = MAX_TEXT
    for item in reversed(replaced[-MAX_UNDONE:]):
        room -= len(item.before.get("text", ""))
        if kept and room < 0:
            break
        kept.append(item)
    return tuple(reversed(kept))
