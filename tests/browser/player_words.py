"""The two sentences above the player's text: where they are, and what they must contain in any wording."""

import re

from playwright.sync_api import FrameLocator, Locator, Page

Place = Page | Locator | FrameLocator


def past(place: Place) -> Locator:
    """The sentence about what the last step did."""
    return place.locator(".bpe-player .past")


def upcoming(place: Place) -> Locator:
    """The sentence about the next step: what it will do, a question about it, or why there is none."""
    return place.locator(".bpe-player .upcoming")


def remark(place: Place) -> Locator:
    """Everything else that is said about the next step."""
    return place.locator(".bpe-player .remark")


def tells(*parts: str | int) -> re.Pattern[str]:
    """Match a sentence that contains these parts in this order.

    Pass a count, which has commas, as a number; pass an id or a rank, which has none, as a string.

    >>> bool(tells("a", 1201, "12919").search("a occurs 1,201 times (12919)"))
    True
    >>> bool(tells(20).search("1,200, 201 and 20,000"))
    False
    """
    return re.compile(
        ".*".join(
            rf"(?<![\d])(?<!\d,){part:,}(?!,?\d)" if isinstance(part, int) else re.escape(part)
            for part in parts
        )
    )
