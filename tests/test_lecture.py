"""A lecture: its scenes are shown, its end restores the earlier settings, and invalid links are refused."""

from collections.abc import Sequence
from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core import Tokenizer
from explorer_ui.present.lecture import own_lecture
from explorer_ui.present.lecture.own_lecture import BASE, OWN, lecture_query, read_lecture
from explorer_ui.visit.limits import MAX_LECTURE, MAX_SCENES
from explorer_ui.visit.links import link_query, query_to_text, text_to_query
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.scenes import LESSONS, Scene
from tests.apps import from_menu, open_app, shows, visit, words

HOST = "bpe.example.org"
MINE = """\
https://bpe.example.org/train?text=low%20lower&num_merges=3&step=1 +2
Ask which pair is next.

  <b>Wait.</b>
/growth?text=low
https://bpe.example.org/sub/first_merges
"""


def lectures(**state: object) -> AppTest:
    """A page with the list of lectures."""
    return from_menu(open_app(**state), "share", {"what": "lecture"}, again=False)


def move(app: AppTest, where: object, **changed: object) -> AppTest:
    """Send the scene at which the lecture continues, as the browser does after a key press, and run the page."""
    return from_menu(app, "lecture", {"where": where, "begun": app.session_state["lecture_begun"], **changed})


@pytest.mark.parametrize(("lesson", "scenes"), LESSONS.items())
def test_every_scene_is_set_says_nothing_to_the_class_and_the_end_gives_all_back(
    lesson: str, scenes: Sequence[Scene]
) -> None:
    own = {"text": "a text of the teacher's own", "num_merges": 7, "text_name": "mine.txt"}
    app = lectures(**own, **{f"lesson_{lesson}": True})
    app.button(key=f"begin_{lesson}").click().run()
    for number, scene in enumerate(scenes):
        if number:
            move(app, number)
        assert not app.exception
        expected = BASE | scene.state
        if scene.page == "Challenge":
            expected.pop("challenge_seed")  # the page chooses it at random
        assert {key: app.session_state[key] for key in expected} == expected
        assert app.session_state["lecture_at"] == number
        assert shows(app, scene.page)
        assert scene.words not in words(app)
    # Late or wrong messages have no effect.
    for where in (len(scenes), -1, "0", None, True, [0]):
        move(app, where)
    move(app, 0, begun=0)
    assert app.session_state["lecture_at"] == len(scenes) - 1
    move(app, "end")
    assert app.session_state["lecture_at"] is None
    assert {key: app.session_state[key] for key in own} == own


def test_a_lecture_of_ones_own_is_one_link() -> None:
    query = lecture_query(MINE)
    assert query is not None
    written = query_to_text(query.removeprefix("lecture="))
    # The link contains no address, so it works at every address of the app.
    assert "example" not in written
    scenes, problems = read_lecture(MINE, host=HOST)
    assert not problems
    notes = "Ask which pair is next.\n\n  <b>Wait.</b>"
    expected = [("Train", 2, notes), ("Growth", 0, ""), ("First merges", 0, "")]
    assert [(scene.page, scene.steps, scene.words) for scene in scenes] == expected
    app = open_app(query={"lecture": query.removeprefix("lecture=")})
    assert app.session_state["lecture"] == written
    app.button(key=f"begin_{OWN}").click().run()
    state = app.session_state
    assert (state["text"], state["num_merges"], state["step"]) == ("low lower", 3, 1)
    move(app, 1)
    assert (state["text"], state["num_merges"]) == ("low", DEFAULTS["num_merges"])
    # Links to a scene, and the pages of followers, do not contain the notes.
    assert "lecture" not in str(link_query({key: state[key] for key in DEFAULTS}))


