"""The session: what a visitor has chosen, as the pages read it, and how it survives a change of page.

Streamlit drops a widget's value when a page does not draw it, or when a fragment ran before the page was
left; so `keep_state` saves every setting again on every run, before any widget is drawn, under a key that
does not belong to a widget.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, get_args

import streamlit as st

from bpe_core import RECIPES, SecondStage, replace_lone_surrogates
from bpe_core.types import BoundaryKind
from explorer_ui.visit.limits import MAX_MERGES, MAX_OWN_SPECIAL, MAX_WORDS
from explorer_ui.visit.links import link_query
from explorer_ui.visit.names import ALONE, START_FROM, TIE_BREAKS
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.visit.training_request import TrainingRequest

KEPT = "kept"
"""The key of all settings as they were saved last."""

LATE: ContextVar[bool] = ContextVar("late", default=False)
"""Whether a callback is that of a page that was left meanwhile."""

_BOUNDARY_KINDS: dict[str, BoundaryKind] = {kind: kind for kind in get_args(BoundaryKind)}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a visitor has chosen, as the pages read it.

    `training` is how your tokenizer is trained on the text. `step` is the step that the player shows, `selected` the
    first base unit of the token selected in it, or None.
    """

    training: TrainingRequest
    step: int = 0
    selected: int | None = None

    @property
    def text(self) -> str:
        """The text of every page, without unpaired surrogates, which UTF-8 cannot encode."""
        return self.training.text


def keep_state() -> None:
    """Save every setting again, or its default if it has no value yet."""
    for key, value in note_state().items():
        st.session_state[key] = value


def begun_again(data_id: str) -> str:
    """Return an id of a picture's data that is new in each scene, so that the picture starts over."""
    begun = st.session_state.lecture_begun
    return f"{data_id} {begun}" if begun else data_id


def current_link(page: str) -> str | None:
    """Return the query of the link to what the visitor sees on a page, or None if the text is too long for one."""
    state = {key: st.session_state[key] for key in DEFAULTS}
    if page == "Tokens":  # with a limit, its address would be that of the pieces in earlier versions
        state["token_limit"] = DEFAULTS["token_limit"]
    return link_query(state)


def player_alone() -> bool:
    """Return whether the address requests the player without the page around it: for slides, and course pages.

    This is not a setting: if the visitor goes on in such a tab, it shows the full app again.
    """
    return st.query_params.get("view") == ALONE


def go_to(page: str, **changes: object) -> None:
    """Let the next run of the whole page begin with other settings, and go to a page; call it in a callback.

    A change of page in the body of a script is lost if the browser sends another message meanwhile. A wish from a page
    that was left comes too late: the visitor has asked for another one since.
    """
    if not LATE.get():
        st.session_state.update(changes, goes_to=page)


def note_state() -> Mapping[str, Any]:
    """Return every setting, or its default, and save them for the next run, since widgets may be dropped before it."""
    kept: dict[str, Any] = st.session_state.setdefault(KEPT, dict(DEFAULTS))
    # All at once: a hundred separate accesses took a tenth of a run.
    now = st.session_state.to_dict()
    kept.update((key, now.get(key, kept.get(key, default))) for key, default in DEFAULTS.items())
    return kept


def current_settings() -> Settings:
    """Read the settings; values out of range (from a hostile client) are clamped."""
    state = st.session_state
    return Settings(_chosen_training(), step=max(int(state.step or 0), 0), selected=state.selected)


def _chosen_training() -> TrainingRequest:
    state = st.session_state
    start_from = START_FROM.get(state.recipe, "")
    recipe = RECIPES.get(state.recipe, RECIPES[DEFAULTS["recipe"]])
    if not start_from:
        # An invalid special token is refused when training begins.
        special_tokens = dict.fromkeys((*recipe.special_tokens, *strings_of(state.training_special)))
        stage = _second_stage() if recipe.split_pattern else None
        recipe = replace(recipe, special_tokens=tuple(special_tokens), second_stage=stage)
    tie_break = state.tie_break if state.tie_break in TIE_BREAKS else DEFAULTS["tie_break"]
    return TrainingRequest(
        text=replace_lone_surrogates(state.text),
        recipe=replace(recipe, tie_break=tie_break),
        num_merges=min(max(int(state.num_merges or 0), 0), MAX_MERGES),
        min_count=2 if state.skip_rare else 1,
        as_counts=bool(state.as_counts),
        start_from=start_from,
    )


def strings_of(written: object) -> tuple[str, ...]:
    """Return the distinct words in a box.

    >>> strings_of("<|user|>  <|end|> <|user|>")
    ('<|user|>', '<|end|>')
    """
    return tuple(dict.fromkeys(str(written or "")[:MAX_OWN_SPECIAL].split()))


def _second_stage() -> SecondStage | None:
    state = st.session_state
    lifts = _BOUNDARY_KINDS.get(state.lifted)
    return lifts and SecondStage(
        lifts=lifts,
        after=min(max(int(state.lifted_after or 0), 0), MAX_MERGES),
        keeps_colons=bool(state.colons_kept),
        max_words=min(max(int(state.max_words or 0), 0), MAX_WORDS) or None,
    )
