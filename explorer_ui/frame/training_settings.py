"""How the tokenizer trained here is trained: the recipe, how long, and what decides between equals."""

import streamlit as st

from bpe_core import RECIPES
from explorer_ui.frame.limits import MAX_MERGES
from explorer_ui.frame.names import TIE_BREAKS
from explorer_ui.frame.words import counted


def ask_for_training() -> None:
    """Draw the settings of a training in one row."""
    with st.container(key="training_settings"):
        recipe, merges, tie, rare = st.columns([4, 3, 4, 3], vertical_alignment="bottom", gap="small")
    recipe.selectbox(
        "Training recipe", list(RECIPES), key="recipe", format_func=lambda name: RECIPES[name].title
    )
    # Without a maximum: the box would turn red, keep the old training, and say nothing of it.
    wanted = merges.number_input(f"Merges to learn (up to {MAX_MERGES:,})", 0, step=10, key="num_merges")
    tie.selectbox(
        "At equal counts, take", list(TIE_BREAKS), key="tie_break", format_func=TIE_BREAKS.__getitem__
    )
    rare.checkbox("Stop when every pair occurs once", key="skip_rare")
    if wanted > MAX_MERGES:
        st.warning(f"{MAX_MERGES:,} merges are the most, so no more are learned.")


def offer_training() -> None:
    """Draw the same behind a button that names them, on a page whose tokenizer is the one trained here."""
    state = st.session_state
    recipe = RECIPES[state.recipe].title if state.recipe in RECIPES else ""
    with st.popover(f"{recipe} · {counted(min(int(state.num_merges or 0), MAX_MERGES), 'merge')}"):
        ask_for_training()
