"""How the tokenizer trained here is trained: the recipe, how long, and what decides between equals."""

import streamlit as st

from bpe_core import RECIPES
from explorer_ui.frame.limits import MAX_MERGES
from explorer_ui.frame.names import TIE_BREAKS


def ask_for_training() -> None:
    """Draw the settings of a training."""
    st.selectbox("Training recipe", list(RECIPES), key="recipe", format_func=lambda name: RECIPES[name].title)
    # Without a maximum: the box would turn red, keep the old training, and say nothing of it.
    merges = st.number_input(f"Merges to learn (up to {MAX_MERGES:,})", 0, step=10, key="num_merges")
    if merges > MAX_MERGES:
        st.warning(f"{MAX_MERGES:,} merges are the most, so no more are learned.")
    st.selectbox(
        "At equal counts, take",
        list(TIE_BREAKS),
        key="tie_break",
        format_func=TIE_BREAKS.__getitem__,
    )
    st.checkbox("Stop when every pair occurs once", key="skip_rare")
