"""Saves a tokenizer in the field's file formats, each with who reads it."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.formats import write
from bpe_core.formats.format import Format
from bpe_core.formats.snippets import SNIPPETS, snippet
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.verbatim import show_verbatim

_READERS = {
    "huggingface": "for transformers and tokenizers",
    "tiktoken": "for tiktoken",
    "gpt2": "for programs that read GPT-2's files",
    "minbpe": "for minbpe",
    "own": "for this app and its command line",
}


def in_format(tokenizer: Tokenizer, file_format: Format) -> None:
    """Draw the buttons that save a tokenizer in a format, or the reason why the format cannot represent it."""
    files = cached_with(tokenizer, f"as {file_format.name}", partial(_written, tokenizer, file_format.name))
    if isinstance(files, BpeError):
        offer_files(file_format.title, str(files), {}, file_format.mime)
    else:
        loads = (
            snippet(tokenizer, file_format.name, next(iter(files))) if file_format.name in SNIPPETS else ""
        )
        offer_files(
            file_format.title,
            file_format.note,
            files,
            file_format.mime,
            reader=_READERS[file_format.name],
            code=loads,
        )


def _written(tokenizer: Tokenizer, format_name: str) -> dict[str, bytes] | BpeError:
    """Return the files of a format, or the reason why it cannot represent the tokenizer; cached."""
    try:
        return write(tokenizer, format_name)
    except BpeError as error:
        return error.with_traceback(None)


def offer_files(
    title: str,
    note: str,
    files: Mapping[str, bytes | Callable[[], bytes]],
    mime: str,
    *,
    reader: str = "",
    code: str = "",
) -> None:
    """Draw the buttons of files with their title, `reader` and note, and the `code` that loads them on request.

    Without files, the note says why there are none.
    """
    # The buttons are drawn again at every step, so a file is given as a function that writes it only on download.
    words, buttons = st.columns([3, 2], vertical_alignment="center")
    with words.container(gap=None):
        st.markdown(f"**{title}** {reader}")
        # Some notes quote a token of the visitor's text: st.text would strip it, and markdown would rewrite it.
        if files:
            st.caption(note)
        else:
            show_verbatim(note)
    with buttons, st.container(horizontal=True):
        for name, data in files.items():
            st.download_button(name, data, name, mime, key=f"save_{title}_{name}", on_click="ignore")
        if code:
            with st.popover("Code"):
                st.code(code, language=None, wrap_lines=True)
