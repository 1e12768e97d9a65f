"""The Challenge page asks, explains and counts; the guided tour is a lecture."""

import re
from collections.abc import Callable
from unittest.mock import Mock, patch
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe_core import load_published
from bpe_core.lessons.quiz.misconceptions import BY_HAND, version_of
from bpe_core.lessons.quiz.misconceptions import QUESTION_KINDS as KINDS
from explorer_ui.places.quiz import challenge as challenge_view
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.twice import written_answers
from explorer_ui.visit.links import link_query, read_query
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.scenes import LESSONS, PUZZLES
from tests.apps import from_menu, open_app, shows, type_text, visit, words
from tests.sampling import IN_TURNS


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> list[Card]:
    """The cards that were drawn, with a button for each option in place of the browser."""
    drawn: list[Card] = []

    def draw(card: Card, *, on_pick: Callable[[int], None], on_uncover: Callable[[], None], key: str) -> None:
        drawn.append(card)
        for option in range(len(card.options) or 2):
            st.button("ABCD"[option], key=f"option_{option}", on_click=on_pick, args=(option,))
        st.button("Uncover", key="uncover", on_click=on_uncover)

    monkeypatch.setattr(challenge_view, "challenge_card", draw)
    return drawn


def answered_wrongly(cards: list[Card], **state: object) -> AppTest:
    """Open the page, and answer its first question wrongly."""
    app = open_app("Challenge", challenge_seed=7, **state)
    app.button(key="uncover").click().run()
    wrong = int(cards[-1].answer == 0)
    app = open_app("Challenge", challenge_seed=7, **state)
    app.button(key=f"option_{wrong}").click().run()
    assert cards[-1].picked == wrong
    return app


@pytest.mark.parametrize(
    ("options", "units", "most"), [(4, 0, 3), (0, 3, 3), (0, 2, 1)], ids=["options", "gaps", "gap"]
)
def test_each_answer_of_a_question_is_taken_and_no_other(monkeypatch, options, units, most):
    card = Mock(card_id="1", options=[None] * options, units=[None] * units)
    taken: list[int] = []
    monkeypatch.setattr(challenge_view, "asdict", vars)
    monkeypatch.setattr(challenge_view, "_mount", lambda *, on_picked_change, **_: on_picked_change())
    for answer in (-1, 0, 1, most, most + 1, True, 1.0, "0", None):
        monkeypatch.setattr(challenge_view, "heard", lambda *_, said=answer: {"card_id": "1", "option": said})
        challenge_view.challenge_card(card, on_pick=taken.append, on_uncover=lambda: None, key="card")
    assert taken == [0, 1, most]


@IN_TURNS
@pytest.mark.parametrize(
    ("tokenizer", "text"),
    [
        ("trained", DEFAULTS["text"]),
        ("gpt2", sample_text("arabic")),
        ("o200k_base", sample_text("japanese")),
        *(("trained", text) for text in ("", "a", "日", "\n\n", "$x$ :red[y] ![](http://z) <script>")),
    ],
)
def test_there_is_always_a_question_and_before_the_answer_nothing_of_it_is_sent(cards, tokenizer, text):
    app = open_app("Challenge", challenge_seed=7, tokenizer=tokenizer, text=text)
    for kind in KINDS:
        app.selectbox(key="challenge_kind").select(kind).run()
        assert not app.exception
        card = cards[-1]
        assert (card.picked, card.answer, card.figures, card.reason) == (None, None, (), ())
        assert 2 <= len(card.options) <= 4 or len(card.units) > 1
        if text == DEFAULTS["text"] or (
            len(text) > 99 and kind in {BY_HAND, "numbers", "special", "languages"}
        ):
            assert not any("about another text" in caption.value for caption in app.caption)


def test_answers_are_told_with_their_reason_and_counted_once(cards: list[Card]) -> None:
    app = open_app("Challenge", challenge_seed=3)
    right = 0
    for number in range(1, 16):
        asked = cards[-1]
        app.button(key="option_0").click().run()
        told = cards[-1]
        assert (told.card_id, told.picked) == (asked.card_id, 0)
        assert told.reason
        right += told.answer == 0
        app.button(key="option_1").click().run()
        assert cards[-1] == told
        assert f"**{right} of {number} right.**" in words(app)
        app.button(key="next_question").click().run()
        assert cards[-1].card_id != told.card_id
        assert cards[-1].picked is None
    assert 0 < right < 15
    assert f"{KINDS['longest']} 1 of 1" in words(app) or f"{KINDS['longest']} 0 of" in words(app)
    app.button(key="count_again").click().run()
    assert "right.**" not in words(app)


