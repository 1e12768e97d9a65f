"""README.md, CONTRIBUTING.md and docs/ list what exists: places, tabs, recipes, formats, the files to change for each purpose."""

import re
from pathlib import Path

import pytest

from bpe_core import RECIPES, Tokenizer, train
from bpe_core.formats import FORMATS, read
from explorer_ui.words.course import PAGES, PLACES, pages_of, tabs_of

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
COURSE = (ROOT / "docs" / "course.md").read_text("utf-8")
LIBRARY = (ROOT / "docs" / "library.md").read_text("utf-8")
MAP = (ROOT / "docs" / "map.md").read_text("utf-8")
FILE_FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, row by row, without its header."""
    _, _, below = text.partition(f"\n{heading}")
    table = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", below, re.MULTILINE)
    assert table, heading
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[1].splitlines()]


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(re.findall(r"\S*\w\S*", README)) <= 900


def test_the_course_is_listed_page_by_page() -> None:
    listed = rows(COURSE, "Your text, tokenizer and settings")
    for row, page in zip(listed, PAGES, strict=True):
        place, tab, question, *_ = row
        assert place == PLACES[page.place]
        assert tab == page.label
        assert question.startswith(page.question), page.name


def test_every_place_is_listed_with_its_tabs() -> None:
    listed = [(place, tabs.split(", ")) for place, _, tabs in rows(README, "## The places")]
    assert listed == [(name, [page.tab for page in tabs_of(place)]) for place, name in PLACES.items()]


def test_the_views_of_a_place_are_in_its_folder() -> None:
    views = {row[0].partition(" (")[0]: row[1].strip("`") for row in rows(MAP, "## The files of each page")}
    for place in PLACES:
        assert {views[page.label].partition("/")[0] for page in pages_of(place)} == {place}


def test_every_recipe_is_listed() -> None:
    listed = "".join(row[0] for row in rows(LIBRARY, "The recipes reproduce"))
    assert sorted(re.findall(r"`([^`]+)`", listed)) == sorted(RECIPES)


def test_every_format_is_listed_with_what_it_holds() -> None:
    listed = rows(FILE_FORMATS, "`bpe_core.formats` reads and writes")
    learned = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    tokenizer = learned.with_special_tokens("<|end|>")
    for one in FORMATS.values():
        file = re.findall(r"\S*\.\S+", one.files)[-1]
        [row] = [row for row in listed if f"`{file}`" in row[0]]
        assert "no" not in row[1:3], one.name
        files = {name: data for name, data in one.write(tokenizer).items() if not name.endswith(".vocab")}
        pattern = {} if one.keeps_pattern else {"split_pattern": "gpt2"}
        keeps_special = read(files, **pattern).special_tokens == tokenizer.special_tokens
        assert (row[3] != "no", row[4] != "no") == (keeps_special, one.keeps_pattern), one.name


TASKS = [row for row in rows(CONTRIBUTING, "## Where do I change") if not row[0].startswith("**")]


@pytest.mark.parametrize("row", TASKS, ids=lambda row: row[0])
def test_what_one_wants_to_change_is_where_it_is_said_to_be(row: list[str]) -> None:
    what, where, tests = row
    file = r"`((?:[\w.]+/)[\w./]*|[\w-]+\.(?:py|toml|yml))`"
    for path in re.findall(file, where + tests):
        assert (ROOT / path).exists(), path
    assert re.search(file, tests), what
    names = [
        (name, path)
        for listed, path in re.findall(rf"((?:`[\w(.)-]+`(?:, | and )?)+) (?:of|in) {file}", where)
        for name in re.findall(r"`([\w-]+)`", listed)
    ]
    for name, path in names:
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8")), f"{path} has no {name}"
