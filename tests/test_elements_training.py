"""The elements train as the engine does, merge by merge and count by count, and give its ids and the app's tokens."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import accumulate, cycle
from random import Random
from typing import Any, get_args

import pytest
from apps import drawn, open_app

from bpe_core import RECIPES, BpeError, Tokenizer, load_published, train
from bpe_core.types import TieBreak
from explorer_ui.elements.elements import VOCABULARIES
from explorer_ui.parts.player.payload import ENDINGS, encoding_data, player_data
from explorer_ui.parts.token_row.strip.payload import strip_data
from explorer_ui.visit.samples import sample_names, sample_text
from tests.element_answers import answers, check_equal, parts_of_elements
from tests.live_encoder import HARD
from tests.sampling import IN_TURNS

ALPHABETS = (
    "ab",
    "ab c'1\n",
    "aé你🙂\u0301 \u200d\r\n👩🏽",
    "aש1 ل-\r",
    "abcdefghij klmnop.",
    "Ġa b",
    "<e>aé ",
)
SPECIAL = ("<e>", "<e><e>", "é")


def how(recipe: str, tie_break: str, num_merges: int, **more: Any) -> dict[str, Any]:
    """The settings of a training in the elements' format; `more` may add special tokens and other limits."""
    special = dict.fromkeys((*RECIPES[recipe].special_tokens, *more.pop("special", ())))
    return {
        "recipe": {**asdict(RECIPES[recipe]), "special_tokens": [*special]},
        "tieBreak": tie_break,
        "numMerges": num_merges,
        "minCount": 1,
        "maxLearned": 4_000_000,
        **more,
    }


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def of_the_engine(text: str, settings: dict[str, Any]) -> Any:
    """The same training in Python, in the player's format, or its error."""
    recipe = settings["recipe"]
    try:
        history = train(
            text,
            recipe=recipe["name"],
            num_merges=settings["numMerges"],
            tie_break=settings["tieBreak"],
            special_tokens=recipe["special_tokens"],
            min_count=settings["minCount"],
            max_learned=settings["maxLearned"],
        )
    except BpeError as error:
        return {"error": str(error)}
    return as_json(player_data(history))