def asked_next(app: AppTest, cards: list[Card], *, times: int) -> list[tuple[str, int | None]]:
    """Go on to the next questions; return their ids, and whether they are answered."""
    seen = []
    for _ in range(times):
        app.button(key="next_question").click().run()
        seen.append((cards[-1].card_id, cards[-1].picked))
    return seen


def test_what_was_missed_comes_back_after_two_others_unless_the_text_is_another(cards: list[Card]) -> None:
    app = answered_wrongly(cards, challenge_kind="space")
    first = cards[-1].card_id
    asked = asked_next(app, cards, times=4)
    assert asked[2] == (first, None)
    assert len({one for one, _ in asked} - {first}) == 3
    assert app.session_state["challenge_number"] == 3
    # A question that was answered rightly is not asked again.
    assert app.session_state["challenge_missed"] == ""
    app = answered_wrongly(cards, challenge_kind="space")
    type_text(app, "she sells sea shells by the sea shore; the shells she sells are sea shells")
    # In its place a new question is asked, and not the last one once more.
    assert len(set(asked_next(app, cards, times=3))) == 3
    assert app.session_state["challenge_again"] == ""
    assert "missed this one" not in words(app)
    assert "of 1 right" in words(app)


LEADS_TO = {
    BY_HAND: "Encode", "longest": "Encode", "ties": "Train", "overlaps": "Train", "space": "Tokens",
    "inside": "Tokens", "special": "Tokens", "halves": "Seam",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "page"), LEADS_TO.items())
def test_a_wrong_answer_leads_to_where_it_is_seen_and_gives_everything_back(cards, kind, page):
    chosen = {
        "challenge_kind": kind, "tokenizer": "gpt2", "text": sample_text("prose"), "text_name": "prose",
        "special_policy": "special", "recipe": "gpt4", "tie_break": "highest-bytes", "lifted": "all",
        "num_merges": 20, "step": 3, "seam_at": 5,
    }  # fmt: skip
    app = answered_wrongly(cards, **chosen)
    asked = cards[-1]
    app.button(key="see_step").click().run()
    assert not app.exception
    assert shows(app, page)
    about = next(str(part[1]) for part in asked.subject if part[0] == "passage")
    shown = about.replace("·", " ") if asked.units else f" {about}" if kind == "inside" else about
    assert app.session_state["encode_text" if page == "Encode" else "text"] == shown
    # A page replaces a value that it does not know.
    loan = app.session_state["challenge_loan"]
    assert [key for key, value, _ in loan if app.session_state[key] != value] == []
    if kind == "special":
        assert app.session_state["special_policy"] == "ordinary"
    if kind == "halves":
        assert about[: app.session_state["seam_at"]] == re.findall("“(.*?)”", asked.question)[0]
    visit(app, "Challenge").run()
    assert {key: app.session_state[key] for key in chosen} == chosen
    assert cards[-1] == asked


def test_a_text_typed_after_the_step_keeps_its_own_name_and_positions(cards: list[Card]) -> None:
    own = {"text_name": "prose", "seam_at": 5, "special_policy": "special"}
    app = answered_wrongly(cards, challenge_kind="special", text=sample_text("prose"), **own)
    app.button(key="see_step").click().run()
    type_text(app, "my own")
    visit(app, "Challenge").run()
    shown = [app.session_state[key] for key in ("text", *own)]
    assert shown == ["my own", "", None, "special"]


@pytest.mark.parametrize("kind", ["any", "per_word", "languages", "longest"])
@pytest.mark.usefixtures("cards")
def test_the_number_of_questions_to_take_along_is_that_of_the_sheet(kind: str) -> None:
    app = open_app("Challenge", challenge_seed=7, challenge_kind=kind, tokenizer="gpt2")
    sheet = challenge_view.on_paper((kind, 7), DEFAULTS["text"], load_published("gpt2")).decode()
    number = sheet.partition('<section class="key">')[0].count("<li value=")
    assert (number == 10) == (kind == "any")
    assert "<title>Byte-pair encoding, quiz 7</title>" in sheet
    assert f"{number} different questions of quiz 7, " in words(app)


def test_everybody_with_the_link_gets_the_same_questions(cards: list[Card]) -> None:
    app = open_app("Challenge")
    number = app.session_state["challenge_seed"]
    query = link_query({key: app.session_state[key] for key in DEFAULTS})
    state, problems = read_query(dict(parse_qsl(query)))
    assert not problems
    asked = []
    for chosen in ({}, state):
        cards.clear()
        other = open_app("Challenge", **({"challenge_seed": number} | chosen))
        asked_next(other, cards, times=3)
        asked.append([card.card_id for card in cards])
        assert other.session_state["challenge_score"] == {}, "questions that are passed over do not count"
    assert asked[0] == asked[1]
    assert len({*asked[0]}) == 4
    assert f"Quiz {number}." in words(app)