def test_a_move_that_is_asked_for_twice_ends_on_the_page_of_the_scene() -> None:
    app = lectures(lecture="/train\n/growth?text=low")
    app.button(key=f"begin_{OWN}").click().run()
    asked = {"where": 1, "begun": app.session_state["lecture_begun"]}
    from_menu(app, "lecture", asked)
    assert shows(app, "Growth")
    # The browser had not seen the answer: its second message names the page that it shows, where Streamlit goes.
    from_menu(visit(app, "Train"), "lecture", asked, again=False)
    assert shows(app, "Growth")
    assert app.session_state["lecture_at"] == 1
    # The last scene was removed meanwhile.
    app.session_state["lecture"] = "/train"
    from_menu(visit(app, "Train"), "lecture", asked, again=False)
    assert shows(app, "Train")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("https://evil.example/train?step=1", "is a link to evil.example, not to this app"),
        ("https://bpe.example.org@evil.example/train", "not to this app"),
        ("http://bpe.example.org.evil.example/train", "not to this app"),
        ("//evil.example/train", "not to this app"),
        ("/class/ABCDEF", "which is not a page of this app"),
        ("/_stcore/health", "which is not a page of this app"),
        ("/train/../admin", "which is not a page of this app"),
        ("/train?num_merges=-1", "has a setting that no page has"),
        ("/train?tokenizer=file", "has a setting that no page has"),
        ("/train?text=zlib.AAAA", "has a setting that no page has"),
        ("/train?lecture=/train", "has a setting that no page has"),
        ("/train?" + "&".join(f"a{n}=1" for n in range(200)), "Line 1"),
        ("http://[/train", "Line 1"),
        ("javascript:alert(1)", "before the first link to a page"),
        ("data:text/html,x", "before the first link to a page"),
    ],
)
def test_what_is_not_a_page_of_this_app_is_refused(line: str, problem: str) -> None:
    scenes, [said] = read_lecture(line, host=HOST)
    assert not scenes
    assert problem in said


def test_a_short_link_to_long_texts_takes_no_long_computation() -> None:
    long = link_query({**DEFAULTS, "tokenizer": "gpt2", "encode_text": "ab" * 400_000})
    with patch.object(Tokenizer, "trace", side_effect=AssertionError):
        scenes, problems = read_lecture(f"/encode?{long} +1\n/encode?tokenizer=gpt2&encode_text=ab\n")
        assert [scene.steps for scene in scenes] == [1, 0]
        assert not problems
    with patch.object(own_lecture, "page_at", wraps=own_lecture.page_at) as read:
        read_lecture("/train +1\nAsk.\n" * (MAX_SCENES + 9))
    assert read.call_count == MAX_SCENES


def test_a_lecture_is_bounded() -> None:
    assert read_lecture("/train\n" + "x" * MAX_LECTURE)[0] == []
    scenes, problems = read_lecture("/train\n" * (MAX_SCENES + 1))
    assert len(scenes) == MAX_SCENES
    assert problems == [f"A lecture has at most {MAX_SCENES} scenes, and this has {MAX_SCENES + 1}."]
    assert len(read_lecture("not a link\n" * 500)[1]) == 5
    # A lecture that does not fit into a link is refused, not cut off.
    noise = "".join(chr(0x4E00 + n * 7919 % 20000) for n in range(8_000))
    assert lecture_query("/train\n" + noise) is None
    most = len(text_to_query("/train\nAsk."))
    for room, has_link in ((0, True), (-1, False)):
        with patch.object(own_lecture, "MAX_LINK_TEXT", most + room):
            assert (lecture_query("/train\nAsk.") is not None) == has_link


def test_problems_of_a_text_are_said_and_it_does_not_begin() -> None:
    app = lectures(lecture="https://evil.example/<b>train</b>\n/train")
    assert "Line 1 is a link to evil.example, not to this app" in words(app)
    assert not [button for button in app.button if button.key == f"begin_{OWN}"]


def test_a_scene_that_was_removed_as_it_was_pressed_begins_nothing() -> None:
    app = lectures(lecture="/train\n/growth")
    scene = app.button(key=f"scene_{OWN}_1")
    # The box sends its text with the press on the button that was there before.
    app.session_state["lecture"] = "/train"
    scene.click().run()
    assert not app.exception
    assert app.session_state["lecture_at"] is None
