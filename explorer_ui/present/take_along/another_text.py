"""What a saved player needs to train on another text in the browser, without Python."""

from dataclasses import asdict, replace
from typing import TypedDict

from bpe_core import RECIPES, TrainingHistory
from bpe_core.types import Ending, TieBreak
from bpe_core.unicode16 import TABLE
from explorer_ui.browser.encoder.live import PatternParts, pattern_parts
from explorer_ui.browser.packing import base64_of
from explorer_ui.parts.player.payload import ENDINGS

MAX_TEXT = 30_000
"""The longest text, in characters: a phone trains on it in about the time of a page change."""

MAX_MERGES = 1_000
"""The largest number of merges."""


class How(TypedDict):
    """The settings of a training."""

    recipe: dict[str, object]  # the fields of a `Recipe`
    tieBreak: TieBreak
    numMerges: int
    minCount: int
    maxLearned: int  # the bytes of all learned tokens together, after which training ends


class AnotherText(TypedDict):
    """The settings and what they refer to; `categories` is the engine's table of characters, empty without a pattern."""

    how: How
    patterns: dict[str, PatternParts]
    categories: str
    endings: dict[Ending, str]
    most: int  # in UTF-16 units


def another_text(
    history: TrainingHistory, *, num_merges: int, min_count: int, max_learned: int
) -> AnotherText | None:
    """Return what the browser needs to train on another text as `history` was trained, or None if it cannot.

    The browser supports the recipes of `RECIPES`, also with other special tokens and tie-break rules, but no
    second stage, no vocabulary to continue from, and no words with counts (which the caller must exclude).

    >>> from bpe_core import train
    >>> history = train("low", recipe="bytes", num_merges=1)
    >>> another_text(history, num_merges=5000, min_count=1, max_learned=100)["how"]["numMerges"]
    1000
    """
    recipe = history.recipe
    known = RECIPES.get(recipe.name)
    changed = replace(recipe, tie_break="first-seen", special_tokens=())
    if history.start or not known or changed != replace(known, tie_break="first-seen", special_tokens=()):
        return None
    pattern = recipe.split_pattern
    return {
        "how": {
            "recipe": {**asdict(recipe), "special_tokens": [*history.special_tokens]},
            "tieBreak": recipe.tie_break,
            "numMerges": min(num_merges, MAX_MERGES),
            "minCount": min_count,
            "maxLearned": max_learned,
        },
        "patterns": {pattern: pattern_parts(pattern)} if pattern else {},
        "categories": base64_of(TABLE.read_bytes()) if pattern else "",
        "endings": ENDINGS,
        "most": MAX_TEXT,
    }
