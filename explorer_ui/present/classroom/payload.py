"""The payload of the teacher's panel: plain values."""

from dataclasses import asdict
from typing import Any, TypedDict

from explorer_ui.places.quiz.card import Card


class AskedQuestion(TypedDict):
    """A Challenge question, under the browser's `name` for it."""

    name: str
    card: Card | None  # null if the text gives no such question


class Offer(TypedDict):
    """What is needed to open a class."""

    base: str  # the path of the classes
    page: str  # the path of the page on which followers can continue on their own
    link: str | None  # the query that restores what the page shows, null if the text is too long for one
    # the labels of the kinds of Challenge questions; none on a page that phones cannot follow
    kinds: dict[str, str]
    question: AskedQuestion | None  # the question of the Challenge that was requested last


def sent(offer: Offer | None) -> dict[str, Any] | None:
    """Return an offer as plain values, since messages cannot contain dataclasses."""
    if offer is None:
        return None
    question = offer["question"]
    card = question["card"] if question else None
    return {**offer, "question": question and {**question, "card": None if card is None else asdict(card)}}
