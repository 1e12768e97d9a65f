"""The puzzles: frequent questions about tokens, answered, each with the page that shows it."""

from dataclasses import dataclass
from typing import Any

from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A question that people ask about tokens, its answer, and the page that shows it with its settings.

    In the answers · is a space.
    """

    question: str
    answer: str
    page: str
    state: dict[str, Any]


PUZZLES = tuple(Puzzle(**row) for row in written("puzzles")["puzzles"])
"""The usual puzzles. A test recomputes every figure in them."""
