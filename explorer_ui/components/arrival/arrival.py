"""What the browser does when one goes from page to page of the app."""

from typing import TypedDict

from explorer_ui.components.assets import component

_mount = component("arrival/arrival")


class Arrived(TypedDict):
    """Where one is; `arrival.js` says what each value is."""

    page: str
    look: str | None
    at: str
    ring: bool


def arrive(page: str, *, look: str | None, at: str, ring: bool) -> None:
    """Begin a page at its top, and let what was typed come along.

    Where `look` is another string than before, the page leads to what the selector `at` names, and rings it if `ring`. Drawn on every run.
    """
    data: Arrived = {"page": page, "look": look, "at": at, "ring": ring}
    _mount(data=data, key="arrival_page")
