"""Scenes: a page with what is set there, and what to say about it. Lessons, texts to try and puzzles are scenes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A page, the settings that are changed there, and what to do, to ask or to look for (`words`).

    `label` is the label of a text to try, or the question of a puzzle, whose answer is in `words`. `minutes` is when a
    scene of a lesson is planned, `steps` how often Page Down goes on within it. In markup · is a
    space.
    """

    page: str
    words: str
    state: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    minutes: str = ""
    steps: int = 0


def _scenes(name: str) -> dict[str, Sequence[Scene]]:
    return {key: tuple(Scene(**row) for row in rows) for key, rows in written(name).items()}


LESSONS = _scenes("lessons")
"""The lessons by their names, each with its scenes in order."""

PUZZLES = _scenes("puzzles")["puzzles"]
"""The usual puzzles. A test recomputes every figure in them."""
