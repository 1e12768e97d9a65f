"""Which tokens of a vocabulary are listed: the results of the search and the filters, on the page and as files."""

from hashlib import sha256

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.formats import table_csv, table_jsonl
from bpe_core.lessons.vocabulary.unreachable import Reachable, reachable_in_parts
from bpe_core.lessons.vocabulary.vocabulary import (
    KINDS,
    SCRIPTS,
    SearchBy,
    TokenTable,
    filter_tokens,
    find_tokens,
)
from bpe_core.lessons.vocabulary.vocabulary_export import VOCABULARY_COLUMNS, vocabulary_rows
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.progress import busy
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.limits import MAX_LEARNED


def choose_filters() -> None:
    """Draw the filters: script, kind, length, and whether some text is encoded to the token."""
    st.selectbox(
        "Script", list(SCRIPTS), None, key="vocabulary_script", placeholder="any",
        format_func=lambda name: "no letter" if name == "none" else name,
    )  # fmt: skip
    st.selectbox("Kind", KINDS, None, key="vocabulary_kind", placeholder="any")
    left, right = st.columns(2)
    left.number_input("Bytes, at least", 0, MAX_LEARNED, None, key="vocabulary_shortest", placeholder="any")
    right.number_input("Bytes, at most", 0, MAX_LEARNED, None, key="vocabulary_longest", placeholder="any")
    st.checkbox("Only unreachable", key="vocabulary_unreachable", help="Tokens for which no text was found")


def found_tokens(tokenizer: Tokenizer, table: TokenTable, query: str, by: SearchBy) -> IntArray:
    """Return the rows that the search and the filters find; raises `BpeError`."""
    state, context = st.session_state, get_script_run_ctx()

    def find() -> IntArray:
        return find_tokens(table, query, by, visitor=context and context.session_id)

    key = f"found {sha256(query.encode('utf-8', 'replace')).hexdigest()}"
    found = filter_tokens(
        table,
        # A pattern runs in a separate process, so it does not run again at every rerun of the page.
        cached_with(table, key, find) if by == "regex" else find(),
        script=state.vocabulary_script,
        kind=state.vocabulary_kind,
        shortest=state.vocabulary_shortest,
        longest=state.vocabulary_longest,
    )
    if not state.vocabulary_unreachable:
        return found
    reachable = reachable_of(tokenizer, table)
    return found[np.isin(table.token_ids[found], [*reachable.never, *reachable.not_found])]


def reachable_of(tokenizer: Tokenizer, table: TokenTable) -> Reachable:
    """Return which tokens some text is encoded to, computed once for each tokenizer; raises `BpeError`."""

    def find() -> Reachable:
        with busy("Encoding the text of every token"):
            return result_while_wanted(reachable_in_parts(tokenizer, table))

    return cached_with(tokenizer, "reachable", find)


def table_as_csv(table: TokenTable, rows: IntArray) -> bytes:
    """Return rows of a vocabulary as a table for spreadsheets."""
    return table_csv(VOCABULARY_COLUMNS, vocabulary_rows(table, rows.tolist()))


def table_as_jsonl(table: TokenTable, rows: IntArray) -> bytes:
    """Return rows of a vocabulary as JSON Lines."""
    return table_jsonl(vocabulary_rows(table, rows.tolist()))
