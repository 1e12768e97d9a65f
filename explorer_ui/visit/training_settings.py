"""How your tokenizer is trained: the recipe, the number of merges, and the tie-break rule."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import RECIPES, BpeError
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.visit.limits import MAX_MERGES, MAX_OWN_SPECIAL, MAX_WORDS
from explorer_ui.visit.names import LIFTED, RECIPE_TITLES, START_FROM, TIE_BREAKS
from explorer_ui.visit.words import counted


def ask_for_training() -> None:
    """Draw the settings of a training in one row, those of chunk boundaries in a popover whose button shows their value."""
    counts = _word_counts()
    boundaries = _ask_in_a_row([3.4, 2.9, 3.3, 3.9, 2.9])
    with boundaries[0].popover(_boundaries_in_words(counts), width="stretch"):
        _ask_for_boundaries(counts)
    _ask_below(counts)


def offer_training() -> None:
    """Draw the settings of a training in a popover, on a page that uses your tokenizer."""
    state = st.session_state
    recipe = RECIPE_TITLES.get(state.recipe, "")
    label = f"{recipe} · {counted(min(int(state.num_merges or 0), MAX_MERGES), 'merge')}"
    with st.popover(label, icon=":material/tune:", key="training_popover"):
        ask_for_training_inside()


def ask_for_training_inside() -> None:
    """Draw the settings of a training inside a popover that is already open."""
    counts = _word_counts()
    _ask_in_a_row([4, 3, 4, 3])
    _ask_for_boundaries(counts)
    _ask_below(counts)


def _ask_in_a_row(widths: list[float]) -> list[DeltaGenerator]:
    """Draw the settings that every training has; returns the remaining columns."""
    with st.container(key="training_settings"):
        recipe, merges, tie, rare, *left = st.columns(widths, vertical_alignment="bottom", gap="small")
    recipe.selectbox(
        "Training recipe", list(RECIPE_TITLES), key="recipe", format_func=RECIPE_TITLES.__getitem__
    )
    # No `max_value`: with one, the box would turn red and keep the old training without saying why.
    merges.number_input(f"Merges to learn (up to {MAX_MERGES:,})", 0, step=10, key="num_merges")
    tie.selectbox("Break ties by", list(TIE_BREAKS), key="tie_break", format_func=TIE_BREAKS.__getitem__)
    rare.checkbox("Stop when no pair repeats", key="skip_rare")
    return left


def _ask_below(counts: dict[str, int] | None) -> None:
    """Draw the switch to read the text as a list of words with counts if it is one, and warn of too many merges."""
    if counts is not None:
        st.checkbox(
            f"Read the text as a list of {counted(len(counts), 'word')} with counts, "
            f"{counted(sum(counts.values()), 'word')} in total"
            if counts
            else "Read the text as a list of words with counts",
            key="as_counts",
        )
    if (st.session_state.num_merges or 0) > MAX_MERGES:
        st.warning(f"The limit is {MAX_MERGES:,} merges, so no more are learned.")


def _word_counts() -> dict[str, int] | None:
    try:
        return read_word_counts(st.session_state.text)
    except BpeError:
        return {}


def _has_boundaries(counts: dict[str, int] | None) -> bool:
    """Return whether chunks have neighbours; the words of a list with counts have none."""
    state = st.session_state
    recipe = RECIPES.get(state.recipe)
    cuts = recipe is not None and recipe.split_pattern is not None
    return cuts and not (state.as_counts and counts is not None)


def _boundaries_in_words(counts: dict[str, int] | None) -> str:
    if st.session_state.recipe in START_FROM:
        return "Boundaries kept"
    if _has_boundaries(counts):
        return LIFTED.get(st.session_state.lifted, "").capitalize()
    return "Special tokens"


def _ask_for_boundaries(counts: dict[str, int] | None) -> None:
    """Draw the settings of chunk boundaries and special tokens, which no merge crosses."""
    if st.session_state.recipe in START_FROM:
        st.caption(
            "The vocabulary determines the split pattern and the special tokens; no boundary is lifted."
        )
        return
    if _has_boundaries(counts):
        _ask_for_second_stage()
    st.text_input(
        "Special tokens in the training text",
        key="training_special",
        placeholder="<|endoftext|>",
        help="Separated by spaces. They split the text before anything else; no merge contains or crosses them.",
        max_chars=MAX_OWN_SPECIAL,
    )


def _ask_for_second_stage() -> None:
    st.selectbox("Chunk boundaries", list(LIFTED), key="lifted", format_func=LIFTED.__getitem__)
    if st.session_state.lifted != "stand":
        st.number_input(
            "after this many merges, or when no pair is left within chunks", 0, step=10, key="lifted_after"
        )
        st.caption("Two limits of the SuperBPE authors' program, which apply to later merges:")
        st.number_input("Words in a token, at most (SuperBPE: 4; 0: no limit)", 0, MAX_WORDS, key="max_words")
        st.checkbox("Keep boundaries between a colon and a space", key="colons_kept")
