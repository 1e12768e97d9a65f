"""The opening of Start, in three acts: merges are learned once, they are a list, and they are applied to your words."""

from collections.abc import Mapping
from typing import TypedDict

import streamlit as st

from bpe_core import load_published, replace_lone_surrogates
from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.player.merge_player import merge_player
from explorer_ui.parts.player.payload import EncodingData, TrainingData, encoding_data, player_data
from explorer_ui.parts.say.lists import draw_invitation
from explorer_ui.parts.token_row.ranked_lists import RankedList, ranked_list, ranked_lists
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.settings import DEFAULT_TEXT
from explorer_ui.words.film import ACTS, EXAMPLE, learned

MOST = 36
"""How many characters of a text are shown: more would be too small to be read from the last row of a lecture hall."""
FIRST = 5
"""How many merges from the beginning of a published list are shown."""
_BYTES = " They begin as bytes, the units in which text is stored; most letters outside English take several."


class Acts(TypedDict):
    """The buttons of the acts, and the current one."""

    acts: list[tuple[str, str]]  # the key and the label of each
    current: str
    sentence: str
    has_film: bool  # whether the current one plays, and says when it is over


_mount_acts = component("places/start/acts")


def show_opening(text: str) -> None:
    """Draw the chosen act: the first one initially, the last one after the visitor has typed a text."""
    current = _act(text)
    acts: Acts = {
        "acts": [(act, label) for act, (label, *_) in ACTS.items()],
        "current": current,
        "sentence": ACTS[current].sentence,
        "has_film": current != "merges",
    }
    _mount_acts(data=acts, key="acts", on_chosen_change=_hear_choice)
    if current == "merges":
        ranked_lists(_lists(), key="opening_merges")
        st.caption(ACTS[current].below)
        return
    words = EXAMPLE if current == "learned" else first_words(replace_lone_surrogates(text)) or EXAMPLE
    data = player_data(learned()) if current == "learned" else spelled(words)
    merge_player(
        in_characters(data, words), {"step": 0, "selected": None, "opens": True}, key=f"opening_{current}"
    )
    if current == "learned":
        st.caption(ACTS[current].below)
    elif text in ("", DEFAULT_TEXT):
        draw_invitation()
    else:
        draw_invitation(ACTS[current].below + ("" if words.isascii() else _BYTES))


def _act(text: str) -> str:
    act, of = st.session_state.act
    return act if of == _state_of_text() else "learned" if text == DEFAULT_TEXT else "words"


def _hear_choice() -> None:
    # Typing another text later shows the last act again: the choice applies to this text only.
    message = heard("acts", "chosen")
    act = message.get("act") if isinstance(message, Mapping) else None
    if isinstance(act, str) and act in ACTS:
        st.session_state.act = (act, _state_of_text())


def _state_of_text() -> tuple[int, int]:
    return st.session_state.text_heard, st.session_state.text_revision


def first_words(text: str, most: int = MOST) -> str:
    r"""Return the first words of a text, on one line and at most `most` characters of them.

    >>> first_words("Better bread,\n she says", 14), first_words("antidisestablishmentarianism", 8)
    ('Better bread,', 'antidise')
    >>> first_words("\n" * 99 + "low")
    'low'
    """
    line = " ".join(text.lstrip()[: 2 * most].split())
    if len(line) <= most:
        return line
    return line[: most + 1].rpartition(" ")[0] or line[:most]


def in_characters(data: TrainingData | EncodingData, text: str) -> TrainingData | EncodingData:
    """Return the player's payload with the base units called characters, which need no explanation, if the text is ASCII.

    >>> in_characters(spelled("bread"), "bread")["units"], in_characters(spelled("Brötchen"), "Brötchen")["units"]
    ('characters', 'bytes')
    """
    return data | {"units": "characters"} if text.isascii() else data


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
