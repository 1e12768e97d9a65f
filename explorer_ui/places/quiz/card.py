"""The contents of a Challenge card: plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from explorer_ui.browser.packing import base64_of

Part: TypeAlias = (
    tuple[Literal["words", "number", "passage"], str]
    | tuple[Literal["token"], int, str, bool]
    | tuple[Literal["merge"], int, str, str]
)
"""A part of a card; the functions below make one each."""


def words(text: str) -> Part:
    """A sentence written by the app."""
    return ("words", text)


def number(value: int) -> Part:
    """A number as an option."""
    return ("number", f"{value:,}")


def passage(text: str) -> Part:
    """A part of the visitor's text, unchanged."""
    return ("passage", text)


def token(token_id: int, token_bytes: bytes, *, learned: bool = True) -> Part:
    """A token as everywhere in the app: a base unit has no tint, and adjacent tokens have different tints."""
    return ("token", token_id, base64_of(token_bytes), learned)


def merge(rank: int, left: bytes, right: bytes) -> Part:
    """A learned merge: its rank, and the two tokens."""
    return ("merge", rank, base64_of(left), base64_of(right))


@dataclass(frozen=True, slots=True)
class Card:
    """A card. Before the answer, the fields after `layout` are not sent."""

    card_id: str
    question: str
    subject: Sequence[Part]  # what the question is about; empty if the question says so itself
    options: Sequence[Sequence[Part]]
    layout: Literal["rows", "grid"] = "grid"  # the layout of the options
    picked: int | None = None  # the chosen option; null before that, and if a class is told the answer
    answer: int | None = None  # the right option; null before the answer, when the fields below are empty
    figures: Sequence[str] = ()  # a short sentence for each option
    reason: Sequence[Sequence[Part]] = ()
    # the base units, as base64, of a word whose token boundaries are placed by hand; then there are no
    # options, and bit i of an answer is set if gap i is a token boundary
    units: Sequence[str] = ()
    number: int = 0  # the number of the question, on the screen and on paper; 0: it has none
