"""The payload of the teacher's panel: plain values."""

from dataclasses import asdict
from typing import Any, NotRequired, TypedDict

from explorer_ui.components.question.card import Card


class AskedQuestion(TypedDict):
    """A Challenge question, under the browser's `name` for it; `card` is None if the text gives no such question."""

    name: str
    card: Card | None


class Prepared(TypedDict):
    """The prepared questions, and the number of the lecture scene that has them (0 outside of a lecture)."""

    items: list[str]
    scene: int
    most: int
    kinds: dict[str, str]


class Offer(TypedDict):
    """What is needed to open a class."""

    base: str
    page: str
    link: str | None
    queue: Prepared | None
    question: NotRequired[AskedQuestion | None]


def sent(offer: Offer | None) -> dict[str, Any] | None:
    """Return an offer as plain values, since messages cannot contain dataclasses."""
    if offer is None:
        return None
    question = offer.get("question")
    card = question["card"] if question else None
    return {**offer, "question": question and {**question, "card": None if card is None else asdict(card)}}
