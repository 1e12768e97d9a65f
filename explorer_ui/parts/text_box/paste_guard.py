"""Checks text boxes before they are sent: valid Unicode, and no more than fits in a message."""

from typing import NamedTuple

from explorer_ui.browser.answers import index_below, read_again
from explorer_ui.browser.assets import component

MAX_BOX = 4_000_000
"""The longest text in a box, in UTF-16 units; a longer one would not fit into a message and would end the connection."""

_mount = component("parts/text_box/paste_guard")


class Guarded(NamedTuple):
    """What was changed in the text boxes since the page was opened.

    `replaced`: unpaired surrogates, which became U+FFFD, as in tiktoken. `too_long`: the length of a text
    that was rejected, or 0.
    """

    replaced: bool
    too_long: int


def paste_guard() -> Guarded:
    """Watch all text boxes of the page; returns what was changed since the page was opened."""
    answer = _mount(
        key="paste_guard",
        data=MAX_BOX,
        default={"replaced": False, "too_long": 0},
        on_replaced_change=read_again,
        on_too_long_change=read_again,
    )
    return Guarded(bool(answer.get("replaced")), index_below(answer.get("too_long"), 2**53) or 0)
