"""What Start opens with: a training of a few words that plays by itself, until somebody takes over."""

import dataclasses

import streamlit as st

from bpe_core import RECIPES, BpeError, TrainingHistory, replace_lone_surrogates, train
from explorer_ui.cache.bounded import cached
from explorer_ui.components.player.merge_player import merge_player
from explorer_ui.components.player.payload import player_data
from explorer_ui.shell.settings import DEFAULT_TEXT

EXAMPLE = "the baker breaks the bread before breakfast"
MOST = 60
"""How many characters play: more would be too small to be read from the last row of a hall."""


def show_opening(text: str) -> None:
    """Draw the training of the first words of a text; of an example until the visitor has a text of their own."""
    words = "" if text == DEFAULT_TEXT else first_words(replace_lone_surrogates(text))
    history = learned(words or EXAMPLE)
    repeats = bool(history.merges)
    if not repeats:
        history = learned(EXAMPLE)
    st.container(key="opening_title").markdown(
        "# Byte-pair encoding, one merge at a time: the most frequent pair of neighbours becomes one token."
    )
    merge_player(
        player_data(history),
        {"step": 0, "selected": None, "opens": True},
        on_save=lambda: None,
        on_question=lambda _name, _wants: None,
        key="opening",
    )
    st.caption(
        "Type your own: what you write plays here, and goes with you from page to page."
        if repeats
        else "In your text no pair of neighbours occurs twice, so the example plays. A longer text has more to show."
    )


def first_words(text: str, most: int = MOST) -> str:
    r"""Return the words that a text begins with, on one line and at most `most` characters of them.

    >>> first_words("Better bread,\n she says", 14), first_words("antidisestablishmentarianism", 8)
    ('Better bread,', 'antidise')
    """
    line = " ".join(text[: 2 * most].split())
    if len(line) <= most:
        return line
    return line[: most + 1].rpartition(" ")[0] or line[:most]


@cached
def learned(words: str) -> TrainingHistory:
    """Train on a few words: from characters, in GPT-4o's chunks, as long as a pair occurs twice.

    >>> [merge.count for merge in learned("low lower lowest").merges]
    [3, 3, 2, 2]
    """
    recipe = dataclasses.replace(RECIPES["gpt4o"], alphabet="characters")
    try:
        return train(words, recipe=recipe, num_merges=MOST, min_count=2)
    except BpeError:
        return train(EXAMPLE, recipe=recipe, num_merges=MOST, min_count=2)
