"""Training in the app continues from a vocabulary: an included one, one from a file, or an earlier training."""

import base64
import json

import numpy as np
import pytest

from bpe_core import RECIPES, Tokenizer, load_published, train
from bpe_core.formats import write
from explorer_ui.parts.player.payload import player_data, steps_of
from explorer_ui.parts.say.failures import BUG
from explorer_ui.present.take_along.handout import handout
from explorer_ui.visit.links import read_query
from explorer_ui.visit.names import MORE_ABOUT_TRAINING, START_FROM
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.settings import SETTINGS
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.words.course import page_of
from tests.apps import open_app, press, shows, visit, words
from tests.peers import tiktoken_encoding

TRAIN = "Train"
PYTHON = sample_text("code python")


def tokens_of(data, step: int) -> int:
    """Count the tokens after a step as the browser does: split at every gap that is closed later or never."""
    closed = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    return 1 + int(((closed >= step) & (closed != 65532)).sum())


def test_the_message_has_the_merges_of_the_vocabulary_before_the_new_ones() -> None:
    history = train(PYTHON + "<|endoftext|>\n", start_from=load_published("gpt2"), num_merges=10)
    data = player_data(history)
    earlier, ranks = data["continued"]["earlier"], data["continued"]["ranks"]
    assert ranks[earlier:] == [*range(50256, 50266)]
    assert len(ranks) == len(data["merges"]) // 5 == earlier + 10
    ids = tiktoken_encoding("gpt2").encode(PYTHON + "<|endoftext|>\n", allowed_special="all")
    assert [tokens_of(data, step) for step in (0, earlier)] == [len(PYTHON.encode()) + 2, len(ids)]
    assert data["special_tokens"] == [(50256, "<|endoftext|>")]
    request = TrainingRequest(text=PYTHON, recipe=RECIPES["gpt2"], num_merges=10, start_from="gpt2")
    assert f'"continued":{{"earlier":{earlier}' in handout(history, request, 0, ("", ""), "")
    assert "continued" not in player_data(train("low low", num_merges=1))


def test_what_the_try_promises_and_where_it_begins() -> None:
    found = next(one for one in page_of("Train").tries if one.label == "What GPT-2 lacks")
    assert found.state["text"] == PYTHON
    history = train(
        PYTHON, start_from=load_published("gpt2"), num_merges=found.state["num_merges"], min_count=2
    )
    assert steps_of(history).earlier == found.state["step"]
    assert [f"{number:,}" in found.words for number in history.token_counts()[[0, 10]]] == [True, True]
    assert not b"".join(history.vocab[merge.new_id] for merge in history.merges[:3]).strip()
    app = open_app(TRAIN, text=PYTHON, recipe="from_gpt2")
    assert app.session_state.step == found.state["step"]
    assert set(app.segmented_control(key="below").options) < set(MORE_ABOUT_TRAINING.values())


@pytest.mark.parametrize("step", ["0", "7", "365"])
def test_a_link_leads_to_its_step(step: str) -> None:
    app = open_app(TRAIN, query={"recipe": "from_gpt2", "num_merges": "10", "step": step}, text=PYTHON)
    assert app.session_state.step == int(step) or step == "0"


def test_links_name_the_vocabulary_but_no_file() -> None:
    assert read_query({"recipe": "from_o200k_base"}) == ({"recipe": "from_o200k_base"}, [])
    assert [name for name in START_FROM if not SETTINGS["recipe"].in_link(name)] == ["from_file"]


@pytest.mark.parametrize("below", ["pairs", "merges", "fork"])
def test_more_about_it(below: str) -> None:
    app = open_app(TRAIN, text="low lower <|endoftext|> low", recipe="from_cl100k_base", below=below)
    assert app.segmented_control(key="below").value == below
    assert len(app.dataframe) == 1
    if below == "fork":
        assert all("ties broken by" in option for option in app.selectbox(key="fork_way").options)


def test_a_file_is_continued_and_what_was_trained_again() -> None:
    app = open_app(TRAIN, text="zqx zqx zqx", recipe="from_file")
    learned = Tokenizer.from_history(train("zqx zqx", recipe="gpt2", num_merges=2))
    app.file_uploader(key="tokenizer_upload").set_value(
        ("tokenizer.json", write(learned, "huggingface")["tokenizer.json"], "application/json")
    ).run()
    assert app.session_state.step == 2
    visit(app, "Save").run()
    press(app, "Continue")
    assert not app.exception
    assert shows(app, "Train")
    assert app.session_state.recipe == "from_file"
    assert [one.label for one in app.session_state.tokenizer_files] == ["tokenizer.json", "trained"]
    assert app.session_state.step == 3
    app.session_state.text = "a zqx zqx"
    visit(app, "Tokens").run()
    again = Tokenizer.from_history(train("zqx zqx zqx", start_from=learned, num_merges=100, min_count=2))
    more = Tokenizer.from_history(train("a zqx zqx", start_from=again, num_merges=100, min_count=2))
    assert str(more.encode("a zqx zqx")) in words(app)


def test_what_was_trained_is_trained_further() -> None:
    app = press(open_app("Save", text="zqx zqx zqx", recipe="bytes", num_merges=2), "Continue")
    assert shows(app, "Train")
    assert app.session_state.step == 2
    drawn = [one.proto for one in app.get("bidi_component")]
    [data] = [json.loads(one.json) for one in drawn if one.component_name == "bpe_merge_player"]
    assert data["continued"]["earlier"] == 2
    assert len(data["merges"]) // 5 == 3


def test_a_vocabulary_that_does_not_fit_is_refused() -> None:
    characters = Tokenizer.from_history(train("low low", recipe="characters", num_merges=1))
    app = open_app(TRAIN, text="low", recipe="from_file")
    [file] = write(characters, "own").values()
    app.file_uploader(key="tokenizer_upload").set_value(("mine.bpe.json", file, "application/json")).run()
    assert "only from a byte-level vocabulary" in words(app)


@pytest.mark.parametrize(
    "page", ["Encode", "Decode", "Tokens", "Vocabulary", "Compare", "Growth", "Lives", "Challenge"]
)
def test_every_page_has_the_longer_vocabulary(page: str) -> None:
    app = open_app(page, text="zqx zqx low low", recipe="from_qwen3", tokenizer="trained")
    assert BUG not in words(app)
