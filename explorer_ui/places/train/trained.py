"""The training that the views of this place share: done as chosen, or the reason why it is not."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BpeError, TrainingHistory
from explorer_ui.parts.player.payload import steps_of
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.tokenizers.training_runs import (
    NOTHING_REPEATS,
    NOTHING_TO_TRAIN_ON,
    nothing_repeats,
    train_with_progress,
)
from explorer_ui.visit.state import player_alone
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.training_settings import offer_training


def train_below(row: DeltaGenerator, request: TrainingRequest) -> TrainingHistory | None:
    """Draw the settings of the training in the row of the question, and train as `train_or_say_why_not` does."""
    if not player_alone():
        with row:
            offer_training()
    return train_or_say_why_not(request)


def train_or_say_why_not(request: TrainingRequest) -> TrainingHistory | None:
    """Train as requested and say what is unusual about the result; say why, and return None, if that is not possible."""
    if not request.text:
        st.info(NOTHING_TO_TRAIN_ON)
        return None
    try:
        history = train_with_progress(request)
        steps_of(history)
    except BpeError as error:
        show_verbatim(str(error))
        st.info("Choose another recipe, or change the text.")
        return None
    if not history.merges:
        st.info(_why_no_merge(request.num_merges))
    elif nothing_repeats(history):
        st.caption(NOTHING_REPEATS)
    return history


def was_stopped(history: TrainingHistory, request: TrainingRequest) -> bool:
    """Return whether the visitor stopped a training before it had learned as many merges as were asked for."""
    return history.stopped == "merges-reached" and len(history.merges) < request.num_merges


def begins_anew(request: TrainingRequest) -> bool:
    """Return whether a training begins with base units; if it continues from a vocabulary, say that it must not."""
    if request.start_from:
        st.info(
            "This needs a training that begins with base units: choose a recipe that does not continue from a vocabulary."
        )
    return not request.start_from


def _why_no_merge(num_merges: int) -> str:
    if num_merges == 0:
        return "The number of merges is 0, so none is learned. Set the number above."
    return "There is no pair to merge: every chunk of this text is one token. A longer text has pairs."
