"""The opening of Start, in three acts: merges are learned once, they are a list, and they are applied to your words."""

from typing import NamedTuple

import streamlit as st

from bpe_core import RECIPES, TrainingHistory, load_published, replace_lone_surrogates, train
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.player.merge_player import merge_player
from explorer_ui.parts.player.payload import EncodingData, encoding_data, player_data
from explorer_ui.parts.token_row.ranked_lists import RankedList, ranked_list, ranked_lists
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.settings import DEFAULT_TEXT

EXAMPLE = "the baker breaks the bread before breakfast"
MOST = 36
"""How many characters of a text are shown: more would be too small to be read from the last row of a lecture hall."""
FIRST = 5
"""How many merges from the beginning of a published list are shown."""


class Act(NamedTuple):
    """The label of an act's button, and the sentence next to its picture."""

    label: str
    sentence: str


ACTS = {
    "learned": Act(
        "1 Learned once",
        "A model reads numbers, one per piece of text. Pieces are made by merging the most frequent neighbours, over and over.",
    ),
    "merges": Act(
        "2 The merges",
        "The merges, in the order in which they were learned. Encoding applies them and adds none.",
    ),
    "words": Act(
        "3 Your words",
        "GPT-4o's merges applied to your words, the earliest first. Nothing is learned from a prompt.",
    ),
}
"""The acts by their keys."""


def show_opening(text: str) -> None:
    """Draw the chosen act: the first one initially, the last one after the visitor has typed a text."""
    current = _act(text)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="acts"):
        for act, (label, _) in ACTS.items():
            st.button(
                label,
                key=f"act_{act}",
                type="primary" if act == current else "secondary",
                on_click=_choose,
                args=(act,),
            )
        st.markdown(f"# {ACTS[current].sentence}")
    if current == "merges":
        ranked_lists(_lists(), key="opening_merges")
        st.caption(
            "The numbers are ids. Ids 0 to 255 are the single bytes, and each merge gets the next id: of two merges, the "
            "one with the lower id was learned earlier and is applied first. GPT-4o has 199,998 such ids, 256 of them single bytes, and two special tokens."
        )
        return
    words = first_words(replace_lone_surrogates(text)) or EXAMPLE
    data = player_data(learned()) if current == "learned" else spelled(words)
    merge_player(data, {"step": 0, "selected": None, "opens": True}, key=f"opening_{current}")
    st.caption(
        "Byte-pair encoding, learned from seven words; GPT-4o learned from vastly more. Nothing is learned from what you "
        "type below. · is a space."
        if current == "learned"
        else "Type your own words below: they appear here, and go with you from page to page."
    )


def _act(text: str) -> str:
    act, of = st.session_state.act
    return act if of == _state_of_text() else "learned" if text == DEFAULT_TEXT else "words"


def _choose(act: str) -> None:
    # Typing another text later shows the last act again: the choice applies to this text only.
    st.session_state.act = (act, _state_of_text())


def _state_of_text() -> tuple[int, int]:
    return st.session_state.text_heard, st.session_state.text_revision


def first_words(text: str, most: int = MOST) -> str:
    r"""Return the first words of a text, on one line and at most `most` characters of them.

    >>> first_words("Better bread,\n she says", 14), first_words("antidisestablishmentarianism", 8)
    ('Better bread,', 'antidise')
    """
    line = " ".join(text[: 2 * most].split())
    if len(line) <= most:
        return line
    return line[: most + 1].rpartition(" ")[0] or line[:most]


@cached
def learned() -> TrainingHistory:
    """Train on the example with GPT-4o's recipe, until no pair repeats.

    >>> [merge.count for merge in learned().merges][:3]
    [5, 4, 3]
    """
    return train(EXAMPLE, recipe=RECIPES["gpt4o"], num_merges=len(EXAMPLE), min_count=2)


@cached
def spelled(words: str) -> EncodingData:
    """Return the player's payload for how GPT-4o's merges are applied to a few words."""
    return encoding_data(load_published("o200k_base"), words)


def _lists() -> list[RankedList]:
    own, published = tokenizer_of(learned()), load_published("o200k_base")
    first, last = len(published.base.id_of_unit), published.vocab_size - len(published.special_tokens)
    words = (published.id_of_bytes[f" {word}".encode()] for word in ("the", "bread", "breakfast"))
    return [
        ranked_list(
            f"Learned from {len(EXAMPLE.split())} words", own, [merge.new_id for merge in learned().merges]
        ),
        ranked_list("Some of GPT-4o's", published, (*range(first, first + FIRST), *sorted(words), last - 1)),
    ]
