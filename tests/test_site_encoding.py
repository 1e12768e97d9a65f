"""Encoding in the browser without a server gives the engine's ids, merges and growth."""

import json
from random import Random
from typing import Any

import pytest

from bpe_core import RECIPES, BpeError, Tokenizer, load_published, train
from bpe_core.in_parts import finished
from bpe_core.lessons.vocabulary.growth import growth_in_parts
from explorer_ui.parts.player.payload import encoding_data
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import GrowingVocabulary, growth_data
from explorer_ui.site.pages import VOCABULARIES
from explorer_ui.visit.samples import sample_names, sample_text
from tests.live_encoder import HARD
from tests.site_answers import answers, check_equal
from tests.test_site_training import ALPHABETS, how

TEXTS = [
    *("".join(Random(seed).choices(ALPHABETS[seed % 5], k=seed % 80)) for seed in range(120)),
    *(sample_text(name) for name in sample_names()),
    "a\ud800b",
]


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", VOCABULARIES)
def test_ten_thousand_texts_have_the_ids_of_the_engine(name: str) -> None:
    random = Random(17)
    hard = ["".join(random.choices(HARD, k=random.randrange(60))) for _ in range(10_000)]
    found = answers({"asks": "ids", "published": name, "text": text} for text in hard)
    tokenizer = load_published(name)
    for text, ids in zip(hard, found, strict=True):
        assert ids == tokenizer.encode_ordinary(text), text


@pytest.mark.parametrize("name", VOCABULARIES)
def test_each_merge_of_a_published_vocabulary_is_applied_as_in_the_engine(name: str) -> None:
    found = answers({"asks": "encoding", "published": name, "text": text} for text in TEXTS)
    for text, encoding in zip(TEXTS, found, strict=True):
        expected = as_json(encoding_data(load_published(name), text))
        check_equal(encoding, expected, named="history_id", of=text)


@pytest.mark.parametrize("recipe", RECIPES)
def test_what_is_trained_here_encodes_as_in_the_engine(recipe: str) -> None:
    trained_on = sample_text("prose")[:3000] + "né 🙂"
    history = train(trained_on, recipe=recipe, num_merges=200)
    settings = how(recipe, "first-seen", 200)
    found = answers(
        {"asks": "encoding", "trainedOn": trained_on, "how": settings, "text": text} for text in TEXTS
    )
    tokenizer = Tokenizer.from_history(history)
    errors = 0
    for text, encoding in zip(TEXTS, found, strict=True):
        try:
            expected = as_json(encoding_data(tokenizer, text))
        except BpeError:
            errors += 1
            assert encoding.keys() == {"error"}, text
        else:
            check_equal(encoding, expected, named="history_id", of=text)
    assert bool(errors) == (RECIPES[recipe].alphabet != "bytes")


def grown(tokenizer: Tokenizer, text: str, name: str) -> Any:
    """Python's equivalent of `growthData`."""
    growth = finished(growth_in_parts(tokenizer, text))
    return as_json(growth_data(text, [GrowingVocabulary(name, name, growth, {})], first_language="English"))


@pytest.mark.parametrize("name", VOCABULARIES)
def test_a_text_grows_under_a_published_vocabulary_as_in_the_engine(name: str) -> None:
    given = TEXTS[:-1]
    found = answers({"asks": "growth", "published": name, "text": text} for text in given)
    for text, growth in zip(given, found, strict=True):
        check_equal(growth, grown(load_published(name), text, name), named="growth_id", of=text)


@pytest.mark.parametrize("recipe", [name for name in RECIPES if name != "word-marker"])
def test_a_text_grows_under_its_own_training_as_in_the_engine(recipe: str) -> None:
    given = [text for text in TEXTS[:-1] if text]
    settings = how(recipe, "first-seen", 60)
    found = answers({"asks": "growth", "trainedOn": text, "how": settings, "text": text} for text in given)
    for text, growth in zip(given, found, strict=True):
        tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=60))
        expected = grown(tokenizer, text, "your tokenizer")
        check_equal(growth, expected, named="growth_id", of=text)
