"""The box for the text, at the top of every page; it is edited in the browser, and Python is notified after a debounce delay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypedDict

import streamlit as st

from bpe_core.tables import TABLES
from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.browser.encoder.live import EncoderData, encoder_of
from explorer_ui.parts.text_box.paste_guard import MAX_BOX
from explorer_ui.visit.limits import MAX_EDITED, MAX_REQUEST, MAX_REQUEST_MB, MAX_TEXT, MAX_UPLOAD_MB
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.replacing import POINTS_INTO_TEXT, bounded, replace, undo
from explorer_ui.visit.samples import sample_names, sample_text

_mount = component("parts/text_box/text_box")

_BEGINNING = 400


class LiveRowData(TypedDict):
    """The tokenizer whose tokens are shown below the box while typing on a touch screen, and its encoder."""

    name: str
    encoder: EncoderData


def ask_for_text(place: str, caption: str = "") -> None:
    """Draw the box for the text, on one line that opens for editing; in a place it stays what it is.

    The `caption` says what the text is for, on a page with two texts.
    """
    state = st.session_state
    text: str = state.text
    most, most_mb = (MAX_REQUEST, MAX_REQUEST_MB) if place == "chat" else (MAX_TEXT, MAX_UPLOAD_MB)
    data = {
        # A text that is too long is put into the box only after confirmation.
        "text": text if len(text) <= MAX_EDITED or state.editing_long else None,
        "beginning": text[:_BEGINNING].encode("utf-8", "replace").decode("utf-8"),
        "caption": caption,
        "length": len(text),
        "name": state.text_name,
        "revision": state.text_revision,
        "heard": state.text_heard,
        "undo": state.undone[-1].what if state.undone else "",
        "samples": list(sample_names()),
        "mostBytes": most_mb * 1_000_000,
        "mostCharacters": most,
        "mostUnits": MAX_BOX,
        "uploadHint": f"A text file, up to {most_mb} MB and {most:,} characters; or drop it on the box",
        "live": _live_row(),
    }
    text_box(data, on_message=partial(hear, most=most), key=f"text_box {place}")


def text_box(data: Mapping[str, Any], *, on_message: Callable[[Mapping[str, Any]], None], key: str) -> None:
    """Draw the box; `on_message` is called before the next run with what the browser sent.

    That may be anything; messages of the box have `serial`, `revision`, `act`, and `text` if something was typed.
    """

    def hear_said() -> None:
        message = heard(key, "said")
        if isinstance(message, Mapping):
            on_message(message)

    _mount(key=key, data=data, on_said_change=hear_said)


def _live_row() -> LiveRowData | None:
    """Return the encoder for typing on a touch screen: the chosen tokenizer's, if the browser can run it; otherwise GPT-4o's."""
    state = st.session_state
    name = state.tokenizer if state.tokenizer in TABLES else "o200k_base"
    encoder = encoder_of(name, "special" if state.special_policy == "special" else "ordinary")
    return encoder and {"name": TOKENIZERS[name].short, "encoder": encoder}


def hear(message: Mapping[str, Any], *, most: int = MAX_TEXT) -> None:
    """Handle a message of the box; an invalid message changes nothing.

    Messages have increasing serial numbers, so that one that arrives twice is handled once. Typed text belongs
    to the revision that was edited: if a sample or file has replaced that revision in the meantime, undoing
    the replacement restores the typed text.
    """
    state = st.session_state
    serial = message.get("serial")
    if isinstance(serial, bool) or not isinstance(serial, int | float) or serial <= state.text_heard:
        return
    state.text_heard = serial
    typed = message.get("text")
    # The app's own box never sends a longer text.
    if isinstance(typed, str) and len(typed) <= MAX_BOX:
        _take_typed(typed, message.get("revision"))
    state.half_character = message.get("half") is True
    act = message.get("act")
    if act == "sample" and message.get("name") in sample_names():
        replace(f"“{message['name']}”", {"text": sample_text(message["name"])}, name=message["name"])
    elif act == "upload" and isinstance(message.get("file"), Mapping):
        _take_file(message["file"], most)
    elif act == "clear":
        replace("“Clear”", {"text": ""})
    elif act == "undo":
        undo()
    elif act == "edit":
        state.editing_long = True
        state.text_revision += 1


def use_the_beginning() -> None:
    """Shorten a text over the limit to its first `MAX_TEXT` characters; the whole text can be restored."""
    replace("the shortening of the text", {"text": st.session_state.text[:MAX_TEXT]})


def _take_typed(text: str, revision: object) -> None:
    state = st.session_state
    if revision == state.text_revision:
        if text != state.text:
            # The step and the selected token are kept, as far as the new text has them.
            state.update(POINTS_INTO_TEXT, text=text, text_name="", notice=None, look=None)
        return
    state.undone = bounded(
        tuple(
            item.with_text(text) if item.revision == revision and "text" in item.before else item
            for item in state.undone
        )
    )


def _take_file(file: Mapping[str, Any], most: int) -> None:
    name, text = str(file.get("name", "file"))[:200], file.get("text")
    # The app's own box sends no file that is too long or in doubt: it asks first.
    if isinstance(text, str) and len(text) <= most:
        replace(f"“{name}”", {"text": text}, name=name)
        st.session_state.notice = " ".join(_remarks(name, text, file)) or None


def _remarks(name: str, text: str, file: Mapping[str, Any]) -> Iterator[str]:
    if file.get("cut") is True:
        yield f"Only the first {len(text):,} characters of {name} are used."
    if len(text) > MAX_EDITED:
        yield f"{name} is too long to be kept in this tab: after a reload, upload it again."
    if (encoding := file.get("encoding")) in ("UTF-16", "Windows-1252"):
        yield f"{name} was read as {encoding}; the bytes shown are those of its text in UTF-8."
    if file.get("mark") is True:
        yield (
            f"{name} begins with a byte order mark (EF BB BF), which was removed. A program that reads the "
            "file as plain UTF-8 keeps it as a character and gets different ids."
        )
    if "\r" in text:
        has = (
            "ends its lines with CR LF, as Windows does"
            if "\r\n" in text
            else "contains the control character CR"
        )
        yield (
            f"{name} {has}; each CR counts as a byte of the text. The text box cannot hold a CR: if you edit "
            "the text there, line ends become LF."
        )
