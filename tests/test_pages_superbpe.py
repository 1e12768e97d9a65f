"""SuperBPE on the Train page: the settings, the data for the browser, and the five trainings side by side."""

import base64
from dataclasses import replace

import numpy as np
import pytest

from bpe_core import RECIPES, SecondStage, train
from bpe_core.in_parts import finished
from bpe_core.lessons.train.second_stage import merges_across, tokens_in_one_pass, trained_in_stages
from explorer_ui.parts.player.payload import player_data
from explorer_ui.places.train.watch_it_learn.second_stage import name_of
from explorer_ui.visit.samples import sample_text
from explorer_ui.words.course import page_of
from tests.apps import open_app, words

TRAIN = "Train"
PROSE = sample_text("prose")


def test_the_message_says_where_boundaries_were_lifted() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=2))
    history = train("by the way. by the way", recipe=recipe, num_merges=9)
    data = player_data(history)
    lifted = data["second_stage"].pop("lifted")
    assert data["second_stage"] == {"lifts": "blanks", "at": 2, "keeps_colons": False, "max_words": None}
    bits = np.unpackbits(np.frombuffer(base64.b64decode(lifted), np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == history.lifted.gaps.tolist()
    assert player_data(train("by the way", num_merges=2))["second_stage"] is None


def test_the_settings_are_there_where_the_recipe_has_chunks() -> None:
    app = open_app(TRAIN)
    app.selectbox(key="lifted").set_value("all").run()
    app.number_input(key="lifted_after").set_value(7).run()
    assert not app.exception
    app.selectbox(key="recipe").set_value("bytes").run()
    assert not app.exception
    assert "lifted" not in {box.key for box in app.selectbox}


def test_what_the_try_promises() -> None:
    found = next(one for one in page_of("Train").tries if one.label == "Chunk boundaries are lifted")
    text, num_merges, stage = found.state["text"], found.state["num_merges"], SecondStage(lifts="blanks")
    trainings = finished(trained_in_stages(text, RECIPES["gpt2"], stage, num_merges, min_count=2))
    tokens = {name_of(one): int(one.token_counts()[-1]) for one in trainings}
    assert [*tokens.values()] == [7407, 6894, 6880, 6861, 7553]
    assert all(f"{tokens[name]:,}" in found.words for name in ("never", "after 250 merges", "at the start"))
    middle = trainings[2]
    first = middle.merges[next(merges_across(middle))]
    assert (first.rank, middle.vocab[first.new_id]) == (250, b", and")
    assert tokens_in_one_pass(middle) == 6880


def test_special_tokens_count_as_one_token_in_one_pass_too() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=1), special_tokens=("<e>",))
    history = train("by the<e> by the<e> by the", recipe=recipe, num_merges=6)
    assert tokens_in_one_pass(history) == int(history.token_counts()[-1]) == 5


def test_the_view_shows_each_training_once() -> None:
    app = open_app(TRAIN, text="by the way, by the way, by the way", num_merges=9, below="superbpe")
    assert not app.exception
    frame = next(table.value for table in app.dataframe if "boundaries lifted" in table.value.columns)
    assert frame["boundaries lifted"].is_unique
    assert "SuperBPE" in words(app)


@pytest.mark.parametrize("page", ["Encode", "Growth", "Vocabulary", "Ways", "Prompt"])
def test_a_page_with_such_a_tokenizer_is_drawn(page: str) -> None:
    open_app(page, text=PROSE[:3000], num_merges=120, lifted="blanks", lifted_after=40)


def test_a_training_that_ends_at_the_limit_of_words_says_so() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=1, max_words=2))
    history = train("by the way by the way", recipe=recipe, num_merges=99)
    assert len(history.ids_at(len(history.merges))) > 1
    assert player_data(history)["ending"].endswith("no pair is left that makes a token of at most 2 words.")
