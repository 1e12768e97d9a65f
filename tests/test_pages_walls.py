"""Walls that fall, on the Train page: the settings, what the browser is sent, and the five trainings side by side."""

import base64
from dataclasses import replace
from pathlib import Path

import numpy as np

from bpe_core import RECIPES, Tokenizer, train
from bpe_core.lessons.falling_walls import falls, tokens_in_one_pass
from explorer_ui.components.player.payload import player_data
from explorer_ui.shell.course import page_of
from explorer_ui.views.falling_walls import name_of
from tests.apps import open_app, words

TRAIN = "pages/train.py"
PROSE = (Path(__file__).parents[1] / "sample_texts" / "prose.txt").read_text("utf-8")


def test_the_message_says_where_walls_were() -> None:
    recipe = replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=2)
    history = train("by the way. by the way", recipe=recipe, num_merges=9)
    data = player_data(history)
    assert (data["walls_fell"], data["walls_fell_at"]) == ("blanks", 2)
    numbers = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    assert np.flatnonzero((numbers >= 32768) & (numbers < 65534)).tolist() == history.fallen.tolist()
    assert player_data(train("by the way", num_merges=2))["walls_fell"] is None


def test_the_settings_are_there_where_the_recipe_has_walls() -> None:
    app = open_app(TRAIN)
    app.selectbox(key="walls").set_value("all").run()
    app.number_input(key="walls_fall_at").set_value(7).run()
    assert not app.exception
    app.selectbox(key="recipe").set_value("bytes").run()
    assert not app.exception
    assert "walls" not in {box.key for box in app.selectbox}


def test_what_the_try_promises() -> None:
    found = next(one for one in page_of("Train").tries if one.label == "The walls come down")
    recipe = replace(RECIPES["gpt2"], walls_fall="blanks")
    trainings = falls(found.state["text"], recipe, found.state["num_merges"], min_count=2)
    tokens = {name_of(one): int(one.history.token_counts()[-1]) for one in trainings}
    assert tokens == {
        "never": 7407,
        "after 375 merges": 6894,
        "after 250 merges": 6880,
        "after 125 merges": 6861,
        "at the start": 7553,
    }
    assert all(f"{tokens[name]:,}" in found.notice for name in ("never", "after 250 merges", "at the start"))
    middle = trainings[2]
    first = middle.history.merges[middle.across[0]]
    assert (first.rank, middle.history.vocab[first.new_id]) == (250, b", and")
    assert tokens_in_one_pass(middle.history) == 6880


def test_the_view_shows_each_training_once() -> None:
    app = open_app(TRAIN, text="by the way, by the way, by the way", num_merges=9, below="walls")
    assert not app.exception
    frame = next(table.value for table in app.dataframe if "walls fall" in table.value.columns)
    assert frame["walls fall"].is_unique
    assert "SuperBPE" in words(app)


def test_the_files_say_what_they_cannot_hold_and_offer_one_pass() -> None:
    app = open_app(TRAIN, text=PROSE[:3000], num_merges=120, walls="blanks", walls_fall_at=40, below="files")
    assert not app.exception
    assert "cannot say that its first 40 rules may not act across walls" in words(app)
    assert "A Hugging Face tokenizer.json, in one pass" in words(app)


def test_a_page_that_has_such_a_tokenizer_says_so() -> None:
    state = {"text": PROSE[:3000], "num_merges": 120, "walls": "blanks", "walls_fall_at": 40}
    for page in (
        "pages/encode.py",
        "pages/growth.py",
        "pages/vocabulary.py",
        "pages/ways.py",
        "pages/prompt.py",
    ):
        assert not open_app(page, **state).exception, page
    recipe = replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=40)
    assert Tokenizer.from_history(train(PROSE[:3000], recipe=recipe, num_merges=120)).recipe.walls_fall
