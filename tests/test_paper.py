"""The paper: its sections, references and figures; the parts that a person must fill in are marked."""

import re
from pathlib import Path

import yaml

from bpe_core import PUBLISHED
from explorer_ui.words.course import PAGES
from tests.test_docs import LINES_OF_PROGRAM, TUTORIAL

FOLDER = Path(__file__).parents[1] / "paper"
PAPER = (FOLDER / "paper.md").read_text("utf-8")
NUMBERS = {14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 30: "thirty"}


def test_every_reference_is_cited_and_every_citation_is_one() -> None:
    listed = re.findall(r"^@\w+\{(\w+),", (FOLDER / "paper.bib").read_text("utf-8"), re.MULTILINE)
    assert len(set(listed)) == len(listed)
    assert set(re.findall(r"@(\w+)", PAPER.partition("\n---\n")[2])) == set(listed)


def test_what_only_a_person_knows_is_left_to_them() -> None:
    head = yaml.safe_load(PAPER.split("---\n")[1])
    (author,), (affiliation,) = head["authors"], head["affiliations"]
    for left in (author["name"], author["orcid"], affiliation["name"], head["date"]):
        assert left.startswith("TO FILL IN")
    assert PAPER.count("**[TO FILL IN: ") == 3
    assert (FOLDER / head["bibliography"]).is_file()


def test_its_figures_are_those_of_the_code() -> None:
    assert f"{NUMBERS[len(PUBLISHED)]} published vocabularies" in " ".join(PAPER.split())
    assert f"{NUMBERS[len(PAGES)].capitalize()} pages form a course" in PAPER
    for page in PAGES[1:]:
        assert page.label in " ".join(PAPER.split())
    assert {*LINES_OF_PROGRAM.findall(PAPER)} == {*LINES_OF_PROGRAM.findall(TUTORIAL)}
