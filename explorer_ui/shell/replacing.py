"""What takes the place of the text or of settings in one go, and how it is undone.

A sample, a file, a text to try, a puzzle and the tour change what somebody typed and chose. Each goes through
`replace`, which keeps what was there before; `undo` puts it back, one step for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer_ui.shell.limits import MAX_TEXT

MAX_UNDONE = 20
"""How many replacements can be undone, as long as their texts together are no longer than MAX_TEXT."""

POINTS_INTO_TEXT: Mapping[str, Any] = {"prompt_end": None, "seam_at": None, "ways_chunk": None}
"""What points at a place in the text, which another text does not have, with what points at none."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A replacement: what is called, the values before it, and the revision of the text that it ended."""

    what: str
    before: Mapping[str, Any]
    revision: int

    def with_text(self, text: str) -> "Replaced":
        """Return the same with another text before it: one that was typed, and heard of too late."""
        return Replaced(self.what, {**self.before, "text": text}, self.revision)


def replace(
    what: str, changes: Mapping[str, Any], *, name: str = "", look: tuple[str, str] | None = None
) -> None:
    """Set settings in one go; `what` is said of it where it can be undone.

    A new text begins at its first step, and is called `name`. `look` is a page and a sentence: the page leads to
    what there is to see, and says what to look for (`look_here`).
    """
    state = st.session_state
    if "text" in changes:
        begun = {"step": 0, "selected": None, "text_name": name, "editing_long": False, **POINTS_INTO_TEXT}
        changes = begun | dict(changes)
    if "encode_text" in changes:
        changes = {"encode_step": 0} | dict(changes)
    before = {key: state[key] for key in changes}
    state.undone = bounded((*state.undone, Replaced(what, before, state.text_revision)))
    state.update(changes, notice=None, look=look)
    state.text_revision += 1


def lend(what: str, changes: Mapping[str, Any], *, look: tuple[str, str] | None = None) -> None:
    """Set settings for a lesson: during the tour, `give_back` puts back what was there before."""
    state = st.session_state
    if state.guide_step is not None:
        keys = {
            *changes,
            *(("step", "selected", "text_name", *POINTS_INTO_TEXT) if "text" in changes else ()),
        }
        state.lent = {key: state[key] for key in keys} | state.lent
    replace(what, changes, look=look)


def give_back() -> None:
    """Put back what a step of the tour took, when it is left."""
    state = st.session_state
    lent = {key: value for key, value in state.lent.items() if state[key] != value}
    state.lent = {}
    if lent:
        replace("the end of a step of the tour", lent)


def undo() -> None:
    """Put back what the last replacement took away."""
    state = st.session_state
    if state.undone:
        *rest, last = state.undone
        state.update(last.before, undone=tuple(rest), notice=None, look=None)
        state.text_revision += 1


def bounded(replaced: tuple[Replaced, ...]) -> tuple[Replaced, ...]:
    """Return the last replacements, as many as may be kept: always one, more while their texts are short enough."""
    kept: list[Replaced] = []
    room = MAX_TEXT
    for item in reversed(replaced[-MAX_UNDONE:]):
        room -= len(item.before.get("text", ""))
        if kept and room < 0:
            break
        kept.append(item)
    return tuple(reversed(kept))
