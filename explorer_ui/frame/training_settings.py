"""How the tokenizer trained here is trained: the recipe, how long, and what decides between equals."""

import streamlit as st

from bpe_core import RECIPES, BpeError
from bpe_core.lessons.word_counts import read_word_counts
from explorer_ui.frame.limits import MAX_MERGES
from explorer_ui.frame.names import TIE_BREAKS, WALLS
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
    _offer_counts()
    if RECIPES[st.session_state.recipe].split_pattern:
        _ask_for_walls()
    if wanted > MAX_MERGES:
        st.warning(f"{MAX_MERGES:,} merges are the most, so no more are learned.")


def _offer_counts() -> None:
    """Draw the choice to read the text as words with their counts, where it lists such."""
    try:
        counts = read_word_counts(st.session_state.text)
    except BpeError:
        counts = {}
    if counts is not None:
        st.checkbox(
            f"Read the text as {counted(len(counts), 'word')} with their counts, "
            f"{counted(sum(counts.values()), 'word')} in all"
            if counts
            else "Read the text as words with their counts",
            key="as_counts",
        )


def _ask_for_walls() -> None:
    with st.container(key="wall_settings"):
        kind, at = st.columns([4, 10], vertical_alignment="bottom", gap="small")
    chosen = kind.selectbox("Walls between chunks", list(WALLS), key="walls", format_func=WALLS.__getitem__)
    if chosen != "stand":
        at.number_input(
            "after merge, or where no pair is left within them", 0, step=10, key="walls_fall_at", width=360
        )


def offer_training() -> None:
    """Draw the same behind a button that names them, on a page whose tokenizer is the one trained here."""
    state = st.session_state
    recipe = RECIPES[state.recipe].title if state.recipe in RECIPES else ""
    with st.popover(f"{recipe} · {counted(min(int(state.num_merges or 0), MAX_MERGES), 'merge')}"):
        ask_for_training()
