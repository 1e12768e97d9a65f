"""Adds state to the page links, and the button that expands them on a narrow screen."""

from explorer_ui.components.assets import component
from explorer_ui.components.teaching.payload import Offer

_mount = component("menu/pages_menu")


def pages_menu(page: str, classroom: Offer | None) -> None:
    """Draw the button, labelled with the page; call it after the links to the pages, in the same container.

    `classroom` is for a page that has no class panel of its own.
    """
    _mount(data={"page": page, "classroom": classroom}, key="pages_menu")
