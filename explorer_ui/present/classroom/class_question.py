"""A Challenge question that a teacher asks a class on any page, about the text and the tokenizer there."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.challenge_cards import card_of
from explorer_ui.places.quiz.challenge_questions import ask_of, material_of
from explorer_ui.present.classroom.payload import AskedQuestion
from explorer_ui.tokenizers.tokenizers import Subject
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


def hear_question(message: object) -> None:
    """Handle a browser's request for a question: a name for it, and a kind and a seed, which always give the same question."""
    if not isinstance(message, Mapping):
        return
    name, wants = message.get("name"), message.get("wants")
    found = _ASKED.fullmatch(wants) if isinstance(wants, str) else None
    if isinstance(name, str) and len(name) <= _LONGEST_NAME and found and found["kind"] in QUESTION_KINDS:
        st.session_state[_WISH] = _Wish(name, found["kind"], int(found["seed"]))


def make_question(subject: Subject | None) -> bool:
    """Make the requested question, once, from what the page is about; return whether one was requested.

    The teacher's browser gets the answer too, so that any page open in it can reveal the answer.
    """
    wish: _Wish | None = st.session_state.get(_WISH)
    if wish is None or wish.made:
        return False
    card = _card(wish, *subject) if subject else None
    st.session_state[_WISH] = replace(wish, made=True, card=card)
    return True


def question_made() -> AskedQuestion | None:
    """Return the question that was made last; None if there is none, or it is still to be made."""
    wish: _Wish | None = st.session_state.get(_WISH)
    return {"name": wish.name, "card": wish.card} if wish and wish.made else None


def _card(wish: _Wish, request: TrainingRequest, tokenizer: Callable[[], Tokenizer]) -> Card | None:
    try:
        history = train_with_progress(request.on_its_text_alone())
        asked = ask_of(material_of(request.text, history, tokenizer()), [wish.kind], 0, seed=wish.seed)
    except BpeError:
        return None
    return card_of(asked, None, number=0, uncovered=True) if asked else None