def check(cases: Sequence[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Compare the elements' trainings with the engine's and return them; only their names may differ."""
    found = answers({"asks": "training", "text": text, "how": settings} for text, settings in cases)
    for (text, settings), training in zip(cases, found, strict=True):
        expected = of_the_engine(text, settings)
        check_equal(training, expected, named="data_id", of=(text, settings))
    return found


def rows(training: dict[str, Any]) -> list[list[int]]:
    """The merges of a training: left id, right id, new id, count, number of replacements."""
    merges = training.get("merges", [])
    return [merges[at : at + 5] for at in range(0, len(merges), 5)]


def any_case(random: Random) -> tuple[str, dict[str, Any]]:
    length = random.randrange(random.choice((60, 60, 400)))
    return "".join(random.choices(random.choice(ALPHABETS), k=length)), how(
        random.choice([*RECIPES]),
        random.choice(get_args(TieBreak)),
        random.randrange(random.choice((30, 90))),
        special=random.sample(SPECIAL, random.choice((0, 0, 1, 3))),
        minCount=random.choice((1, 2, 2, 3)),
        maxLearned=random.choice((4_000_000, 4_000_000, 20)),
    )


def test_many_random_trainings_are_the_engines() -> None:
    random = Random(31)
    found = check([any_case(random) for _ in range(800)])
    # All hard cases occurred: ties, overlaps, every ending, an error, special tokens.
    often = {
        sentence.format(often=each) for sentence in ENDINGS.values() for each in ("repeats", "occurs 3 times")
    }
    assert {training.get("ending") for training in found} == {None, *often}
    assert any("special_tokens" in training for training in found)
    assert any(counted > replaced for training in found for _, _, _, counted, replaced in rows(training))


def test_the_sample_texts_train_as_in_the_engine_by_every_recipe_and_rule() -> None:
    # Each rule with each recipe, on one text after another.
    names = cycle(name for name in sample_names() if ":" not in name)
    cases = [
        (sample_text(next(names)), how(recipe, tie_break, 100))
        for recipe in RECIPES
        for tie_break in get_args(TieBreak)
    ]
    check([*cases, *((sample_text("prose"), how(recipe, "first-seen", 600)) for recipe in RECIPES)])


def test_once_is_enough_to_show_only_if_no_pair_repeats() -> None:
    """What a page shows for a minimum that no pair reaches is no merge, and a sentence that is true."""
    text = "hug hug hug pug pug pun bun bun"  # the most frequent pair occurs 5 times, the next one 3 times
    cases = [(text, least) for least in (3, 4, 5, 6, 1_000)] + [("hug", least) for least in (2, 6)]
    found = answers(
        {"asks": "shown", "text": one, "how": how("gpt2", "first-seen", 50, minCount=least)}
        for one, least in cases
    )
    counted = {case: [row[3] for row in rows(shown)] for case, shown in zip(cases, found, strict=True)}
    assert counted == {
        (text, 3): [5, 3, 3, 3], (text, 4): [5], (text, 5): [5], (text, 6): [], (text, 1_000): [], ("hug", 2): [1, 1], ("hug", 6): [1, 1],
    }  # fmt: skip
    assert found[2]["ending"] == "Training ended here: no pair occurs 5 times."
    assert found[4]["ending"] == "Training ended here: no pair occurs 1,000 times."


TEXTS = [
    *("".join(Random(seed).choices(ALPHABETS[seed % 5], k=seed % 80)) for seed in range(30)),
    *("".join(Random(seed).choices(HARD, k=60)) for seed in range(20)),
    *(sample_text(name) for name in sample_names()),
    "a\ud800b",
]


BY_RANK = [name for name, recipe in RECIPES.items() if recipe.encode_order != "passes"]


# One of the vocabularies has the name of its recipe.
EACH = pytest.mark.parametrize(
    ("name", "is_published"), [*((name, True) for name in VOCABULARIES), *((name, False) for name in BY_RANK)]
)


@IN_TURNS
@EACH
def test_each_merge_is_applied_as_in_the_engine(name: str, is_published: bool) -> None:
    if is_published:
        tokenizer = load_published(name)
        case: dict[str, Any] = {"published": name}
    else:
        trained_on = sample_text("prose")[:3000] + "né 🙂"
        tokenizer = Tokenizer.from_history(train(trained_on, recipe=name, num_merges=200))
        case = {"trainedOn": trained_on, "how": how(name, "first-seen", 200)}
    found = answers({"asks": "encoding", "text": text, **case} for text in TEXTS)
    errors = 0
    for text, encoding in zip(TEXTS, found, strict=True):
        try:
            expected = as_json(encoding_data(tokenizer, text))
        except BpeError:
            errors += 1
            assert encoding.keys() == {"error"}, text
        else:
            check_equal(encoding, expected, named="data_id", of=text)
    assert bool(errors) == (not is_published and RECIPES[name].alphabet != "bytes")


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


@IN_TURNS
@EACH
def test_the_tokens_are_those_of_the_apps_strip(name: str, is_published: bool) -> None:
    texts = [text.replace("\ud800", "\ufffd") for text in TEXTS if text]
    if is_published:
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
def test_a_word_learns_as_much_as_in_the_app_with_its_defaults(text: str) -> None:
    parts = parts_of_elements()
    settings = how(parts["recipe"], parts["ties"][0], parts["merges"], minCount=parts["minCount"])
    [training] = answers([{"asks": "shown", "text": text, "how": settings}])
    [shown] = drawn(open_app("Train", text=text), "merge_player")
    assert training["merges"] == shown["merges"]
    assert len(training["merges"]) == 5 * {"unhappiness": 10, "low lower lowest": 4, "a": 0}[text]
