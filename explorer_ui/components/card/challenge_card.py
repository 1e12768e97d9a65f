"""One question of the Challenge page as a card: what is asked, the options, and after the answer the reason."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

import streamlit as st

from explorer_ui.components.assets import component

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
    """What the card draws, as `challenge_card.js` takes it. Before the answer `picked` is None, and nothing of what follows it is sent.

    `figures` holds a short sentence for each option; `answer` is the number of the right one.
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


_mount = component("card/challenge_card")


def challenge_card(card: Card, *, on_pick: Callable[[int], None], key: str) -> None:
    """Draw a card; `on_pick` gets the number of the option that is chosen, before the next run."""

    def pick() -> None:
        picked = st.session_state[key].get("picked")
        # What the browser sent counts only for the question that it was shown.
        if isinstance(picked, Mapping) and picked.get("card_id") == card.card_id:
            for option in range(len(card.options)):
                if picked.get("option") == option:
                    on_pick(option)

    _mount(key=key, data=asdict(card), default={"picked": None}, on_picked_change=pick)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
