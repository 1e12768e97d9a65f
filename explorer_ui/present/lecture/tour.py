"""The guided tour: a few things to do, page by page, and what to notice each time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class TourStep:
    """One step of the tour: its page, what to do there, and the sentence shown afterwards.

    It is done when one of the values with the keys in `watched` has changed. `control` is a selector for the
    control to use. `loan` is a temporary change, undone when the step is left.
    """

    page: str
    sentence: str
    watched: Sequence[str]
    noticed: str
    control: str
    loan: Mapping[str, Any] = field(default_factory=dict)


TOUR = tuple(TourStep(**row) for row in written("tour")["tour"])
"""The tour, in the order of the course."""
