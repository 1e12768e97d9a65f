"""A Challenge question that a teacher asks a class on another page, about the text and the tokenizer there."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.challenge_cards import card_of
from explorer_ui.places.quiz.challenge_questions import ask_of, material_of
from explorer_ui.present.classroom.payload import Offer
from explorer_ui.tokenizers.training_runs import train_with_progress
from explorer_ui.visit.training_request import TrainingRequest

_WISH = "class_question"
_LONGEST_NAME = 60
_ASKED = re.compile(r"(?P<kind>[a-z]{1,12}) (?P<seed>[0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A browser's request for a question: the browser's name for it, and, once `made`, the card (None if there is none)."""

    name: str
    kind: str
    seed: int
    made: bool = False
    card: Card | None = None


def hear_question(name: str, wants: str) -> None:
    """Handle a browser's request for a question; `wants` is a kind and a seed, which always give the same question."""
    found = _ASKED.fullmatch(wants)
    if len(name) <= _LONGEST_NAME and found and found["kind"] in QUESTION_KINDS:
        st.session_state[_WISH] = _Wish(name, found["kind"], int(found["seed"]))


def with_question(
    offer: Offer | None, request: TrainingRequest, tokenizer: Callable[[], Tokenizer]
) -> Offer | None:
    """Return the offer with the requested question, made once from a training, its text and a tokenizer.

    The teacher's browser gets the answer too, so that any page open in it can reveal the answer.
    """
    wish: _Wish | None = st.session_state.get(_WISH)
    if offer is None or wish is None:
        return offer
    if not wish.made:
        wish = replace(wish, made=True, card=_card(wish, request, tokenizer))
        st.session_state[_WISH] = wish
    return {**offer, "question": {"name": wish.name, "card": wish.card}}


def _card(wish: _Wish, request: TrainingRequest, tokenizer: Callable[[], Tokenizer]) -> Card | None:
    try:
        history = train_with_progress(request.on_its_text_alone())
        asked = ask_of(material_of(request.text, history, tokenizer()), [wish.kind], 0, seed=wish.seed)
    except BpeError:
        return None
    return card_of(asked, None, number=0, uncovered=True) if asked else None
