"""The Growth page shows the engine's steps, and says what it leaves out."""

import base64
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from in_one_go import growth, steps_under

from bpe_core import RECIPES, SecondStage, Tokenizer, load_published, train
from explorer_ui.cache.bounded import CACHE
from explorer_ui.places.vocabulary.smaller_or_larger import smaller_or_larger
from explorer_ui.places.vocabulary.smaller_or_larger.growth_cost import Curve, sentence_of_cost
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import (
    GrowingVocabulary,
    GrowthData,
    GrowthPlace,
    grown_languages,
    growth_data,
    show_growth,
)
from explorer_ui.visit.limits import MAX_GROWN_AT_ONCE
from explorer_ui.visit.names import GROWABLE
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.words.course import page_of
from tests.apps import open_app, words

GROWTH = "Growth"


def numbers(packed: str, size: int = 4) -> list[int]:
    return np.frombuffer(base64.b64decode(packed), f"<u{size}").tolist()


def test_what_the_browser_gets_is_the_history():
    grown = growth(load_published("gpt2"), " lower é")
    vocabularies = [GrowingVocabulary("GPT-2", "GPT-2", grown, {})]
    data = growth_data(" lower é", vocabularies, first_language="English")
    packed = data["vocabularies"][0]["text"]
    assert numbers(packed["sizes"]) == grown.sizes.tolist()
    assert packed["last_size"] == 50256
    assert numbers(packed["ids"]) == [merge.new_id for merge in grown.history.merges]
    steps = len(grown.history.merges)
    closed = [step if step < steps else 0xFFFF for step in grown.history.closed_at.tolist()]
    assert numbers(packed["closed_at"], packed["closed_bytes"]) == closed
    assert base64.b64decode(data["texts"][0]).decode() == " lower é"
    assert (packed["given"], data["num_bytes"]) == (0, 9)


def test_a_tokenizer_of_characters_never_cuts_their_bytes():
    text = "né né"
    tokenizer = Tokenizer.from_history(train(text, recipe="characters", num_merges=1))
    grown = GrowingVocabulary("trained", "trained", growth(tokenizer, text), {})
    packed = growth_data(text, [grown], first_language="English")["vocabularies"][0]["text"]
    # The text is n, é in two bytes, a space, n and é. The first merge joins the bytes of é, the second makes né.
    assert numbers(packed["closed_at"], 2) == [1, 0, 0xFFFF, 0xFFFF, 1, 0]
    assert (numbers(packed["sizes"]), numbers(packed["ids"]), packed["given"]) == ([3, 3, 4], [0, 3], 1)


def test_of_a_language_the_browser_gets_its_numbers_of_tokens_alone():
    of_bytes = growth(load_published("gpt2"), " lower é")
    of_characters = growth(Tokenizer.from_history(train("né né", recipe="characters", num_merges=1)), "né né")
    for grown, num_bytes in ((of_bytes, 9), (of_characters, 7)):
        vocabulary = GrowingVocabulary("a", "a", grown, {"English": grown})
        (packed,) = growth_data("a", [vocabulary], first_language="English")["vocabularies"][0]["languages"]
        assert packed.keys() == {"name", "num_bytes", "sizes", "tokens"}
        assert packed["num_bytes"] == num_bytes
        assert np.cumsum([int(one) for one in packed["sizes"].split()]).tolist() == grown.sizes.tolist()
        tokens = np.cumsum([int(one) for one in packed["tokens"].split()]).tolist()
        assert tokens == [len(grown.history.ids_at(step)) for step in range(len(grown.sizes))]


def test_texts_that_tokenizers_write_differently_stand_there_each_once():
    text = "Cafe\u0301"
    names = ("gpt2", "qwen2.5", "cl100k_base", "qwen3")
    vocabularies = [GrowingVocabulary(name, name, growth(load_published(name), text), {}) for name in names]
    data = growth_data(text, vocabularies, first_language="English")
    assert [base64.b64decode(one).decode() for one in data["texts"]] == [text, "Café"]
    assert [one["written"] for one in data["vocabularies"]] == [0, 1, 0, 1]
    assert data["num_bytes"] == 6


def test_the_hand_is_heard_only_of_what_is_there():
    grown = growth(load_published("gpt2"), "low")
    data = growth_data("low", [GrowingVocabulary("GPT-2", "GPT-2", grown, {})], first_language="English")
    start = GrowthPlace(300, 0)

    def heard(**place: object) -> GrowthPlace:
        with patch.object(smaller_or_larger, "_mount", lambda **_: {"place": place}):
            return show_growth(data, start, key="growth")

    mine = {"growth_id": data["growth_id"]}
    assert heard(**mine, size=1000, shown=0) == (1000, 0)
    assert heard(growth_id="another", size=1000, shown=0) == start
    for size, shown in ((10**9, 0), (1000, 1), (-1, 0), ("1000", 0), (None, None)):
        assert heard(**mine, size=size, shown=shown) == start


def test_every_language_is_there_for_every_vocabulary_of_bytes_and_of_characters_what_they_can_write():
    assert grown_languages(load_published("o200k_base")).keys() == parallel_texts().keys()
    english = Tokenizer.from_history(train(parallel_texts()["English"], recipe="characters", num_merges=9))
    assert grown_languages(english).keys() == {"English"}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[GrowthData]:
    """Return what the page would draw."""
    shown: list[GrowthData] = []

    def keep(data: GrowthData, start: GrowthPlace, *, key: str) -> GrowthPlace:
        shown.append(data)
        return start

    monkeypatch.setattr(smaller_or_larger, "show_growth", keep)
    return shown


