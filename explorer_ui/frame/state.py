"""What a visitor has chosen: the keys under which it is kept, the defaults, and the limits.

Every key lives here. Streamlit drops a widget's value when a page does not draw it, or when a fragment ran
before the page was left; so `keep_state` saves each one anew on every run, before any widget is drawn, under
a key that belongs to no widget.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from bpe_core import RECIPES, TieBreak

MAX_TEXT = 1_000_000
"""The longest text, in characters."""

MAX_MERGES = 20_000
"""The largest number of merges; the player numbers them with 16 bits."""

MAX_UPLOAD_MB = 5
"""The largest file, in megabytes: room for a text of MAX_TEXT characters in any script."""

MAX_ENCODE = 10_000
"""The longest text, in characters, that the Encode page takes apart join by join."""

MAX_IDS = 100_000
"""The most ids that the Decode page takes."""

MAX_QUERY = 200
"""The longest search in a vocabulary, in characters."""

MAX_OWN_SPECIAL = 500
"""The most characters that one's own special tokens may have together."""

DEFAULT_TEXT = (
    "The baker's daughter bakes bread before daybreak. Bread for the baker, bread for the brewer, "
    "bread for the bargeman by the bridge.\n"
    "Better bread, she says, begins with better butter; and better butter begins before the bell.\n"
    "Don't ask her for 365 loaves, or 1,024 buns. Ask for one, and it's warm. 🥖 À demain!"
)

TIE_BREAKS: dict[TieBreak, str] = {
    "first-seen": "the pair seen first",
    "lowest-pair": "the lowest ids",
    "lowest-glyphs": "the lowest ids, bytes by glyph",
}

DEFAULTS: dict[str, Any] = {
    "text": DEFAULT_TEXT,
    "recipe": "gpt2",
    "num_merges": 100,
    "tie_break": "first-seen",
    "skip_rare": True,
    "step": 0,
    "selected": None,
    "tokenizer": "trained",
    "special_policy": "refuse",
    "tokenizer_file": None,
    "own_special": "",
    "encode_text": "The butter is better today.",
    "ids_text": "",
    "below": None,
    "split_pattern": "gpt2",
    "other_pattern": "cl100k_base",
    "own_pattern": r"\p{L}+|\p{N}+|\s+|[^\s\p{L}\p{N}]+",
    "vocabulary_by": "text",
    "vocabulary_query": "",
    "vocabulary_sort": "id",
    "vocabulary_token": None,
    "compared": ["words", "trained", "gpt2", "o200k_base"],
    "learn_from": "this text",
    "challenge_kind": "any",
    "challenge_seed": None,
    "challenge_number": 0,
    "challenge_answer": None,
    "challenge_score": {},
    "guide_step": None,
    "guide_left_at": 0,
    "guide_before": None,
    "notice": None,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a visitor has chosen, as the pages read it.

    `min_count` is 2 where training is to end before merging pairs that occur once, else 1. `step` is the
    step that the player shows, `selected` the first base unit of the token chosen in it, or None.
    """

    text: str
    recipe: str
    num_merges: int
    tie_break: TieBreak
    min_count: int
    step: int
    selected: int | None


def keep_state() -> None:
    """Save every key anew, with its default where it has no value yet."""
    kept = st.session_state.setdefault("kept", dict(DEFAULTS))
    for key, default in DEFAULTS.items():
        kept[key] = st.session_state[key] = st.session_state.get(key, kept.get(key, default))


def current_settings() -> Settings:
    """Read the settings; what is out of range (a hostile link) is brought back into it."""
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
        step=min(max(int(state.step or 0), 0), num_merges),
        selected=state.selected,
    )
