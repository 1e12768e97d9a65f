"""One question of the Challenge page as a card: what is asked, the options, and after the answer the reason."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

import streamlit as st

from explorer_ui.components.assets import component
from explorer_ui.components.player.payload import Offer

Part: TypeAlias = (
    tuple[Literal["words", "code", "number", "passage"], str]
    | tuple[Literal["chunk"], str, str, str]
    | tuple[Literal["token"], int, str, bool]
    | tuple[Literal["mark"], int]
)
"""A piece of what the card draws; made by `words`, `code`, `number`, `passage`, `chunk`, `token` and `mark`."""


def words(text: str) -> Part:
    """A sentence of the app's own."""
    return ("words", text)


def code(text: str) -> Part:
    """A pattern."""
    return ("code", text)


def number(value: int) -> Part:
    """A figure to choose."""
    return ("number", f"{value:,}")


def passage(text: str) -> Part:
    """A text of the visitor's, as it stands."""
    return ("passage", text)


def chunk(before: str, text: str, after: str) -> Part:
    """A chunk between the text around it, white space made visible."""
    return ("chunk", _base64(before.encode()), _base64(text.encode()), _base64(after.encode()))


def token(token_id: int, token_bytes: bytes, *, learned: bool = True) -> Part:
    """A token as everywhere in the app: tinted by its id, a base unit without a tint."""
    return ("token", token_id, _base64(token_bytes), learned)


def mark(option: int) -> Part:
    """A letter between two tokens: here stands what this option names."""
    return ("mark", option)


@dataclass(frozen=True, slots=True)
class Card:
    """What the card draws, as `challenge_card.js` takes it. Before the answer nothing of what follows `layout` is sent.

    `picked` is None where nobody here chose, and a class was told the answer. `figures` holds a short sentence for each option; `answer` is the number of the right one.
    """

    card_id: str
    question: str
    subject: Sequence[Part]
    options: Sequence[Sequence[Part]]
    layout: Literal["rows", "grid"] = "grid"
    picked: int | None = None
    answer: int | None = None
    figures: Sequence[str] = ()
    reason: Sequence[Sequence[Part]] = ()


_mount = component("card/challenge_card", "card/parts", "classroom/question_card", "classroom/class_panel")


def challenge_card(
    card: Card,
    *,
    classroom: Offer | None,
    on_pick: Callable[[int], None],
    on_uncover: Callable[[], None],
    key: str,
) -> None:
    """Draw a card, and what a teacher needs to ask a class its question.

    Args:
        card: The question.
        classroom: Where a class can be opened; None where none can.
        on_pick: Gets the number of the option that is chosen, before the next run.
        on_uncover: Called when a teacher uncovers the answer, before the next run.
        key: Of the element.
    """

    def pick() -> None:
        picked = st.session_state[key].get("picked")
        # What the browser sent counts only for the question that it was shown.
        if isinstance(picked, Mapping) and picked.get("card_id") == card.card_id:
            for option in range(len(card.options)):
                if picked.get("option") == option:
                    on_pick(option)

    def uncover() -> None:
        uncovered = st.session_state[key].get("uncovered")
        if isinstance(uncovered, Mapping) and uncovered.get("card_id") == card.card_id:
            on_uncover()

    _mount(
        key=key,
        data=asdict(card) | {"classroom": classroom},
        default={"picked": None, "uncovered": None},
        on_picked_change=pick,
        on_uncovered_change=uncover,
    )


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
