"""Whether this process supports classes: pages check this before they offer to open one."""

from typing import Literal

from explorer_ui.components.teaching.payload import Offer
from explorer_ui.shell.sharing import current_link, player_alone

base: str | None = None
"""The path of the classes, such as "/class"; None if there are no routes, or a setting disables them."""


def class_offer(page: Literal["train", "encode", "growth", "seam", "challenge"]) -> Offer | None:
    """Return what a component needs to open a class on the current page, or None if classes are not available."""
    if base is None or player_alone():
        return None
    return {"base": base, "page": page, "link": current_link()}
