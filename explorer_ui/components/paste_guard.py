"""Half a character in a text box becomes U+FFFD before it is sent, as tiktoken would read it."""

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "bpe_paste_guard", js=Path(__file__).with_suffix(".js").read_text("utf-8")
)


def paste_guard() -> bool:
    """Watch all text boxes of the page; say whether something was replaced since the page was opened."""
    answer = _mount(key="paste_guard", default={"replaced": False}, on_replaced_change=_nothing)
    return bool(answer.get("replaced"))


def _nothing() -> None:
    """The rerun itself is what the page needs: it shows the warning."""
