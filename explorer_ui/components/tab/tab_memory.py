"""What was chosen, kept by the browser for its tab, and given back to a session that begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import streamlit as st

from explorer_ui.components.assets import component

_mount = component("tab/tab_memory")


class Memory(TypedDict):
    """What the browser is told; `tab_memory.js` says what each value is."""

    link: str
    chosen: dict[str, str]
    lasting: dict[str, str] | None
    asked: str | None


def tab_memory(
    chosen: Mapping[str, str],
    *,
    link: str,
    key: str,
    lasting: Mapping[str, str] | None = None,
    asked: str | None = None,
    on_kept: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """Let the browser keep what was chosen; with `asked`, a new number, ask what it has instead.

    `lasting` is kept also when the tab is closed; None forgets it. `on_kept` gets the answer before the next run,
    whatever the browser sent: `text`, `chosen`, `lasting` and `link`, as far as there are any.
    """

    def hear() -> None:
        answer = st.session_state[key].get("kept")
        if on_kept and isinstance(answer, Mapping) and answer.get("asked") == asked:
            on_kept(answer)

    data: Memory = {
        "link": link,
        "chosen": dict(chosen),
        "lasting": None if lasting is None else dict(lasting),
        "asked": asked,
    }
    _mount(key=key, data=data, on_kept_change=hear)
