"""What the page shell offers a teacher, if this process supports classes: to open one, and to ask it a question.

It is a Challenge question, on any page, about the text and the tokenizer there.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypedDict

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.lessons.quiz.misconceptions import QUESTION_KINDS, version_of
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.challenge_cards import ask_of, card_of, covered, lesson_card
from explorer_ui.tokenizers.tokenizers import Subject
from explorer_ui.visit.state import current_link, player_alone
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.words.course import page_of

base: str | None = None
"""The path of the classes, such as "/class"; None if there are no routes, or a setting disables them."""

FOLLOWED = {"Train", "Encode", "Growth", "Seam", "Challenge"}
"""The pages that phones can follow."""


class AskedQuestion(TypedDict):
    """A Challenge question, under the browser's `name` for it."""

    name: str
    card: Card | None  # null if the text gives no such question
    cards: list[Card]  # instead of it, the fourteen of a test


class Offer(TypedDict):
    """What is needed to open a class."""

    base: str  # the path of the classes
    page: str  # the path of the page on which followers can continue on their own
    known_as: str  # how the page is called on a phone that cannot follow it
    link: str | None  # the query that restores what the page shows, null if the text is too long for one
    # the labels of the kinds of Challenge questions; none on a page that phones cannot follow
    kinds: dict[str, str]
    question: AskedQuestion | None  # the question of the Challenge that was requested last


TEST = "test"
"""What a browser asks for if it wants a test; its seed is the version."""

_WISH = "class_question"
_LONGEST_NAME = 60
_ASKED = re.compile(r"(?P<kind>[a-z_]{1,12}) (?P<seed>[0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A browser's request for a question: the browser's name for it, and, once `made`, the card (None if there is none)."""

    name: str
    kind: str
    seed: int
    made: bool = False
    card: Card | None = None
    cards: tuple[Card, ...] = ()


def class_offer(name: str) -> Offer | None:
    """Return what the panel needs to open a class on a page, or None if classes are not available."""
    if base is None or player_alone():
        return None
    followed = name in FOLLOWED
    wish: _Wish | None = st.session_state.get(_WISH)
    return {
        "base": base,
        "page": page_of(name).address,
        "known_as": page_of(name).known_as,
        "link": current_link(name) if followed else None,
        "kinds": QUESTION_KINDS if followed else {},
        # The one that was made last; None if there is none, or it is still to be made.
        "question": {"name": wish.name, "card": wish.card, "cards": list(wish.cards)}
        if wish and wish.made
        else None,
    }


def sent(offer: Offer) -> dict[str, Any]:
    """Return an offer as plain values, since messages cannot contain dataclasses."""
    question = offer["question"]
    if question is None:
        return {**offer}
    card, cards = question["card"], question["cards"]
    return {**offer, "question": {**question, "card": card and asdict(card), "cards": [*map(asdict, cards)]}}


def hear_question(message: object) -> None:
    """Handle a browser's request for a question: a name for it, and a kind and a seed, which always give the same question."""
    if not isinstance(message, Mapping):
        return
    name, wants = message.get("name"), message.get("wants")
    found = _ASKED.fullmatch(wants) if isinstance(wants, str) else None
    if (
        isinstance(name, str)
        and len(name) <= _LONGEST_NAME
        and found
        and found["kind"] in {*QUESTION_KINDS, TEST}
    ):
        st.session_state[_WISH] = _Wish(name, found["kind"], int(found["seed"]))


def make_question(subject: Subject | None) -> bool:
    """Make the requested question, once, from what the page is about; return whether one was requested.

    The teacher's browser gets the answer too, so that any page open in it can reveal the answer.
    """
    wish: _Wish | None = st.session_state.get(_WISH)
    if wish is None or wish.made:
        return False
    if wish.kind == TEST:
        cards = tuple(covered(lesson_card(question)) for question in version_of(wish.seed % 2))
        st.session_state[_WISH] = replace(wish, made=True, cards=cards)
        return True
    card = _card(wish, *subject) if subject else None
    st.session_state[_WISH] = replace(wish, made=True, card=card)
    return True


def _card(wish: _Wish, request: TrainingRequest, tokenizer: Callable[[], Tokenizer]) -> Card | None:
    try:
        asked = ask_of(request.text, tokenizer(), wish.kind, 0, seed=wish.seed)
    except BpeError:
        return None
    return replace(card_of(asked, None, number=0, uncovered=True), number=0)
