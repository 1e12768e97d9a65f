"""Links and files of earlier versions keep their meaning, including earlier names of a second stage."""

import json
from dataclasses import MISSING, fields, replace
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from bpe_core import Recipe, SecondStage, Tokenizer
from bpe_core.formats import read, write
from bpe_core.pipeline.normalizers import Lowercase
from bpe_core.pipeline.steps import Pipeline
from explorer_ui.visit.links import link_query, read_query
from explorer_ui.visit.settings import DEFAULTS
from tests.apps import open_app

FOLDER = Path(__file__).parent / "earlier_versions"
TEXT = "by the way: by the way, by the sea: the way by the sea, no way: by the by."
PACKED = "zlib.eNpLqlQoyUhVKE-stFJIgrN1YOzi1EQrmCCSmI5CXj6KnqRKPQCnWRiw"
MINE = Recipe(
    name="mine", title="Mine", alphabet="characters", split_pattern="gpt2", special_tokens=("<end>",), source="a test"
)  # fmt: skip
FILES = {
    # name: its second stage, and the ids of TEXT as the version that wrote the file gave them
    "one_stage": (None, [15, 18, 22, 3, 19, 18, 22, 1, 19, 18, 25, 3, 18, 22, 19, 18, 25, 1, 27, 22, 3, 19, 18, 19, 2]),
    "second_stage": (SecondStage(lifts="blanks", after=6, keeps_colons=True, max_words=3), [29, 3, 30, 1, 28, 3, 24, 28, 34, 3, 35, 2]),
    "second_stage_all": (SecondStage(lifts="all", after=4), [39, 9, 0, 25, 15, 2]),
}  # fmt: skip


def opened(name: str) -> Tokenizer:
    file = f"{name}.bpe.json"
    return read({file: (FOLDER / file).read_bytes()})


@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_the_recipe_and_the_ids_that_it_gave(name: str) -> None:
    tokenizer = opened(name)
    stage, ids = FILES[name]
    steps = Pipeline(normalizers=(Lowercase(),))
    assert tokenizer.recipe == replace(MINE, second_stage=stage, steps=steps)
    assert tokenizer.encode(TEXT) == ids
    assert read(write(tokenizer, "own")) == tokenizer


def test_a_file_of_ranks_gives_the_ids_that_it_gave() -> None:
    assert opened("ranks").recipe.second_stage is None
    assert opened("ranks").encode(TEXT[:14]) == [256, 32, 258, 32, 119, 97, 121, 58, 32, 256]


@pytest.mark.parametrize("name", ["one_stage", "ranks"])
def test_a_file_that_was_saved_before_a_field_of_the_recipe_existed_means_its_default(name: str) -> None:
    recent = opened(name)
    content = json.loads((FOLDER / f"{name}.bpe.json").read_bytes())
    optional = {field.name for field in fields(Recipe) if field.default is not MISSING}
    for key in [*content["recipe"]]:
        is_default = (
            key in optional and getattr(recent.recipe, key, None) == Recipe.__dataclass_fields__[key].default
        )
        if is_default or key in ("walls_fall", "walls_fall_at", "keeps_colon_walls", "most_words"):
            del content["recipe"][key]
    assert read({f"{name}.bpe.json": json.dumps(content).encode()}) == recent


WALLS = {"lifted": "blanks", "lifted_after": 12, "colons_kept": True, "max_words": 4, "below": "superbpe"}
TIES = {"tie_break": "lowest-glyphs", "skip_rare": False, "as_counts": False}


@pytest.mark.parametrize(
    ("query", "state"),
    [
        (
            "num_merges=40&walls=blanks&walls_fall_at=12&colon_walls=1&most_words=4&step=12&below=walls",
            WALLS | {"step": 12},
        ),
        ("recipe=gpt4&walls=punctuation", {"recipe": "gpt4", "lifted": "punctuation", "lifted_after": 50}),
        (
            "tie_break=lowest-glyphs&skip_rare=0&as_counts=0&walls=all&walls_fall_at=0",
            TIES | {"lifted": "all", "lifted_after": 0},
        ),
        ("walls=stand", {"lifted": "stand", "below": None}),
    ],
)
def test_a_link_opens_the_page_as_it_did(query: str, state: dict[str, object]) -> None:
    app = open_app("Train", query=dict(parse_qsl(f"text={PACKED}&{query}")))
    found = app.session_state
    assert {key: found[key] for key in state} == state
    assert (found["text"], found["notice"]) == (TEXT, None)


def test_a_link_written_now_restores_a_second_stage() -> None:
    chosen = {"lifted": "blanks", "lifted_after": 3, "colons_kept": True, "max_words": 2, "below": "superbpe"}
    query = link_query(DEFAULTS | chosen)
    assert query is not None
    assert "wall" not in query
    assert read_query(dict(parse_qsl(query)))[0].items() >= chosen.items()
