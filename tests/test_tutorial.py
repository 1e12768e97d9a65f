"""The tutorial works: its program runs, its examples give the printed results, its ids are tiktoken's."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
import tiktoken

from bpe_core import load_published, train
from explorer_ui.visit.samples import parallel_texts, sample_text
from tests.peers import tiktoken_encoding

PAGE = (Path(__file__).parents[1] / "docs" / "tutorial.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(python|pycon)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PROGRAM = "\n".join(code for kind, code in BLOCKS if kind == "python")
LINES_OF_PROGRAM = re.compile(r"a tokenizer of (\d+) lines")


def execute(code: str, names: dict[str, Any]) -> None:
    exec(compile(code, "mybpe.py", "exec"), names)  # noqa: S102 - our own page


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """The program of a reader who typed every block."""
    names: dict[str, Any] = {}
    execute(PROGRAM, names)
    return names


def test_each_example_gives_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tiktoken, "get_encoding", tiktoken_encoding)
    assert len(BLOCKS) == PAGE.count("```") // 2
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    for number, (kind, code) in enumerate(BLOCKS):
        if kind == "python":
            execute(code, names)
        else:
            example = doctest.DocTestParser().get_doctest(code, names, f"block {number}", None, 0)
            runner.run(example, clear_globs=False)
            names = example.globs
    assert runner.summarize() == doctest.TestResults(0, runner.tries)
    assert runner.tries > 20


def test_the_program_has_as_many_lines_as_the_page_says() -> None:
    [promised] = LINES_OF_PROGRAM.findall(PAGE)
    assert sum(bool(line.strip()) for line in PROGRAM.splitlines()) <= int(promised)


@pytest.mark.parametrize("name", [*parallel_texts(), "code python", "numbers", "emoji", "whitespace"])
def test_the_ids_are_those_of_tiktoken(program: dict[str, Any], name: str) -> None:
    text = parallel_texts().get(name) or sample_text(name)
    ranks = dict(load_published("cl100k_base").mergeable_ranks)
    ids = program["encode"](text, ranks)
    assert ids == tiktoken_encoding("cl100k_base").encode(text)
    assert program["decode"](ids, ranks) == text


def test_it_learns_what_the_engine_learns(program: dict[str, Any]) -> None:
    """Ties are included; with so few merges, no token can be made from two different pairs."""
    text = parallel_texts()["English"] * 3
    learned = program["train"](
        [program["to_bytes"](chunk) for chunk in program["GPT4_SPLIT"].findall(text)], 50
    )
    history = train(text, recipe="gpt4", num_merges=50)
    assert list(learned)[256:] == [history.vocab[merge.new_id] for merge in history.merges]
