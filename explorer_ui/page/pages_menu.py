"""Marks and expands the page links, handles the keys of a lecture, and draws the panel of a class."""

from collections.abc import Callable

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.present.classroom.payload import Offer, sent
from explorer_ui.present.lecture.lecture import LectureData

_mount = component("page/pages_menu")


def pages_menu(
    page: str,
    classroom: Offer | None,
    lecture: LectureData | None,
    *,
    on_move: Callable[[object], None],
    on_offer: Callable[[object], None],
    on_question: Callable[[object], None],
) -> None:
    """Draw the button that expands the page links; call it after the links, in the same container.

    Before the next run, `on_move` is called with the message of a lecture that goes to another scene, `on_offer` with
    the message of a button of `parts/say/lists.py`, and `on_question` with the request for a question to a class.
    """

    def hear(name: str, tell: Callable[[object], None]) -> Callable[[], None]:
        return lambda: tell(heard(key, name))

    key = f"pages_menu {page}"
    data = {"page": page, "classroom": sent(classroom), "lecture": lecture}
    _mount(
        data=data,
        key=key,
        on_lecture_change=hear("lecture", on_move),
        on_offer_change=hear("offer", on_offer),
        on_question_change=hear("question", on_question),
    )
