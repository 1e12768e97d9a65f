"""The guided tour: a few things to do, page after page, and what to notice each time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer_ui.shell.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class TourStep:
    """One step of the tour: on which page, what to do there, and what to say once it was done.

    It counts as done when one of the values kept under the names in `watched` has changed. `control` selects what is
    to be used there. `loan` is what the step sets, until it is left.
    """

    page: str
    sentence: str
    watched: Sequence[str]
    noticed: str
    control: str
    loan: Mapping[str, Any] = field(default_factory=dict)


TOUR = tuple(TourStep(**row) for row in written("tour")["tour"])
"""The tour, in the order of the course."""
