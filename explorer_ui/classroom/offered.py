"""Whether this process has classes: what a page asks before it offers to open one."""

from typing import Literal

from explorer_ui.components.player.payload import Offer

base: str | None = None
"""The path of the classes, such as "/class"; None where no route leads to one, or a setting takes them away."""


def class_offer(page: Literal["train", "encode"], link: str | None) -> Offer | None:
    """Return what the player needs to open a class on a page, or None where it cannot.

    Args:
        page: The page of the app, "train" or "encode".
        link: The query that restores what it shows, or None if the text is too long for one.
    """
    return None if base is None else {"base": base, "page": page, "link": link}
