"""Take it away: a training as a web page, as a table, and as a tokenizer in the field's file formats."""

import streamlit as st

from bpe_core import BpeError, Tokenizer, TrainingHistory
from bpe_core.formats import FORMATS, merges_csv, merges_json, write
from explorer_ui.components import export_page
from explorer_ui.payloads import player_data


def show_files(history: TrainingHistory) -> None:
    """Draw the download buttons, each with what its format can and cannot hold."""
    tokenizer = Tokenizer.from_history(history)
    page = export_page(
        player_data(history) | {"step": 0, "selected": None, "seek": None}, "Byte-pair encoding"
    )
    _row(
        "The player as a web page",
        "This text, its merges and the player in one file. It needs no network: open it from a USB stick, or "
        "put it on a course site.",
        {"bpe.html": page.encode("utf-8")},
        "text/html",
    )
    _row(
        "The list of merges",
        "Every merge with both sides, its id, and how often it was counted and replaced.",
        {"merges.csv": merges_csv(history), "merges.json": merges_json(history)},
        "text/plain",
    )
    for file_format in FORMATS.values():
        try:
            files = write(tokenizer, file_format.name)
        except BpeError as error:
            _row(file_format.title, str(error), {}, file_format.mime)
        else:
            _row(file_format.title, file_format.note, files, file_format.mime)


def _row(title: str, note: str, files: dict[str, bytes], mime: str) -> None:
    words, buttons = st.columns([3, 2], vertical_alignment="center")
    with words:
        st.markdown(f"**{title}**")
        # Some notes quote a token of the visitor's text: st.text would strip it, markdown rewrite it.
        if files:
            st.caption(note)
        else:
            st.code(note, language=None, wrap_lines=True)
    with buttons, st.container(horizontal=True):
        for name, data in files.items():
            st.download_button(name, data, name, mime, key=f"save_{title}_{name}", on_click="ignore")
