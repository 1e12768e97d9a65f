"""What the browser does on navigation from page to page of the app."""

from typing import TypedDict

from explorer_ui.browser.assets import component

_mount = component("page/arrival")


class Arrived(TypedDict):
    """The current page."""

    page: str  # its name
    look: str | None  # when this string changes, the page scrolls to the target
    at: str  # a selector of the target
    ring: bool  # whether the target gets a ring


def arrive(page: str, *, look: str | None, at: str, ring: bool) -> None:
    """Begin a page at its top, and make sure that text typed on the previous page is sent.

    When `look` changes, the page scrolls to the element that the selector `at` matches, and draws a ring
    around it if `ring`. Call it on every run.
    """
    data: Arrived = {"page": page, "look": look, "at": at, "ring": ring}
    _mount(data=data, key="arrival_page")
