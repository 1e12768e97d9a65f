"""The view of tokenizer files: open them, choose the one to use, and see what each contains."""

import pandas as pd
import streamlit as st

from bpe_core import BpeError, Tokenizer, replace_lone_surrogates
from bpe_core.lessons.vocabulary.removed_merges import has_merges_to_remove
from bpe_core.tokenizer.rules import RankTable
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.tokenizers.choice import upload_tokenizers
from explorer_ui.tokenizers.tokenizer_files import uploaded_tokenizer
from explorer_ui.visit.names import PATTERNS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, readable

_LISTED = 8
"""How many added tokens are listed."""


def show_tokenizer_file(_settings: Settings) -> None:
    """Draw what the open files contain, and the upload box; every view with one tokenizer uses the newest."""
    ask("Tokenizer file")
    state = st.session_state
    contents, before = st.container(), state.tokenizer_file
    try:
        upload_tokenizers()
    except BpeError as error:
        show_verbatim(str(error))
    if state.tokenizer_file != before:
        state.tokenizer = "file"
    st.caption(
        "The licenses of Llama and Gemma do not let us include their tokenizers: download `tokenizer.json` "
        "from the model's page on Hugging Face, and open it here."
    )
    with contents:
        _show_contents()


def _show_contents() -> None:
    state = st.session_state
    opened = {one.digest: (one.label, uploaded_tokenizer(one.digest)) for one in state.tokenizer_files}
    label, used = opened.get(state.tokenizer_file, ("", None))
    if used:
        st.markdown(
            f"**{label}** has **{counted(used.vocab_size, 'token')}**. "
            + ("Every view that shows one tokenizer uses it now." if state.tokenizer == "file" else "")
        )
        if state.tokenizer != "file":
            st.button("Use it", on_click=state.update, kwargs={"tokenizer": "file"})
    columns = {
        label: contents_of(found) if found else {"tokens": "upload it again"}
        for label, found in opened.values()
    }
    if columns:
        st.dataframe(pd.DataFrame(columns))
    if used:
        # A cell of the table cuts it off.
        st.caption("The split pattern")
        st.code(columns[label]["split pattern"], language=None, wrap_lines=True)


def contents_of(tokenizer: Tokenizer) -> dict[str, str]:
    """Return what a tokenizer consists of, each part with its name.

    >>> from bpe_core import load_published
    >>> contents = contents_of(load_published("qwen3"))
    >>> contents["kind"], contents["merges"], contents["normalizer"], contents["added tokens"][:17]
    ('byte-level BPE, a list of merges', '151,387', 'NFC: letters composed with their accents', '26: <|endoftext|>')
    """
    steps, pattern = tokenizer.steps, tokenizer.recipe.split_pattern
    by_bytes = (steps.units or tokenizer.recipe.alphabet) in ("bytes", "glyphs", "byte-glyphs")
    units = "byte-level BPE" if by_bytes else "BPE of characters"
    if steps.byte_fallback:
        units += ", missing ones become bytes"
    by_score = not has_merges_to_remove(tokenizer)
    how = "a table of ranks" if isinstance(tokenizer.rules, RankTable) else "a list of merges"
    split = (
        [f"as {PATTERNS[pattern]}" if pattern in PATTERNS else pattern]
        if pattern
        else [one.title for one in steps.pre_tokenizers]
    )
    added = dict.fromkeys([*tokenizer.special_tokens, *(one.content for one in steps.added_tokens)])
    listed = ", ".join(readable(token.encode("utf-8", "replace")) for token in list(added)[:_LISTED])
    contents = {
        "kind": f"{units}, {'merged by the scores of pieces' if by_score else how}",
        "tokens": f"{tokenizer.vocab_size:,}",
        "merges": "none" if by_score else f"{len(tokenizer.rules.made.ids):,}",
        "split pattern": "; ".join(split) or "none: a text is one chunk",
        "normalizer": "; ".join(one.title for one in steps.normalizers) or "none",
        "added tokens": f"{len(added):,}: {listed}{', …' if len(added) > _LISTED else ''}"
        if added
        else "none",
    }
    return {name: replace_lone_surrogates(part) for name, part in contents.items()}
