"""One question of the Challenge page as a card: what is asked, the options, and after the answer the reason."""

from collections.abc import Callable, Mapping
from dataclasses import asdict

import streamlit as st

from explorer_ui.components.assets import component
from explorer_ui.components.question.card import Card
from explorer_ui.components.teaching.payload import Offer, sent

_mount = component("card/challenge_card")


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
        on_pick: Gets the answer that is chosen, before the next run: the number of an option, or a bit for each gap.
        on_uncover: Called when a teacher uncovers the answer, before the next run.
        key: Of the element.
    """

    def pick() -> None:
        picked = st.session_state[key].get("picked")
        # What the browser sent counts only for the question that it was shown.
        if isinstance(picked, Mapping) and picked.get("card_id") == card.card_id:
            answer, gaps = picked.get("option"), max(len(card.units) - 1, 0)
            if type(answer) is int and 0 <= answer < (2**gaps if gaps else len(card.options)):
                on_pick(answer)

    def uncover() -> None:
        uncovered = st.session_state[key].get("uncovered")
        if isinstance(uncovered, Mapping) and uncovered.get("card_id") == card.card_id:
            on_uncover()

    _mount(
        key=key,
        data=asdict(card) | {"classroom": sent(classroom)},
        default={"picked": None, "uncovered": None},
        on_picked_change=pick,
        on_uncovered_change=uncover,
    )
