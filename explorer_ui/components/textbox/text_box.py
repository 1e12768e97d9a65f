"""The box for the text, on top of every page; it types in the browser, and Python hears when the hand rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import streamlit as st

from explorer_ui.components.assets import component
from explorer_ui.components.live.live import EncoderData
from explorer_ui.components.paste_guard.paste_guard import MAX_BOX

_mount = component("textbox/text_box")

_BEGINNING = 400


class LiveRowData(TypedDict):
    """The tokenizer whose tokens are shown on one row below the box while a finger types, and what encodes with it."""

    name: str
    encoder: EncoderData


@dataclass(frozen=True, slots=True)
class BoxState:
    """What the box shows.

    `whole` is the text, however long; `editable` says whether it goes into the box, as one that is too long does not
    unasked. `name` is that of the sample or file it came from. `revision` rises whenever something else than the box changed the text;
    `heard` is the serial of the last message that was heard; `undo` names what can be undone, or is empty.
    """

    whole: str
    editable: bool
    name: str
    revision: int
    heard: int
    undo: str


def text_box(
    state: BoxState,
    *,
    samples: Sequence[str],
    most_bytes: int,
    upload_hint: str,
    live: LiveRowData | None,
    on_message: Callable[[Mapping[str, Any]], None],
    key: str,
) -> None:
    """Draw the box; `upload_hint` says what can be uploaded, `live` what tokens a finger sees that types, `on_message` gets what the browser says, before the next run.

    A message is anything that a stranger may send; ours have `serial`, `revision`, `act`, and `text` where
    something was typed.
    """

    def hear() -> None:
        message = st.session_state[key].get("said")
        if isinstance(message, Mapping):
            on_message(message)

    whole = state.whole
    data = {
        "text": whole if state.editable else None,
        "beginning": whole[:_BEGINNING].encode("utf-8", "replace").decode("utf-8"),
        "length": len(whole),
        "name": state.name,
        "revision": state.revision,
        "heard": state.heard,
        "undo": state.undo,
        "samples": list(samples),
        "mostBytes": most_bytes,
        "mostUnits": MAX_BOX,
        "uploadHint": upload_hint,
        "live": live,
    }
    _mount(key=key, data=data, on_said_change=hear)
