"""A Challenge question that a teacher asks a class on another page, about the text and the tokenizer there."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.lessons.question_kinds import BY_HAND, QUESTION_KINDS
from explorer_ui.components.question.card import Card
from explorer_ui.components.teaching.payload import Offer
from explorer_ui.shell.state import Settings
from explorer_ui.views.challenge_cards import card_of, covered
from explorer_ui.views.challenge_questions import ask_of, material_of
from explorer_ui.work.training_runs import train_with_progress

_WISH = "class_question"
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class _Wish:
    """A browser's request: its own name for the question, and, when it is made, the card (None if there is none)."""

    name: str
    number: int
    seed: int
    answered: bool = False
    made: bool = False
    card: Card | None = None


def hear_question(name: str, wants: str) -> None:
    """Handle a browser's request: a new "question" under a name, or the "answer" of the one that it has."""
    before: _Wish | None = st.session_state.get(_WISH)
    if wants == "answer":
        if before is not None and before.name == name:
            st.session_state[_WISH] = replace(before, answered=True)
    elif len(name) <= _LONGEST_NAME:
        # Each time another kind of question comes first.
        number = before.number + 1 if before else secrets.randbelow(len(QUESTION_KINDS))
        st.session_state[_WISH] = _Wish(name, number, secrets.randbelow(1_000_000))


def with_question(
    offer: Offer | None, settings: Settings, text: str, tokenizer: Callable[[], Tokenizer]
) -> Offer | None:
    """Return the offer with the requested question, made once from a text, its training and a tokenizer."""
    wish: _Wish | None = st.session_state.get(_WISH)
    if offer is None or wish is None:
        return offer
    if not wish.made:
        wish = replace(wish, made=True, card=_card(wish, settings, text, tokenizer))
        st.session_state[_WISH] = wish
    card = wish.card if wish.card is None or wish.answered else covered(wish.card)
    return {**offer, "question": {"name": wish.name, "card": card}}


def _card(wish: _Wish, settings: Settings, text: str, tokenizer: Callable[[], Tokenizer]) -> Card | None:
    try:
        # The questions are about a text, and words with their counts are not one; nor do merges of a vocabulary follow
        # from it.
        history = train_with_progress(replace(settings, text=text, as_counts=False, start_from=""))
        kinds = [kind for kind in QUESTION_KINDS if kind != BY_HAND]
        asked = ask_of(material_of(text, history, tokenizer()), kinds, wish.number, seed=wish.seed)
    except BpeError:
        return None
    return card_of(asked, None, number=wish.number, uncovered=True) if asked else None
