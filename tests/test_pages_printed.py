"""Train reads words with their counts, and compares a printed list of merges with what was learned."""

from itertools import islice
from typing import Any

import pytest

from bpe_core import RECIPES, train
from bpe_core.lessons.train.printed import PRINTED, spelled_merges
from explorer_ui.parts.player.payload import player_data
from explorer_ui.places.train.homework.printed import printed_table
from explorer_ui.tokenizers.training_runs import train_with_progress
from explorer_ui.visit.training_request import TrainingRequest
from tests.apps import open_app, press, type_text, words

TRAIN = "Train"


def request(text: str, *, as_counts: bool = True) -> TrainingRequest:
    return TrainingRequest(text=text, recipe=RECIPES["characters"], num_merges=7, as_counts=as_counts)


def test_the_player_is_told_how_often_each_word_counts() -> None:
    history = train_with_progress(request(PRINTED["hug"].words))
    assert player_data(history)["weights"] == [10, 5, 12, 4, 5]
    as_it_stands = train_with_progress(request(PRINTED["hug"].words, as_counts=False))
    assert as_it_stands.text == PRINTED["hug"].words
    assert player_data(as_it_stands)["weights"] is None


def test_a_list_of_words_is_read_as_such_and_can_be_read_as_it_stands() -> None:
    app = open_app(TRAIN)
    assert "as_counts" not in [box.key for box in app.checkbox]
    box = type_text(app, "hug 10, pug 5").checkbox(key="as_counts")
    assert box.label == "Read the text as a list of 2 words with counts, 15 words in total"
    assert box.value is True
    box.uncheck().run()
    assert not app.exception
    assert app.session_state["as_counts"] is False


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hug", "**The same**: 3 merges"),
        ("low", "**The same**: 8 merges"),
        ("course", "**The same**: 6 merges"),
        ("wikipedia", "**The same**: 3 merges"),
        ("paper", "the list has r + _, training learned l + o. It is a tie: both occur 2 times"),
    ],
)
def test_a_worked_example_takes_its_words_and_is_held_against_what_is_learned(name: str, said: str) -> None:
    app = open_app("Homework", printed_example=name)
    assert "words other than those of your text" in words(app)
    press(app, "Use its words")
    assert app.session_state["text"] == PRINTED[name].words
    assert said in words(app)


def test_a_list_of_ones_own_names_the_first_merge_that_differs() -> None:
    app = open_app("Homework", text=PRINTED["hug"].words, printed_example="own", recipe="characters")
    assert "Paste the merges of your program" in words(app)
    app.text_area(key="printed_list").set_value("u g -> ug\nh ug -> hug").run()
    assert "Merge 2 differs: the list has h + ug, training learned u + n." in words(app)
    assert "The printed pair occurs 15 times, the learned one 16 times." in words(app)
    app.text_area(key="printed_list").set_value("u g\nugh").run()
    assert "Line 2 of the list" in words(app)
    assert not app.exception


@pytest.mark.parametrize(
    ("setting", "merges", "why"),
    [
        ({"num_merges": 5}, 5, "no more merges were asked for"),
        ({"num_merges": 100}, 12, "pairs that occur only once are skipped"),
        ({"num_merges": 100, "skip_rare": False}, 17, "no pair is left that may be merged"),
    ],
)
def test_a_list_that_goes_on_after_training_ended_is_right_so_far(
    setting: dict[str, Any], merges: int, why: str
) -> None:
    text = "hug hug hug pug pug hugs hugs pun pun bun low lower lowest"
    learned = spelled_merges(train(text, recipe="gpt2", num_merges=100))
    assert len(learned) == 17
    app = open_app("Homework", text=text, printed_example="own", recipe="gpt2", **setting)
    printed = [*learned, (b"a", b"b")][: merges + 1]
    app.text_area(key="printed_list").set_value("\n".join(map(repr, printed))).run()
    said = f"as far as training went: {merges} merges. Merge {merges + 1} of the list, "
    assert said in words(app)
    assert f"was not learned, since {why}." in words(app)


def test_the_table_marks_the_first_row_that_differs_and_goes_on_to_the_longer_end() -> None:
    history = train_with_progress(request(PRINTED["hug"].words))
    table = printed_table(history, [("u", "g"), ("h", "u")])
    assert table["printed"].tolist() == ["u + g", "h + u", *[""] * 5]
    assert table["learned"].tolist()[:3] == ["u + g", "u + n", "h + ug"]
    assert table[""].tolist() == ["", "first difference", *[""] * 5]


def test_a_list_is_longer_than_a_training_that_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs.while_wanted", lambda merges: islice(merges, 2))
    asked = {"text": "hughughughughugstop", "printed_example": "own"}
    learned = spelled_merges(train(asked["text"], recipe="gpt2", num_merges=3))
    listed = "\n".join(" ".join(side.decode() for side in pair) for pair in learned)
    for merges, why in ((50, "training was stopped"), (2, "no more merges were asked for")):
        said = words(open_app("Homework", num_merges=merges, printed_list=listed, **asked))
        assert "The same, as far as training went: 2 merges. Merge 3 of the list" in said
        assert f"was not learned, since {why}." in said
