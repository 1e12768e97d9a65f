"""Export: a training as a table, and as a tokenizer in the field's file formats."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe_core import BpeError, Tokenizer, TrainingHistory
from bpe_core.formats import FORMATS, merges_csv, merges_json, write
from bpe_core.formats.format import Format
from bpe_core.formats.snippets import SNIPPETS, snippet
from bpe_core.training.beginning import can_continue
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.tokenizers.cached_arguments import EvictedError, cached_call
from explorer_ui.tokenizers.tokenizer_files import remember_trained
from explorer_ui.tokenizers.tokenizers import tokenizer_of

_WITHOUT_BOUNDARIES = "A Hugging Face tokenizer.json that encodes in one pass"
_WITHOUT_BOUNDARIES_NOTE = (
    "Encodes as SuperBPE's authors do, without the lifted boundaries, so merges learned inside chunks can apply "
    "across a boundary. The ids of the library can therefore differ from those shown here."
)


def show_files(history: TrainingHistory) -> None:
    """Draw the download buttons, each with what its format can and cannot represent."""
    tokenizer = tokenizer_of(history)
    if can_continue(tokenizer):
        words, button = st.columns([3, 2], vertical_alignment="center")
        words.markdown("**Train it further**")
        words.caption(
            "Continue training from this tokenizer, with this text or another. Every page then offers this tokenizer "
            "as your file."
        )
        take = cached_call("further", remember_trained, tokenizer)
        if button.button("Continue", on_click=_train_further, args=(take,)):
            st.rerun()  # the training has changed, and this fragment runs without the rest of the page
    _row(
        "The list of merges",
        "Every merge with both sides, its id, its count and the number of replacements.",
        {
            "merges.csv": cached_call("merges.csv", merges_csv, history),
            "merges.json": cached_call("merges.json", merges_json, history),
        },
        "text/plain",
    )
    for file_format in FORMATS.values():
        in_format(tokenizer, file_format)
    if tokenizer.recipe.second_stage:
        in_one_pass = cached_with(tokenizer, "in one pass", tokenizer.in_one_pass)
        in_format(
            in_one_pass,
            replace(FORMATS["huggingface"], title=_WITHOUT_BOUNDARIES, note=_WITHOUT_BOUNDARIES_NOTE),
        )


def _train_further(remember: Callable[[], None]) -> None:
    # If the tokenizer was evicted, the page trains again, and the button is there again.
    with suppress(EvictedError):
        remember()
        st.session_state.update(recipe="from_file", continued_from="", step=0)


def in_format(tokenizer: Tokenizer, file_format: Format) -> None:
    """Draw the buttons that save a tokenizer in a format, or the reason why the format cannot represent it."""
    files = cached_with(tokenizer, f"as {file_format.name}", partial(_written, tokenizer, file_format.name))
    if isinstance(files, BpeError):
        _row(file_format.title, str(files), {}, file_format.mime)
    else:
        loads = (
            snippet(tokenizer, file_format.name, next(iter(files))) if file_format.name in SNIPPETS else ""
        )
        _row(file_format.title, file_format.note, files, file_format.mime, code=loads)


def _written(tokenizer: Tokenizer, format_name: str) -> dict[str, bytes] | BpeError:
    """Return the files of a format, or the reason why it cannot represent the tokenizer; cached."""
    try:
        return write(tokenizer, format_name)
    except BpeError as error:
        return error.with_traceback(None)


def _row(
    title: str, note: str, files: Mapping[str, bytes | Callable[[], bytes]], mime: str, *, code: str = ""
) -> None:
    # The buttons are drawn again at every step, so a file is given as a function that writes it only on download.
    words, buttons = st.columns([3, 2], vertical_alignment="center")
    with words:
        st.markdown(f"**{title}**")
        # Some notes quote a token of the visitor's text: st.text would strip it, and markdown would rewrite it.
        if files:
            st.caption(note)
            if code:
                st.code(code, language=None, wrap_lines=True)
        else:
            show_verbatim(note, name=title)
    with buttons, st.container(horizontal=True):
        for name, data in files.items():
            st.download_button(name, data, name, mime, key=f"save_{title}_{name}", on_click="ignore")
