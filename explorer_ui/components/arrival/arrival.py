"""What the browser does when one goes from page to page of the app."""

from explorer_ui.components.assets import component

_mount = component("arrival/arrival")


def arrive(page: str, *, look: int | None) -> None:
    """Begin a page at its top, name it in the navigation, and let what was typed come along.

    Where `look` is another number than before, the page leads to what it says to look at. Drawn on every run,
    after the navigation.
    """
    _mount(data={"page": page, "look": look}, key="arrival_page")
