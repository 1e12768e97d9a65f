"""The Train stage: the merge player over a history, and the tables that go with its step."""

from typing import Any

import pandas as pd
import streamlit as st

from bpe_core import BpeError, TrainingHistory
from explorer_ui.components import merge_player
from explorer_ui.payloads import player_data
from explorer_ui.state import Settings
from explorer_ui.training_runs import train_with_progress
from explorer_ui.words import readable


def show_training(settings: Settings) -> None:
    """Train as the settings say and draw the player, or say what is in the way."""
    if not settings.text:
        st.info(
            "Type or paste a text on the left, or choose a sample there. Training needs something to read."
        )
        return
    try:
        history = train_with_progress(settings)
    except BpeError as error:
        # st.code, because the sentence quotes what somebody typed.
        st.code(str(error), language=None, wrap_lines=True)
        st.info("Choose another recipe on the left, or change the text. Nothing is lost.")
        return
    if not history.merges:
        st.info(_why_no_merge(settings, history))
    start = {"step": min(settings.step, len(history.merges)), "selected": settings.selected, "seek": None}
    _player(history, start)


def _why_no_merge(settings: Settings, history: TrainingHistory) -> str:
    if settings.num_merges == 0:
        return (
            "No merge is asked for: this is the text before training. Set the number of merges on the left."
        )
    if history.stopped == "no-pair-left":
        return "There is no pair to merge: every chunk of this text is one unit. A longer text has pairs."
    return (
        "Every pair of this text occurs once, so training ends before it begins. Give it a text that "
        "repeats something, or switch off “Stop when every pair occurs once” on the left."
    )


@st.fragment
def _player(history: TrainingHistory, start: dict[str, Any]) -> None:
    shown = merge_player(player_data(history) | start, key="player")
    step = min(shown.step, len(history.merges))
    st.session_state.step = step
    st.session_state.selected = shown.selected
    pairs, merges = st.tabs([f"Every pair at step {step:,}", "Every merge"])
    with pairs:
        st.dataframe(pair_table(history, step), hide_index=True, height=320)
    with merges:
        st.dataframe(merge_table(history), hide_index=True, height=320)


def pair_table(history: TrainingHistory, step: int) -> pd.DataFrame:
    """Return the pairs after `step` merges as the rule ranks them, one row each."""
    counts = history.pair_counts_at(step)
    vocab = history.vocab
    rows = [
        (place, readable(vocab[left]), readable(vocab[right]), left, right, count)
        for place, ((left, right), count) in enumerate(counts.items(), start=1)
    ]
    return pd.DataFrame(rows, columns=["place", "left", "right", "left id", "right id", "count"])


def merge_table(history: TrainingHistory) -> pd.DataFrame:
    """Return the merges, one row each."""
    vocab = history.vocab
    rows = [
        (
            merge.rank,
            readable(vocab[merge.pair[0]]),
            readable(vocab[merge.pair[1]]),
            readable(vocab[merge.new_id]),
            merge.new_id,
            merge.count,
            merge.replaced,
        )
        for merge in history.merges
    ]
    return pd.DataFrame(rows, columns=["rank", "left", "right", "new token", "id", "counted", "replaced"])
