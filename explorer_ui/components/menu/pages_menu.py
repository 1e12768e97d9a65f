"""Adds state to the page links, and the button that expands them on a narrow screen."""

from explorer_ui.components.assets import component

_mount = component("menu/pages_menu")


def pages_menu(page: str) -> None:
    """Draw the button, labelled with the page; call it after the links to the pages, in the same container."""
    _mount(data={"page": page}, key="pages_menu")
