"""What the browser does when one goes from page to page of the app."""

from explorer_ui.components.assets import component

_mount = component("arrival/arrival")


def arrive(page: str) -> None:
    """Begin a page at its top, name it in the navigation, and let what was typed come along.

    Drawn on every run, after the navigation.
    """
    _mount(data={"page": page}, key="arrival_page")
