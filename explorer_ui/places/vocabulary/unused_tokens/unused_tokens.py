"""The Lives view: the tokens that training learns from the text, over its steps."""

import streamlit as st

from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.player.payload import steps_of
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.vocabulary.unused_tokens.lives import LivesData, lives_data, show_lives
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.training_runs import NOTHING_REPEATS, nothing_repeats, train_with_progress
from explorer_ui.visit.limits import MAX_LIVES
from explorer_ui.visit.state import Settings, player_alone
from explorer_ui.visit.training_settings import offer_training


def show_token_lives(settings: Settings) -> None:
    """Draw the settings of the training, and the lives of its tokens."""
    row = ask("Lives")
    if not settings.text:
        st.info("Type or paste a text, or choose a sample, to see the lives of the tokens learned from it.")
        return
    if not player_alone():
        with row:
            offer_training()
    if len(settings.text) > MAX_LIVES:
        st.caption(
            f"The text has {len(settings.text):,} characters; this page trains on the first {MAX_LIVES:,}."
        )
    history = steps_of(train_with_progress(settings.training.on(settings.text[:MAX_LIVES]))).history
    if not history.merges:
        st.info("No merge was made, so no token was learned: use a longer text, or more merges.")
        return
    if nothing_repeats(history):
        st.caption(NOTHING_REPEATS)
    look_here("Lives")
    _picture(cached_with(history, "lives", lambda: lives_data(history)))


@cached_fragment
def _picture(data: LivesData) -> None:
    state = st.session_state
    state.lives_threshold = show_lives(data, state.lives_threshold, key="lives")
    close_picture(
        Picture(
            "Lives", "places/vocabulary/unused_tokens/lives", {**data, "threshold": state.lives_threshold}
        )
    )
