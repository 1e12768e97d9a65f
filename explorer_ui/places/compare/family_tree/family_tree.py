"""The view of the family tree: which tokens each two vocabularies share."""

from collections.abc import Sequence
from itertools import combinations

import pandas as pd
import streamlit as st

from bpe_core.formats import table_csv
from bpe_core.lessons.vocabulary.vocabulary_export import DIFFERENCE_COLUMNS, difference_rows
from bpe_core.lessons.vocabulary.vocabulary_figures import Overlap, overlap
from bpe_core.published import PUBLISHED
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.compare.compared import choose_compared
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import called, is_open, opened
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import readable


def show_family_tree(settings: Settings) -> None:
    """Draw how many tokens each two vocabularies share, and, for a choice of two, the tokens that only one of them has."""
    chosen, _ = choose_compared("Family tree", settings.training)
    names = [name for name in chosen if name in PUBLISHED or is_open(name)]
    if len(names) < 2:
        st.info("Choose two or more published tokenizers, or tokenizer files.")
        return
    look_here("Family tree")
    with st.container(key="related"):
        st.dataframe(pairs_table(names), hide_index=True)
    st.caption(
        "Some vocabularies extend another one and still contain nearly all of its tokens: Qwen's extends "
        "GPT-4's (Qwen technical report, 2023). Special tokens are not counted."
    )
    with st.container(key="difference", horizontal=True, vertical_alignment="bottom"):
        shown = {name: called(name).short for name in names}
        left = st.selectbox(
            "What only one has", names, 0, key="difference_left", format_func=shown.__getitem__, width=200
        )
        right = st.selectbox(
            "and", names, 1, key="difference_right", format_func=shown.__getitem__, width=200
        )
        st.download_button(
            "difference.csv",
            cached_call("difference.csv", _difference, left, right),
            "difference.csv",
            on_click="ignore",
        )
    found = _overlap(left, right)
    sides = ((left, found.only_left), (right, found.only_right))
    for column, (name, tokens) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**Only in {called(name).short}**, in the order of the ids")
            rows = [readable(token) for token in tokens] or ["nothing"]
            st.dataframe(pd.DataFrame({"token": rows}), hide_index=True, height=200)


def pairs_table(names: Sequence[str]) -> pd.DataFrame:
    """Return a row for each pair of vocabularies: their sizes, the tokens in both, and how many first ids are equal."""
    rows = []
    for left, right in while_wanted(combinations(names, 2)):
        found = _overlap(left, right)
        # Rounded down, so that less than all is never 100%.
        share = found.shared * 1000 // min(found.left_size, found.right_size) / 10
        rows.append(
            (
                f"{called(left).short} and {called(right).short}",
                f"{found.left_size:,} and {found.right_size:,}",
                f"{found.shared:,}",
                f"{share:.1f}%",
                f"{found.begins:,}",
            )
        )
    columns = ["vocabularies", "tokens", "in both", "of the smaller", "first ids in common"]
    return pd.DataFrame(rows, columns=columns)


def _difference(left: str, right: str) -> bytes:
    return table_csv(DIFFERENCE_COLUMNS, difference_rows(opened(left), opened(right)))


@cached
def _overlap(left: str, right: str) -> Overlap:
    return overlap(opened(left), opened(right))
