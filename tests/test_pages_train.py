"""The views of Train: what each shows of a training, of its two stages, and of one that continues a vocabulary."""

import base64
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from bpe_core import RECIPES, SecondStage, Tokenizer, load_published, train
from bpe_core.formats import FORMATS, write
from bpe_core.in_parts import finished
from bpe_core.lessons.train.printed import PRINTED, spelled_merges
from bpe_core.lessons.train.second_stage import merges_across, tokens_in_one_pass, trained_in_stages
from explorer_ui.parts.player.payload import player_data, steps_of
from explorer_ui.places.train.homework.printed import printed_table
from explorer_ui.places.train.watch_it_learn.second_stage import name_of
from explorer_ui.present.take_along.handout import handout
from explorer_ui.tokenizers.save import _READERS
from explorer_ui.tokenizers.training_runs import train_with_progress
from explorer_ui.visit.names import MORE_ABOUT_TRAINING
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.training_request import TrainingRequest
from tests.apps import attempt_of, drawn, open_app, press, shows, type_text, upload, visit, words
from tests.peers import tiktoken_encoding

OTHER_VIEWS = ("By hand", "Save", "Homework")
PYTHON = sample_text("code python")


def test_one_sentence_says_what_was_trained_and_each_file_who_reads_it() -> None:
    app = open_app("Save", text="low lower lowest", num_merges=3)
    said = words(app)
    assert "**259 tokens**: 256 to begin with and 3 learned. The text has 8 tokens now, and had 16" in said
    assert {*_READERS} == {*FORMATS}
    for name, reader in _READERS.items():
        assert f"**{FORMATS[name].title}** {reader}" in said
    assert [button.label for button in app.get("download_button")][-2:] == ["merges.csv", "merges.json"]


@pytest.mark.parametrize(
    "state",
    [
        {"text": ""},
        {"text": "low", "recipe": "from_file"},
        {"text": "low low", "num_merges": 0},
        {"text": "a", "num_merges": 3},
        {"text": "abcd", "num_merges": 3},
    ],
    ids=["no text", "no file", "no merges", "no pair", "nothing repeats"],
)
def test_the_views_say_alike_what_is_unusual_about_a_training(state: dict[str, object]) -> None:
    first = words(open_app("Train", **state)).splitlines()[0]
    assert first
    for name in OTHER_VIEWS:
        assert first in words(open_app(name, **state))


def test_another_view_of_train_keeps_text_settings_and_step() -> None:
    chosen = {"text": "low lower lowest", "num_merges": 3, "step": 2, "tie_break": "lowest-pair"}
    app = open_app("Train", **chosen)
    for name in OTHER_VIEWS:
        for page in (name, "Train"):
            visit(app, page).run()
            assert not app.exception
            assert {key: app.session_state[key] for key in chosen} == chosen


@pytest.mark.parametrize(
    ("recipe", "below"),
    [
        *(("gpt2", below) for below in ("pairs", "merges", "fork", "algorithm", "superbpe")),
        *(("from_cl100k_base", below) for below in ("pairs", "merges", "fork")),
    ],
)
def test_more_about_a_training(recipe: str, below: str) -> None:
    text = "by the way, by the way, by the way <|endoftext|> by"
    app = open_app("Train", text=text, num_merges=9, recipe=recipe)
    app.segmented_control(key="below").set_value(below).run()
    assert not app.exception
    assert len(app.dataframe) == (below != "algorithm")
    if below == "superbpe":
        assert app.dataframe[0].value["boundaries lifted"].is_unique
        assert "SuperBPE" in words(app)
    if below == "fork" and recipe != "gpt2":
        assert all("ties broken by" in option for option in app.selectbox(key="fork_way").options)


# Words with their counts, and printed lists of merges


def request(text: str, *, as_counts: bool = True) -> TrainingRequest:
    return TrainingRequest(text=text, recipe=RECIPES["characters"], num_merges=7, as_counts=as_counts)


def test_the_player_is_told_how_often_each_word_counts() -> None:
    history = train_with_progress(request(PRINTED["hug"].words))
    assert player_data(history)["weights"] == [10, 5, 12, 4, 5]
    as_it_stands = train_with_progress(request(PRINTED["hug"].words, as_counts=False))
    assert as_it_stands.text == PRINTED["hug"].words
    assert player_data(as_it_stands)["weights"] is None


