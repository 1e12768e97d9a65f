"""What a page shows: its view announces it, and the page shell offers to save it.

The view announces it again in every run, with the current state of the picture.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import NamedTuple

from bpe_core import TrainingHistory
from explorer_ui.visit.beginning import remember_step
from explorer_ui.visit.training_request import TrainingRequest


class Picture(NamedTuple):
    """A picture of a page: its component, and all that the component takes, including its state."""

    page: str
    component: str
    data: Mapping[str, object]


class Played(NamedTuple):
    """What the player shows: a training as requested, or an encoding in the player's format; and the step."""

    made: TrainingHistory | Mapping[str, object]
    request: TrainingRequest
    step: int


_SHOWN: ContextVar[Picture | Played | None] = ContextVar("shown", default=None)


def close_picture(shown: Picture | Played) -> None:
    """Announce what is shown, and store the visitor's choices; a view calls it after its picture.

    In a fragment it may end the run, and begin one of the whole page.
    """
    _SHOWN.set(shown)
    remember_step()


def what_is_shown() -> Picture | Played | None:
    """Return what the view has announced in this run, if anything."""
    return _SHOWN.get()


def begin_view() -> None:
    """Forget what the last run has shown."""
    _SHOWN.set(None)
