"""What the names of the pages say of themselves, and the button that unfolds them on a narrow screen."""

from explorer_ui.components.assets import component

_mount = component("menu/pages_menu")


def pages_menu(page: str) -> None:
    """Draw the button, named after the page; to be called after the links to the pages, in the same container."""
    _mount(data={"page": page}, key="pages_menu")
