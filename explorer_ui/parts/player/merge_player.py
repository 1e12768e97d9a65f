"""The merge player, which is drawn entirely in the browser.

The data is sent once, and Python receives only where the user stopped. Text is sent as base64 of its UTF-8
bytes, so that no character in it can break the message.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass

from explorer_ui.browser.answers import drawn_place, index_below
from explorer_ui.browser.assets import component
from explorer_ui.parts.player.payload import EncodingData, StageData, Start, TrainingData

_mount = component("parts/player/merge_player")


@dataclass(frozen=True)
class PlayerState:
    """Where the user stopped: the step, and the first base unit of the selected token if there is one."""

    step: int
    selected: int | None


def merge_player(
    data: TrainingData | EncodingData,
    start: Start,
    *,
    key: str,
) -> PlayerState:
    """Draw the merge player and return where the user stopped.

    Args:
        data: A finished history as the player's payload. The same `data_id` keeps the step and the selection.
        start: The initial state for a history that the player does not show yet.
        key: The Streamlit key.

    Returns:
        A step that exists in `data`, and a selection that is within its text, whatever the browser sent: an
        answer that belongs to an older history is ignored.
    """
    return _player_state(drawn_place(_mount, data, start, key=key), data, start["step"])


def _player_state(place: Mapping[str, object], data: StageData, first_step: int) -> PlayerState:
    last = len(data["merges"]) // 5
    selected, units = place.get("selected"), len(base64.b64decode(data["closed_at"])) // 2 + 1
    start = index_below(selected.get("start"), units) if isinstance(selected, Mapping) else None
    found = index_below(place.get("step"), last + 1)
    return PlayerState(step=min(first_step, last) if found is None else found, selected=start)
