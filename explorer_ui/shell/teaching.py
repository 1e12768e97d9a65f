"""Two lessons with the app: what to show, what to ask, and what to set for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explorer_ui.shell.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One scene of a lesson: its minutes, its page with what is set there, what to do and to ask."""

    minutes: str
    page: str
    words: str
    state: dict[str, Any]


LESSONS: dict[str, Sequence[Scene]] = {
    name: [Scene(**row) for row in scenes] for name, scenes in written("lessons").items()
}
"""The lessons by their names, each with its scenes in order."""
