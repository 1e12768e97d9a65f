"""Stores the visitor's choices in the browser, for one tab, and returns them to a new session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component

_mount = component("visit/tab_memory")


class Memory(TypedDict):
    """What is sent to the browser."""

    link: str  # the query of the link with which the session began
    chosen: dict[str, str]  # what differs from the defaults, each written as a string
    lasting: dict[str, str] | None  # what is stored beyond the tab; null if the visitor does not want that
    asked: str | None  # set while a new session waits for what was stored; each value is answered once


def tab_memory(
    chosen: Mapping[str, str],
    *,
    link: str,
    key: str,
    lasting: Mapping[str, str] | None = None,
    asked: str | None = None,
    on_kept: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """Store the visitor's choices in the browser; if `asked` is a new number, request what it has stored instead.

    `lasting` is stored even when the tab is closed; None deletes it. `on_kept` is called before the next run
    with whatever the browser sent: `text`, `chosen`, `lasting` and `link`, as far as they exist, and `isNew`: whether
    the address was opened, not reloaded.
    """

    def hear() -> None:
        answer = heard(key, "kept")
        if on_kept and isinstance(answer, Mapping) and answer.get("asked") == asked:
            on_kept(answer)

    data: Memory = {
        "link": link,
        "chosen": dict(chosen),
        "lasting": None if lasting is None else dict(lasting),
        "asked": asked,
    }
    _mount(key=key, data=data, on_kept_change=hear)
