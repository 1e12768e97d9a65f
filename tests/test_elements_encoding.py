"""The elements give the ids and the merges of the engine, and of the app's live count."""

import json
from itertools import accumulate
from random import Random
from typing import Any
from unittest.mock import MagicMock

import pytest
from apps import open_app

from bpe_core import RECIPES, BpeError, Tokenizer, load_published, train
from explorer_ui.elements.elements import VOCABULARIES
from explorer_ui.parts.player.merge_player import PlayerState
from explorer_ui.parts.player.payload import encoding_data
from explorer_ui.parts.token_row.strip.payload import strip_data
from explorer_ui.visit.samples import sample_names, sample_text
from tests.element_answers import answers, check_equal, parts_of_elements
from tests.live_encoder import HARD
from tests.test_elements_training import ALPHABETS, how

TEXTS = [
    *("".join(Random(seed).choices(ALPHABETS[seed % 5], k=seed % 80)) for seed in range(30)),
    *("".join(Random(seed).choices(HARD, k=60)) for seed in range(20)),
    *(sample_text(name) for name in sample_names()),
    "a\ud800b",
]


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", VOCABULARIES)
def test_each_merge_of_a_published_vocabulary_is_applied_as_in_the_engine(name: str) -> None:
    found = answers({"asks": "encoding", "published": name, "text": text} for text in TEXTS)
    for text, encoding in zip(TEXTS, found, strict=True):
        expected = as_json(encoding_data(load_published(name), text))
        check_equal(encoding, expected, named="history_id", of=text)


BY_RANK = [name for name, recipe in RECIPES.items() if recipe.encode_order != "passes"]


@pytest.mark.parametrize("recipe", BY_RANK)
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


def tokens_of(tokenizer: Tokenizer, text: str) -> Any:
    """The tokens of a text as the app's strip gets them."""
    chunks = tokenizer.encode_chunks(text, disallowed_special=())
    ids = [token_id for chunk in chunks for token_id in chunk]
    ranks = {id_: rank for id_ in ids if (rank := tokenizer.rank_of_token(id_)) is not None}
    rows = {row[0]: row for row in strip_data(ids, tokenizer.vocab, ranks=ranks)["tokens"]}
    return {
        "ids": ids,
        "tokens": as_json([rows[token_id] for token_id in dict.fromkeys(ids)]),
        "chunks": [0, *accumulate(map(len, chunks))][:-1],
    }


@pytest.mark.parametrize("name", [*VOCABULARIES, *BY_RANK])
def test_the_tokens_are_those_of_the_apps_strip(name: str) -> None:
    texts = [text.replace("\ud800", "\ufffd") for text in TEXTS if text]
    if name in VOCABULARIES:
        cases: list[dict[str, Any]] = [{"published": name, "text": text} for text in texts]
        tokenizers = [load_published(name)] * len(texts)
    else:
        trainings = how(name, "first-seen", 60)
        cases = [{"trainedOn": text, "how": trainings, "text": text} for text in texts]
        tokenizers = [Tokenizer.from_history(train(text, recipe=name, num_merges=60)) for text in texts]
    found = answers({"asks": "tokens", **case} for case in cases)
    for text, tokenizer, tokens in zip(texts, tokenizers, found, strict=True):
        assert tokens.pop("display") == ("glyphs" if name == "hf-course" else "text")
        check_equal(tokens, tokens_of(tokenizer, text), named="", of=text)


def test_a_recipe_that_merges_in_passes_says_that_only_the_app_encodes_with_it() -> None:
    [found] = answers(
        [{"asks": "encoding", "trainedOn": "a b", "how": how("word-marker", "first-seen", 1), "text": "a"}]
    )
    assert found == {"error": "This recipe merges in passes: only the app encodes with it."}


@pytest.mark.parametrize("text", ["unhappiness", "low lower lowest", "a"])
def test_a_word_learns_as_much_as_in_the_app_with_its_defaults(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    parts = parts_of_elements()
    settings = how(parts["recipe"], parts["ties"][0], parts["merges"], minCount=parts["minCount"])
    [training] = answers([{"asks": "shown", "text": text, "how": settings}])
    draw = MagicMock(return_value=PlayerState(0, None))
    monkeypatch.setattr("explorer_ui.places.train.watch_it_learn.train.merge_player", draw)
    open_app("Train", text=text)
    assert training["merges"] == draw.call_args.args[0]["merges"]
    assert len(training["merges"]) == 5 * {"unhappiness": 10, "low lower lowest": 4, "a": 0}[text]
