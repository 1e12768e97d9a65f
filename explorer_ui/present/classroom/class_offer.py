"""Whether this process supports classes: pages check this before they offer to open one."""

from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS
from explorer_ui.present.classroom.payload import Offer
from explorer_ui.visit.state import current_link, player_alone
from explorer_ui.words.course import page_of

base: str | None = None
"""The path of the classes, such as "/class"; None if there are no routes, or a setting disables them."""


FOLLOWED = {"Train", "Encode", "Growth", "Seam", "Challenge"}
"""The pages that phones can follow, and that have a class panel of their own."""


def class_offer(page: str) -> Offer | None:
    """Return what a component needs to open a class on the current page, or None if classes are not available."""
    if base is None or player_alone():
        return None
    kinds = {key: kind.name for key, kind in QUESTION_KINDS.items()}
    return {"base": base, "page": page, "link": current_link(), "kinds": kinds}


def offer_elsewhere(name: str) -> Offer | None:
    """Return an offer for a page that phones cannot follow: no class can be opened there, but an open one continues."""
    if base is None or player_alone() or name in FOLLOWED:
        return None
    return {"base": base, "page": page_of(name).address, "link": None, "kinds": {}}
