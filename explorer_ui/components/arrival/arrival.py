"""What the browser does when one goes from page to page of the app."""

from typing import TypedDict

from explorer_ui.components.assets import component

_mount = component("arrival/arrival")


class Arrived(TypedDict):
    """Where one is; `arrival.js` says what each value is."""

    page: str
    look: int | None


def arrive(page: str, *, look: int | None) -> None:
    """Begin a page at its top, and let what was typed come along.

    Where `look` is another number than before, the page leads to what it says to look at. Drawn on every run.
    """
    data: Arrived = {"page": page, "look": look}
    _mount(data=data, key="arrival_page")
