"""Whether this process has classes: what a page asks before it offers to open one."""

from typing import Literal

from explorer_ui.components.teaching.payload import Offer
from explorer_ui.shell.sharing import current_link, player_alone

base: str | None = None
"""The path of the classes, such as "/class"; None where no route leads to one, or a setting takes them away."""


def class_offer(page: Literal["train", "encode", "growth", "seam", "challenge"]) -> Offer | None:
    """Return what a component needs to open a class on a page as it stands now, or None where none can be opened."""
    if base is None or player_alone():
        return None
    return {"base": base, "page": page, "link": current_link()}