def test_a_list_of_words_is_read_as_such_and_can_be_read_as_it_stands() -> None:
    app = open_app("Train")
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
    ("setting", "stopped", "merges", "why"),
    [
        ({"num_merges": 5}, False, 5, "no more merges were asked for"),
        ({"num_merges": 100}, False, 12, "pairs that occur only once are skipped"),
        ({"num_merges": 100, "skip_rare": False}, False, 17, "no pair is left that may be merged"),
        ({"num_merges": 50}, True, 2, "training was stopped"),
        ({"num_merges": 2}, True, 2, "no more merges were asked for"),
    ],
)
def test_a_list_that_goes_on_after_training_ended_is_right_so_far(
    setting: dict[str, Any], stopped: bool, merges: int, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "hug hug hug pug pug hugs hugs pun pun bun low lower lowest"
    if stopped:
        text = f"hughughughughugstop{setting['num_merges']}"
        monkeypatch.setattr(
            "explorer_ui.tokenizers.training_runs.while_wanted", lambda merges: islice(merges, 2)
        )
    learned = spelled_merges(train(text, recipe="gpt2", num_merges=100))
    listed = "\n".join(map(repr, [*learned, (b"a", b"b")][: merges + 1]))
    app = open_app(
        "Homework", text=text, printed_example="own", recipe="gpt2", printed_list=listed, **setting
    )
    said = f"The same, as far as training went: {merges} merges. Merge {merges + 1} of the list, "
    assert said in words(app)
    assert f"was not learned, since {why}." in words(app)


def test_the_table_marks_the_first_row_that_differs_and_goes_on_to_the_longer_end() -> None:
    history = train_with_progress(request(PRINTED["hug"].words))
    table = printed_table(history, [("u", "g"), ("h", "u")])
    assert table["printed"].tolist() == ["u + g", "h + u", *[""] * 5]
    assert table["learned"].tolist()[:3] == ["u + g", "u + n", "h + ug"]
    assert table[""].tolist() == ["", "first difference", *[""] * 5]


# Two stages: chunk boundaries are lifted after some merges


def test_the_message_says_where_boundaries_were_lifted() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=2))
    history = train("by the way. by the way", recipe=recipe, num_merges=9)
    data = player_data(history)
    lifted = data["second_stage"].pop("lifted")
    assert data["second_stage"] == {"lifts": "blanks", "at": 2, "keeps_colons": False, "max_words": None}
    bits = np.unpackbits(np.frombuffer(base64.b64decode(lifted), np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == history.lifted.gaps.tolist()
    assert player_data(train("by the way", num_merges=2))["second_stage"] is None


def test_the_settings_of_the_second_stage_are_there_where_the_recipe_has_chunks() -> None:
    app = open_app("Train")
    app.selectbox(key="lifted").set_value("all").run()
    app.number_input(key="lifted_after").set_value(7).run()
    assert not app.exception
    app.selectbox(key="recipe").set_value("bytes").run()
    assert not app.exception
    assert "lifted" not in {box.key for box in app.selectbox}


def test_what_the_try_of_lifted_boundaries_promises() -> None:
    found = attempt_of("Train", "Chunk boundaries are lifted")
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


def test_a_training_that_ends_at_the_limit_of_words_says_so() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=1, max_words=2))
    history = train("by the way by the way", recipe=recipe, num_merges=99)
    assert len(history.ids_at(len(history.merges))) > 1
    assert player_data(history)["ending"].endswith("no pair is left that makes a token of at most 2 words.")


# Trainings that continue from a vocabulary: an included one, one from a file, or an earlier training


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
    continued = TrainingRequest(text=PYTHON, recipe=RECIPES["gpt2"], num_merges=10, start_from="gpt2")
    assert f'"continued":{{"earlier":{earlier}' in handout(history, continued, 0, ("", ""), "")
    assert "continued" not in player_data(train("low low", num_merges=1))


def test_what_the_try_of_a_continued_training_promises_and_where_it_begins() -> None:
    found = attempt_of("Train", "What GPT-2 lacks")
    assert found.state["text"] == PYTHON
    history = train(
        PYTHON, start_from=load_published("gpt2"), num_merges=found.state["num_merges"], min_count=2
    )
    assert steps_of(history).earlier == found.state["step"]
    assert [f"{number:,}" in found.words for number in history.token_counts()[[0, 10]]] == [True, True]
    assert not b"".join(history.vocab[merge.new_id] for merge in history.merges[:3]).strip()
    app = open_app("Train", text=PYTHON, recipe="from_gpt2")
    assert app.session_state.step == found.state["step"]
    assert set(app.segmented_control(key="below").options) < set(MORE_ABOUT_TRAINING.values())


@pytest.mark.parametrize("step", ["0", "7", "365"])
def test_a_link_leads_to_its_step(step: str) -> None:
    app = open_app("Train", query={"recipe": "from_gpt2", "num_merges": "10", "step": step}, text=PYTHON)
    assert app.session_state.step == int(step) or step == "0"


def test_a_file_is_continued_and_what_was_trained_again() -> None:
    app = open_app("Train", text="zqx zqx zqx", recipe="from_file")
    learned = Tokenizer.from_history(train("zqx zqx", recipe="gpt2", num_merges=2))
    upload(app, ("tokenizer.json", write(learned, "huggingface")["tokenizer.json"]))
    assert app.session_state.step == 2
    visit(app, "Save").run()
    assert "This needs" not in words(app)  # what Save says of a training that it cannot show
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
    [data] = drawn(app, "merge_player")
    assert data["continued"]["earlier"] == 2
    assert len(data["merges"]) // 5 == 3


def test_a_vocabulary_that_does_not_fit_is_refused() -> None:
    characters = Tokenizer.from_history(train("low low", recipe="characters", num_merges=1))
    app = open_app("Train", text="low", recipe="from_file")
    [file] = write(characters, "own").values()
    upload(app, ("mine.bpe.json", file))
    assert "only from a byte-level vocabulary" in words(app)
