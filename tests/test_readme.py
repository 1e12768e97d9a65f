"""The READMEs list what exists: pages, recipes, formats, and the files to change for each purpose."""

import re
from pathlib import Path

import pytest

from bpe_core import RECIPES, Tokenizer, train
from bpe_core.formats import FORMATS, read
from explorer_ui.words.course import PAGES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FILE_FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, row by row, without its header."""
    _, _, below = text.partition(f"\n{heading}")
    table = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", below, re.MULTILINE)
    assert table, heading
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[1].splitlines()]


def test_it_is_read_in_a_few_minutes() -> None:
    assert len(re.findall(r"\S*\w\S*", README)) <= 1_400


def test_the_course_is_listed_page_by_page() -> None:
    listed = rows(README, "## The course")
    assert [row[0] for row in listed] == [page.name for page in PAGES]
    for row, page in zip(listed, PAGES, strict=True):
        assert row[1].startswith(page.question), page.name


def test_every_recipe_is_listed() -> None:
    listed = [
        name for row in rows(README, "The recipes reproduce") for name in re.findall(r"`([^`]+)`", row[0])
    ]
    assert sorted(listed) == sorted(RECIPES)


def test_every_format_is_listed_with_what_it_holds() -> None:
    listed = rows(FILE_FORMATS, "`bpe_core.formats` reads and writes")
    tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2)).with_special_tokens(
        "<|end|>"
    )
    for one in FORMATS.values():
        file = re.findall(r"\S*\.\S+", one.files)[-1]
        [row] = [row for row in listed if f"`{file}`" in row[0]]
        assert "no" not in row[1:3], one.name
        files = {name: data for name, data in one.write(tokenizer).items() if not name.endswith(".vocab")}
        pattern = {} if one.keeps_pattern else {"split_pattern": "gpt2"}
        keeps_special = read(files, **pattern).special_tokens == tokenizer.special_tokens
        assert (row[3] != "no", row[4] != "no") == (keeps_special, one.keeps_pattern), one.name


@pytest.mark.parametrize("row", rows(README, "## For contributors"), ids=lambda row: row[0])
def test_what_one_wants_to_change_is_where_it_is_said_to_be(row: list[str]) -> None:
    paths = [
        path
        for cell in row[1:]
        for path in re.findall(r"`((?:[\w.]+/)[\w./]*|[\w-]+\.(?:py|toml|yml))`", cell)
    ]
    assert paths or "TypedDict" in row[1]
    for path in paths:
        assert (ROOT / path).exists(), path
