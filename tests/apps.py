"""Runs the app in a test, without a browser."""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from explorer_ui.visit.names import ALONE
from explorer_ui.words.course import page_of
from explorer_ui.words.scenes import Scene

APP = str(Path(__file__).parents[1] / "app.py")

# How long a run may take, in seconds, on a machine that is very busy; it only matters if something hangs.
PATIENCE = 900

ON_LOAN = ("text", "tokenizer", "chat_format", "special_policy", "chunk_overlap")

# Every app searches all installed packages for components: most of its time, and always with the same result.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def open_app(name: str = "Start", *, query: Mapping[str, str] | None = None, **state: object) -> AppTest:
    """Open a page by its name, as a new visitor who followed a link with `query`.

    With `state` in the session, the page does not open on its example.
    """
    app = AppTest.from_file(APP, default_timeout=PATIENCE)
    for key, value in state.items():
        app.session_state[key] = value
        app.session_state["chosen"] = ON_LOAN
    visit(app, name, **(query or {})).run()
    assert not app.exception
    return app


def visit(app: AppTest, name: str, **query: str) -> AppTest:
    """Let the next run draw another page, by its name."""
    page = page_of(name)
    app.query_params.clear()
    app.query_params.update({**(page.alone if query.get("view") == ALONE else page.query), **query})
    return app.switch_page(page.file)


def press(app: AppTest, label: str) -> AppTest:
    """Press the button with this label, and run the page."""
    [button] = [one for one in app.button if one.label == label]
    return button.click().run()


def upload(app: AppTest, *files: tuple[str, bytes], key: str = "tokenizer_upload") -> AppTest:
    """Upload files to a box, and run the page."""
    app.file_uploader(key=key).set_value([(name, data, "text/plain") for name, data in files]).run()
    assert not app.exception
    return app


def attempt_of(page: str, label: str) -> Scene:
    """The text to try with this label, of a page by its name."""
    return next(attempt for attempt in page_of(page).tries if attempt.label == label)


def drawn(app: AppTest, component: str) -> list[Any]:
    """What the components of a kind were sent, such as `token_strip`, in the order of their places on the page."""
    parts = [part.proto for part in app.get("bidi_component")]
    return [json.loads(part.json) for part in parts if part.component_name == f"bpe_{component}"]


def saved_files(app: AppTest) -> dict[str, bytes]:
    """Run the page again, and return the tokenizer files that it offers, by their names."""
    saved: dict[str, bytes] = {}
    offer = "explorer_ui.tokenizers.save.st.download_button"
    with patch(offer, lambda name, data, *_, **__: saved.update({name: data})):
        app.run()
    return saved


def words(app: AppTest) -> str:
    """Return the sentences and the verbatim texts on a page."""
    elements = [*app.markdown, *app.info, *app.error, *app.warning, *app.code, *app.text, *app.caption]
    return "\n".join(str(element.value) for element in elements)


def markup(app: AppTest) -> str:
    """Return the markup of a page: the names of the pages, the texts to try, the question with its help."""
    return "\n".join(element.proto.body for element in app.get("html"))


def shows(app: AppTest, name: str) -> bool:
    """Whether a page is the one that is drawn; the names of the pages have the questions of all."""
    return f"<strong>{escape(page_of(name).question)}</strong>" in markup(app)


def say(app: AppTest, act: str, **more: object) -> AppTest:
    """Send a message of the text box, as the browser does after a pause, and run the page."""
    state = app.session_state
    waiting = [{"serial": state["text_heard"] + 1, "revision": state["text_revision"], "act": act, **more}]

    def box(_data: object, *, on_message: object, **_more: object) -> None:
        if waiting:
            assert callable(on_message)
            on_message(waiting.pop())

    with patch("explorer_ui.parts.text_box.text_box.text_box", box):
        app.run()
    return app.run()


def from_menu(app: AppTest, act: str, message: object, *, again: bool = True) -> AppTest:
    """Send a message of the component that every page has, such as `lecture`, and run the page, twice if `again`."""
    waiting = [message]

    def menu(*, key: str, **heard: object) -> None:
        if waiting:
            st.session_state[key] = {act: waiting.pop()}
            hear = heard[f"on_{act}_change"]
            assert callable(hear)
            hear()

    with patch("explorer_ui.page.page._mount_menu", menu):
        app.run()
    return app.run() if again else app


def type_text(app: AppTest, text: str) -> AppTest:
    """Type a text into the box, and run the page."""
    return say(app, "type", text=text)