def test_every_tokenizer_can_be_chosen_and_grows_or_says_why_not(drawn):
    names = [name for name in GROWABLE if name != "file"]
    for first in range(0, len(names), MAX_GROWN_AT_ONCE):
        chosen = names[first : first + MAX_GROWN_AT_ONCE]
        app = open_app(GROWTH, grown=chosen, num_merges=20)
        drawn_names = [one["short"] for one in drawn[-1]["vocabularies"]]
        assert drawn_names == [GROWABLE[name].short for name in chosen]
        assert "No curve" not in words(app)


def test_trainings_on_several_texts_stand_beside_each_other(drawn):
    grown = ["trained_on_prose", "trained_on_paragraph_hindi"]
    open_app(GROWTH, text="low lower", grown=grown, num_merges=50)
    for packed, sample in zip(drawn[-1]["vocabularies"], ("prose", "paragraph: hindi"), strict=True):
        history = train(sample_text(sample), recipe="gpt2", num_merges=50, min_count=2)
        learned = Tokenizer.from_history(history)
        assert numbers(packed["text"]["sizes"]) == growth(learned, "low lower").sizes.tolist()
        assert len(packed["languages"]) == len(parallel_texts())


def test_two_trainings_that_take_long_can_both_be_stopped(drawn, monkeypatch):
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs._SHOW_AFTER", 0)
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs._SHOW_EVERY", 0)
    open_app(GROWTH, text="two of them", grown=["trained_on_dna", "trained_on_emoji"], num_merges=33)
    assert len(drawn[-1]["vocabularies"]) == 2


def test_a_tokenizer_from_a_file_grows(drawn):
    learned = Tokenizer.from_history(train("low lower", recipe="gpt2", num_merges=3))
    CACHE.put(("uploaded", "its digest"), learned)
    open_app(GROWTH, text="slow", grown=["file", "gpt2"], tokenizer_file="its digest")
    file, gpt2 = drawn[-1]["vocabularies"]
    assert (file["short"], gpt2["short"]) == ("your file", "GPT-2")
    assert numbers(file["text"]["sizes"]) == growth(learned, "slow").sizes.tolist()


def test_a_training_in_two_stages_says_why_it_cannot_grow(drawn):
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=2))
    learned = Tokenizer.from_history(train("low lower low lower", recipe=recipe, num_merges=6))
    CACHE.put(("uploaded", "its digest"), learned)
    app = open_app(GROWTH, text="low low", grown=["file"], tokenizer_file="its digest")
    assert "This tokenizer was trained with lifted chunk boundaries" in words(app)
    assert not drawn


def test_tokenizers_that_cannot_grow_say_why_once_and_the_others_stay(drawn):
    app = open_app(GROWTH, recipe="word-marker", grown=["trained", "trained_on_prose", "gpt2"], num_merges=20)
    assert "No curve for this text with: your tokenizer, trained on prose." in words(app)
    assert words(app).count("regardless of their rank") == 1
    assert [one["short"] for one in drawn[-1]["vocabularies"]] == ["GPT-2"]


def test_where_the_hand_was_comes_back(drawn, monkeypatch):
    app = open_app(GROWTH, growth_size=5000, growth_shown="gpt2")
    state = app.session_state
    monkeypatch.setattr(
        smaller_or_larger,
        "show_growth",
        lambda data, start, *, key: GrowthPlace(start.size * 2, 1 if start.shown == 2 else 0),
    )
    app.run()
    assert (state["growth_size"], state["growth_shown"]) == (10_000, "cl100k_base")


def test_what_the_tries_promise():
    def notice(label):
        return next(attempt for attempt in page_of("Growth").tries if attempt.label == label)

    thousand = notice("A thousand tokens, and 199,000 more")
    grown = growth(load_published("o200k_base"), thousand.state["text"])
    counts = [int(grown.history.token_counts()[steps_under(grown, size)]) for size in (256, 1000, 199_998)]
    assert counts == [312, 156, 79]
    name = notice("A name nobody types").state["text"]
    grown = growth(load_published("gpt2"), name)
    assert grown.sizes[grown.history.token_counts().tolist().index(1)] == 43_454
    assert [len(load_published(other).encode(name)) for other in ("cl100k_base", "o200k_base")] == [5, 5]
    for learned, english, hindi in (("English", [365, 196], [956, 956]), ("Hindi", [365, 365], [956, 284])):
        history = train(parallel_texts()[learned], recipe="gpt2", num_merges=100, min_count=2)
        languages = grown_languages(Tokenizer.from_history(history))
        ends = [languages[name].history.token_counts()[[0, -1]].tolist() for name in ("English", "Hindi")]
        assert ends == [english, hindi]


def test_when_hindi_became_cheap():
    def costs(name, size):
        languages = grown_languages(load_published(name))
        grown = [languages["Hindi"], languages["English"]]
        hindi, english = (one.history.token_counts()[steps_under(one, size)] for one in grown)
        return hindi / english

    grown = grown_languages(load_published("o200k_base")).values()
    sizes = sorted({int(size) for one in grown for size in one.sizes})
    dear = max(at for at, size in enumerate(sizes) if costs("o200k_base", size) > 2)
    cheap = sizes[dear + 1]
    offered = next(one for one in page_of("Growth").tries if one.label == "When did Hindi become cheap?")
    assert f"the first {cheap:,} tokens" in offered.words
    assert offered.state["growth_size"] == cheap
    assert all(costs(name, load_published(name).vocab_size) > 2 for name in ("gpt2", "cl100k_base"))


def test_a_cost_is_never_nothing():
    curve = Curve(np.array([256, 300, 600]), np.array([2000, 1900, 1899]))
    said = sentence_of_cost(curve, 600, 1)
    assert "share theirs: 1,200 parameters." in said
    assert "gets 1 token shorter (under 1%), and the model 600 parameters larger" in said
