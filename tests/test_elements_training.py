"""Training in the elements gives the engine's histories, unit by unit and count by count."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import cycle
from random import Random
from typing import Any, get_args

from bpe_core import RECIPES, BpeError, train
from bpe_core.types import TieBreak
from explorer_ui.parts.player.payload import ENDINGS, player_data
from explorer_ui.visit.samples import sample_names, sample_text
from tests.element_answers import answers, check_equal

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
    return json.loads(json.dumps(player_data(history)))


def check(cases: Sequence[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Compare the elements' trainings with the engine's and return them; only their names may differ."""
    found = answers({"asks": "training", "text": text, "how": settings} for text, settings in cases)
    for (text, settings), training in zip(cases, found, strict=True):
        expected = of_the_engine(text, settings)
        check_equal(training, expected, named="history_id", of=(text, settings))
    return found


def rows(training: dict[str, Any]) -> list[list[int]]:
    """The merges of a training: left id, right id, new id, count, number of replacements."""
    merges = training.get("merges", [])
    return [merges[at : at + 5] for at in range(0, len(merges), 5)]


def test_many_random_trainings_are_the_engines() -> None:
    random = Random(31)
    cases = [
        (
            "".join(
                random.choices(random.choice(ALPHABETS), k=random.randrange(random.choice((60, 60, 400))))
            ),
            how(
                random.choice([*RECIPES]),
                random.choice(get_args(TieBreak)),
                random.randrange(random.choice((30, 90))),
                special=random.sample(SPECIAL, random.choice((0, 0, 1, 3))),
                minCount=random.choice((1, 2, 2, 3)),
                maxLearned=random.choice((4_000_000, 4_000_000, 20)),
            ),
        )
        for _ in range(800)
    ]
    found = check(cases)
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
    asked = [
        {"asks": "shown", "text": one, "how": how("gpt2", "first-seen", 50, minCount=least)}
        for one, least in cases
    ]
    found = answers(asked)
    counted = {case: [row[3] for row in rows(shown)] for case, shown in zip(cases, found, strict=True)}
    assert counted == {
        (text, 3): [5, 3, 3, 3], (text, 4): [5], (text, 5): [5], (text, 6): [], (text, 1_000): [], ("hug", 2): [1, 1], ("hug", 6): [1, 1],
    }  # fmt: skip
    assert found[2]["ending"] == "Training ended here: no pair occurs 5 times."
    assert found[4]["ending"] == "Training ended here: no pair occurs 1,000 times."
