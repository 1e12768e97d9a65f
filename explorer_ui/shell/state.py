"""The session: what a visitor has chosen, as the pages read it, and how it outlives a change of page.

Streamlit drops a widget's value when a page does not draw it, or when a fragment ran before the page was left;
so `keep_state` saves every setting again on every run, before any widget is drawn, under a key that belongs to
no widget.
"""

from dataclasses import dataclass
from typing import get_args

import streamlit as st

from bpe_core import RECIPES, TieBreak
from bpe_core.types import WallKind
from explorer_ui.shell.limits import MAX_MERGES, MAX_WORDS
from explorer_ui.shell.names import TIE_BREAKS
from explorer_ui.shell.settings import DEFAULTS

_WALL_KINDS: dict[str, WallKind] = {kind: kind for kind in get_args(WallKind)}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a visitor has chosen, as the pages read it.

    `as_counts` is whether a text that lists words with their counts is trained on as such. `walls_fall` is None where
    they stand to the end, or the recipe has none; `most_words` None for any number. `min_count` is 2 where training is
    to end before merging pairs that occur once, else 1. `step` is the step that the player shows, `selected` the first
    base unit of the token chosen in it, or None.
    """

    text: str
    recipe: str
    num_merges: int
    tie_break: TieBreak
    min_count: int
    step: int
    selected: int | None
    as_counts: bool = True
    walls_fall: WallKind | None = None
    walls_fall_at: int = 0
    keeps_colon_walls: bool = False
    most_words: int | None = None


def keep_state() -> None:
    """Save every setting again, with its default where it has no value yet."""
    kept = st.session_state.setdefault("kept", dict(DEFAULTS))
    for key, default in DEFAULTS.items():
        kept[key] = st.session_state[key] = st.session_state.get(key, kept.get(key, default))


def current_settings() -> Settings:
    """Read the settings; what is out of range (a hostile client) is brought back into it."""
    state = st.session_state
    recipe = state.recipe if state.recipe in RECIPES else DEFAULTS["recipe"]
    tie_break = state.tie_break if state.tie_break in TIE_BREAKS else DEFAULTS["tie_break"]
    num_merges = min(max(int(state.num_merges or 0), 0), MAX_MERGES)
    return Settings(
        text=state.text,
        recipe=recipe,
        num_merges=num_merges,
        tie_break=tie_break,
        min_count=2 if state.skip_rare else 1,
        walls_fall=_WALL_KINDS.get(state.walls) if RECIPES[recipe].split_pattern else None,
        walls_fall_at=min(max(int(state.walls_fall_at or 0), 0), MAX_MERGES),
        keeps_colon_walls=bool(state.colon_walls),
        most_words=min(max(int(state.most_words or 0), 0), MAX_WORDS) or None,
        step=min(max(int(state.step or 0), 0), num_merges),
        selected=state.selected,
        as_counts=bool(state.as_counts),
    )
