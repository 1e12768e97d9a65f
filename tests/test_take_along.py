"""What a view shows can be taken along: "Present & share" offers what the view has announced."""

from random import Random

import pytest
from apps import drawn, from_menu, open_app, visit, words
from streamlit.testing.v1 import AppTest

from bpe_core.lessons.quiz.misconceptions import TEXTS, lesson_question
from explorer_ui.present.take_along import take_along
from explorer_ui.present.take_along.handout import two_questions
from explorer_ui.present.take_along.take_along import SAVED
from tests.sampling import IN_TURNS

PAGES = ("Train", "Encode", "Growth", "Ways", "Prompt", "Seam", "Lives")


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bytes]]:
    """The name and the content of each file that was offered."""
    found = []
    draw = take_along.st.download_button

    def download(label: str, data: object, name: str, *more: object, **options: object) -> bool:
        if callable(data):
            found.append((name, data()))
        return draw(label, data, name, *more, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(take_along.st, "download_button", download)
    return found


def share(app: AppTest, what: str) -> AppTest:
    """Ask for one of the dialogs, as the browser does."""
    return from_menu(app, "share", {"what": what, "at": 1}, again=False)


@IN_TURNS
@pytest.mark.parametrize("page", PAGES)
def test_a_picture_is_offered_as_a_page_and_as_a_package(page: str, offered: list[tuple[str, bytes]]) -> None:
    app = open_app(page, text="low lower lowest", encode_text="lowest")
    name = "bpe" if page in ("Train", "Encode") else f"bpe_{page.lower()}"
    for ending, start in (("html", b"<!doctype html>"), ("zip", b"PK")):
        share(app, ending)
        assert not app.exception
        # Quiz questions are added to a training only.
        assert ("handout_asks" in [box.key for box in app.checkbox]) is (page == "Train")
        [(file, data)] = offered
        assert file == f"{name}.{ending}"
        assert data.startswith(start)
        # The dialog opens once.
        app.run()
        assert len(offered) == 1
        offered.clear()
    assert '<iframe src="' in words(share(app, "frame"))
    # In the frame is the picture alone.
    alone = open_app(page, query={"text": "low lower lowest", "view": "player"})
    assert [*alone.selectbox, *alone.radio, *alone.text_input, *drawn(alone, "pages_menu")] == []
    assert "[Open in the BPE explorer](" in words(alone)


def test_nothing_is_offered_where_nothing_is_shown(offered: list[tuple[str, bytes]]) -> None:
    assert {*PAGES} == SAVED
    app = open_app("Growth", text="low")
    visit(app, "Tokens").run()
    for opened in (app, open_app("Growth", text="")):
        assert "There is no picture to save yet." in words(share(opened, "html"))
        assert "restores the page, the texts, the settings and the step" in words(share(opened, "link"))
    assert not [name for name, _ in offered if name.endswith((".html", ".zip"))]


def test_another_message_opens_nothing() -> None:
    app = open_app("Growth", text="low")
    for message in (None, "link", {}, {"what": ["link"]}, {"what": "all"}):
        from_menu(app, "share", message, again=False)
        assert not app.exception
        assert "restores the page" not in words(app)


@pytest.mark.parametrize(
    "text",
    [
        "low lower lowest newer wider new aaaa aaa bananas banana",
        "low lower new newer",
        "aaabdaaabac",
        "雨雨雨 🌧🌧🌧 雨が降る",
        "a",
        TEXTS[0],
    ],
)
def test_a_handout_has_two_different_questions_about_any_text(text: str) -> None:
    asked = two_questions(text)
    assert [question.lines[0][:3] for question in asked] == ["1. ", "2. "]
    assert len({question.lines[0][3:] for question in asked}) == 2
    for question in asked:
        # Question, what it is about, three or four options with their letters, and the letter of the right one.
        letters = [line[1] for line in question.lines[2:]]
        assert letters == [*"ABCD"][: len(letters)]
        assert len(letters) >= 3
        assert question.answer[0] in letters
    if text == TEXTS[0]:
        # Of a text that allows them, those about training and about encoding.
        made = [lesson_question(kind, text, Random(1)) for kind in ("ties", "counting")]
        assert [question.lines[0][3:] for question in asked] == [one.prompt for one in made if one]
