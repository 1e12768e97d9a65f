"""The Growth page holds the engine's steps, and says what it leaves out."""

import base64

import numpy as np
import pytest

from bpe_core import load_published
from bpe_core.lessons.growth import growth
from explorer_ui.components.growth.growth import GrowingVocabulary, growth_data
from explorer_ui.frame.course import page_of
from explorer_ui.frame.limits import MAX_GROWN
from explorer_ui.frame.samples import parallel_texts
from explorer_ui.views.growth import grown_languages
from tests.apps import open_app, words

GROWTH = "pages/growth.py"


def numbers(packed: str) -> list[int]:
    return np.frombuffer(base64.b64decode(packed), "<u4").tolist()


def test_what_the_browser_gets_is_the_history():
    grown = growth(load_published("gpt2"), " lower é")
    data = growth_data([GrowingVocabulary("GPT-2", grown, {})], first_language="English")
    packed = data["vocabularies"][0]["text"]
    assert numbers(packed["sizes"]) == grown.sizes.tolist()
    assert packed["last_size"] == 50256
    steps = len(grown.history.merges)
    closed = [step if step < steps else 0xFFFFFFFF for step in grown.history.closed_at.tolist()]
    assert numbers(packed["closed_at"]) == closed
    assert base64.b64decode(data["text"]).decode() == " lower é"


def test_every_language_is_there_for_every_published_vocabulary():
    assert grown_languages("o200k_base").keys() == parallel_texts().keys()


def test_a_long_text_is_shown_in_part_and_no_text_asks_for_one():
    assert f"first {MAX_GROWN:,}" in words(open_app(GROWTH, text="a " * MAX_GROWN))
    # What it costs goes by bytes: of a Chinese text it shows a third.
    assert f"first {MAX_GROWN // 3:,}" in words(open_app(GROWTH, text="字句" * MAX_GROWN))
    assert "Type or paste a text" in words(open_app(GROWTH, text=""))


def test_a_tokenizer_of_characters_is_left_out_and_the_page_says_why():
    assert "made of characters" in words(open_app(GROWTH, recipe="characters"))
    assert "not shown" not in words(open_app(GROWTH, recipe="gpt2"))


@pytest.mark.parametrize("recipe", ["bytes", "hf-course", "word-marker"])
def test_every_recipe_gives_a_page(recipe):
    assert not open_app(GROWTH, recipe=recipe).exception


def size_of_tokens(name: str, text: str, tokens: int) -> int:
    """The smallest vocabulary under which a text takes so many tokens."""
    grown = growth(load_published(name), text)
    return int(grown.sizes[grown.history.token_counts().tolist().index(tokens)])


def test_what_the_tries_promise():
    def notice(label):
        return next(attempt for attempt in page_of("Growth").tries if attempt.label == label)

    thousand = notice("A thousand tokens, and 199,000 more")
    grown = growth(load_published("o200k_base"), thousand.state["text"])
    counts = [int(grown.history.token_counts()[grown.steps_under(size)]) for size in (256, 1000, 199_998)]
    assert counts == [312, 156, 79]
    name = notice("A name that nobody types").state["text"]
    assert size_of_tokens("gpt2", name, 1) == 43_454
    assert [len(load_published(other).encode(name)) for other in ("cl100k_base", "o200k_base")] == [5, 5]
    berry = notice("Ten letters and a space").state["text"]
    assert size_of_tokens("o200k_base", berry, 1) == 101_831
    assert size_of_tokens("o200k_base", berry, 2) < 60_000


def test_when_hindi_became_cheap():
    def costs(name, size):
        languages = grown_languages(name)
        grown = [languages["Hindi"], languages["English"]]
        hindi, english = (one.history.token_counts()[one.steps_under(size)] for one in grown)
        return hindi / english

    assert costs("o200k_base", 27_893) > 2 >= costs("o200k_base", 27_894)
    sizes = {int(size) for one in grown_languages("o200k_base").values() for size in one.sizes}
    assert all(costs("o200k_base", size) <= 2 for size in sizes if size >= 27_894)
    assert all(costs(name, load_published(name).n_vocab) > 2 for name in ("gpt2", "cl100k_base"))
