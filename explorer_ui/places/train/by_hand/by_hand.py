"""The view in which the visitor picks the pairs to merge, next to the merges that training makes."""

import streamlit as st

from explorer_ui.parts.player.merge_player import merge_player
from explorer_ui.parts.player.payload import player_data
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.train.trained import begins_anew, train_below
from explorer_ui.visit.state import Settings, begun_again


def show_by_hand(settings: Settings) -> None:
    """Draw the player with merges by hand; the step of the training, which another view shows, is kept."""
    request = settings.training
    history = train_below(ask("By hand"), request)
    if not history or not begins_anew(request):
        return
    look_here("By hand")
    data = player_data(history)
    merge_player(
        {**data, "data_id": begun_again(data["data_id"])},
        {"step": 0, "selected": None, "revision": st.session_state.text_revision, "by_hand": True},
        key="by_hand",
    )
