"""The box for the text, at the top of every page; it is edited in the browser, and Python is notified after a debounce delay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.browser.encoder.live import EncoderData
from explorer_ui.parts.text_box.paste_guard import MAX_BOX

_mount = component("parts/text_box/text_box")

_BEGINNING = 400


class LiveRowData(TypedDict):
    """The tokenizer whose tokens are shown below the box while typing on a touch screen, and its encoder."""

    name: str
    encoder: EncoderData


@dataclass(frozen=True, slots=True)
class BoxState:
    """The state of the box.

    `whole` is the text, however long; `editable` says whether it is put into the box: a text that is too long
    needs confirmation. `name` is the name of its sample or file. `revision` increases whenever something
    other than the box changes the text; `heard` is the serial of the last message received; `undo` names what
    can be undone, or is empty.
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
    most_characters: int,
    upload_hint: str,
    live: LiveRowData | None,
    on_message: Callable[[Mapping[str, Any]], None],
    key: str,
) -> None:
    """Draw the box.

    `upload_hint` says what can be uploaded, `live` has the tokenizer for the row below the box, `on_message`
    is called before the next run with what the browser sent. That may be anything; messages of the box have
    `serial`, `revision`, `act`, and `text` if something was typed.
    """

    def hear() -> None:
        message = heard(key, "said")
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
        "mostCharacters": most_characters,
        "mostUnits": MAX_BOX,
        "uploadHint": upload_hint,
        "live": live,
    }
    _mount(key=key, data=data, on_said_change=hear)