def test_a_teacher_uncovers_the_answer_of_his_class_and_nothing_is_counted(cards: list[Card]) -> None:
    app = open_app("Challenge", challenge_seed=7)
    asked = cards[-1]
    app.button(key="uncover").click().run()
    told = cards[-1]
    assert (told.card_id, told.picked) == (asked.card_id, None)
    assert told.answer is not None
    assert told.reason
    app.button(key="option_0").click().run()
    assert (cards[-1].picked, cards[-1].answer) == (None, told.answer)
    assert app.session_state["challenge_score"] == {}
    # The answer to the next question is not sent either.
    app.button(key="next_question").click().run()
    assert (cards[-1].answer, cards[-1].reason) == (None, ())


def test_one_person_takes_the_fourteen_questions_twice_by_a_link(cards: list[Card]) -> None:
    def answer(app: AppTest, options: list[int]) -> None:
        for number, option in enumerate(options, start=len(app.session_state["challenge_twice"]) + 1):
            assert (cards[-1].number, cards[-1].picked, cards[-1].answer) == (number, None, None)
            app.button(key=f"option_{option}").click().run()

    app = open_app("Challenge", challenge_kind="twice", challenge_twice=(0,) * 11)
    answer(app, [0, 0, 0])
    [link] = app.code
    query = dict(parse_qsl(urlsplit(link.value).query))
    assert query == {"challenge_kind": "twice", "challenge_first": "0" + "A" * 14}
    app = open_app("Challenge", query=query)
    answer(app, [question.answer for question in version_of(1)])
    assert "100% after.** You learned 100% of what you did not know." in words(app)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (7, 7, "50% right before, 50% after.**"),
        (7, 9, "50% right before, 64% after.** You learned 29% of what you did not know."),
        (14, 0, "100% right before, 0% after.** Fewer answers were right the second time."),
        (14, 14, "100% right before, 100% after.**"),
    ],
)
@pytest.mark.usefixtures("cards")
def test_one_person_reads_what_was_learned_and_no_loss_as_a_gain(before: int, after: int, said: str) -> None:
    def answers(version: int, right: int) -> list[int]:
        asked = [question.answer for question in version_of(version)]
        return [*asked[:right], *((answer + 1) % 3 for answer in asked[right:])]

    first, second = written_answers(0, answers(0, before)), tuple(answers(1, after))
    app = open_app("Challenge", challenge_kind="twice", challenge_first=first, challenge_twice=second)
    assert f"**{said}" in [markdown.value for markdown in app.markdown]
    table = app.dataframe[0].value
    assert [*table["before"]] == ["right"] * before + ["wrong"] * (14 - before)
    assert [*table["after"]] == ["right"] * after + ["wrong"] * (14 - after)


def test_the_tour_is_the_shortest_lecture_and_gives_back_ones_own_text() -> None:
    app = open_app()
    type_text(app, "the thin thing")
    app.button(key="tour").click().run()
    name, scenes = next(iter(LESSONS.items()))
    assert app.session_state["lecture_of"] == name
    assert app.session_state["text"] == scenes[0].state["text"]
    assert shows(app, scenes[0].page)
    with patch("explorer_ui.page.page._mount_menu") as menu:
        app.run()
    assert menu.call_args.kwargs["data"]["lecture"]["of"] == len(scenes)
    visit(app, "Start").run()
    assert not [button for button in app.button if button.key == "tour"]
    from_menu(app, "lecture", {"where": "end", "begun": app.session_state["lecture_begun"]})
    assert app.session_state["lecture_at"] is None
    assert app.session_state["text"] == "the thin thing"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.label)
def test_a_puzzle_takes_its_reader_to_the_page_with_the_text(puzzle):
    app = open_app()
    from_menu(app, "offer", {"name": puzzle.label})
    assert not app.exception
    assert {key: app.session_state[key] for key in puzzle.state} == puzzle.state
    assert shows(app, puzzle.page)


def test_a_message_that_names_no_offer_changes_nothing() -> None:
    app = open_app(text="my own")
    for message in (None, "Train A tie", {}, {"name": 3}, {"name": ["Train A tie"]}, {"name": "tie"}):
        from_menu(app, "offer", message)
        assert not app.exception
        assert app.session_state["text"] == "my own"
