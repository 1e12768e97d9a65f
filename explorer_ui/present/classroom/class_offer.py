"""Whether this process supports classes: the page shell checks this before it offers to open one."""

from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS
from explorer_ui.present.classroom.class_question import question_made
from explorer_ui.present.classroom.payload import Offer
from explorer_ui.visit.state import current_link, player_alone
from explorer_ui.words.course import page_of

base: str | None = None
"""The path of the classes, such as "/class"; None if there are no routes, or a setting disables them."""

FOLLOWED = {"Train", "Encode", "Growth", "Seam", "Challenge"}
"""The pages that phones can follow."""


def class_offer(name: str) -> Offer | None:
    """Return what the panel needs to open a class on a page, or None if classes are not available."""
    if base is None or player_alone():
        return None
    followed = name in FOLLOWED
    return {
        "base": base,
        "page": page_of(name).address,
        "link": current_link() if followed else None,
        "kinds": {key: kind.name for key, kind in QUESTION_KINDS.items()} if followed else {},
        "question": question_made(),
    }
