"""A bar for each language, divided by reason, and the tokens of one language."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from bpe_core.lessons.compare.token_reasons import REASONS, Reason, ReasonedToken, count_reasons
from explorer_ui.browser.assets import component
from explorer_ui.visit.names import REASON_NAMES
from explorer_ui.visit.words import readable

_mount = component("places/compare/languages/language_costs")


class LanguageCosts(TypedDict):
    """The component's data."""

    reasons: list[tuple[str, str]]  # for each its CSS class and its name
    # for each its name and how many tokens each reason explains, cheapest first
    languages: list[tuple[str, list[int]]]
    chosen: str  # the language whose tokens are drawn
    said: str  # what its bar shows, in words
    tokens: list[tuple[str, int]]  # for each its text, and the index of its reason


def language_costs(
    tokens: Mapping[str, Sequence[ReasonedToken]],
    chosen: str,
    reasons: Sequence[Reason],
    *,
    said: str,
    key: str,
) -> None:
    """Draw what each language costs, the cheapest first; only the reasons in `reasons` are included.

    `said` says in words what the bar of the chosen language shows.
    """
    costs = {
        language: [number if reason in reasons else 0 for reason, number in count_reasons(found).items()]
        for language, found in tokens.items()
    }
    data: LanguageCosts = {
        "reasons": [(reason, REASON_NAMES[reason]) for reason in REASONS],
        "languages": sorted(costs.items(), key=lambda cost: sum(cost[1])),
        "chosen": chosen,
        "said": said,
        "tokens": [(readable(token), REASONS.index(reason)) for token, reason in tokens[chosen]],
    }
    _mount(data=data, key=key)
