"""One question of the Challenge page as a card: the question, the options, and after the answer the reason."""

from collections.abc import Callable, Mapping
from dataclasses import asdict

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.places.quiz.card import Card

_mount = component("places/quiz/challenge_card")


def challenge_card(
    card: Card,
    *,
    on_pick: Callable[[int], None],
    on_uncover: Callable[[], None],
    key: str,
) -> None:
    """Draw a card.

    Args:
        card: The question.
        on_pick: Gets the chosen answer before the next run: the index of an option, or a bit for each gap.
        on_uncover: Called before the next run when the answer is revealed to an audience.
        key: The key of the element.
    """

    def pick() -> None:
        picked = heard(key, "picked")
        # The browser's answer counts only for the question that the browser was shown.
        if isinstance(picked, Mapping) and picked.get("card_id") == card.card_id:
            answer, gaps = picked.get("option"), max(len(card.units) - 1, 0)
            if type(answer) is int and 0 <= answer < (2**gaps if gaps else len(card.options)):
                on_pick(answer)

    def uncover() -> None:
        uncovered = heard(key, "uncovered")
        if isinstance(uncovered, Mapping) and uncovered.get("card_id") == card.card_id:
            on_uncover()

    _mount(
        key=key,
        data=asdict(card),
        default={"picked": None, "uncovered": None},
        on_picked_change=pick,
        on_uncovered_change=uncover,
    )
