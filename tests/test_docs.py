"""The documentation is correct: its commands, programs and tables are run, and its examples are doctests."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import tiktoken
import tokenizers

import bpe_core
from bpe_core import formats, load_published, train
from explorer_ui.visit.samples import parallel_texts, sample_text
from tests.commands import start
from tests.installed import Installed, environment
from tests.peers import tiktoken_encoding, written

DOCS = Path(__file__).parents[1] / "docs"


def shown(page: str) -> list[tuple[str, str]]:
    """The commands of a page, each with its output: the lines up to the next command or the end of the block."""
    found: list[tuple[str, list[str]]] = []
    block = False
    for line in (DOCS / page).read_text("utf-8").splitlines():
        block = line.startswith("    ") and (block or line.startswith("    $ "))
        if line.startswith("    $ "):
            found.append((line.removeprefix("    $ "), []))
        elif block:
            found[-1][1].append(line.removeprefix("    "))
    return [(command, "".join(f"{line}\n" for line in lines)) for command, lines in found]


@pytest.mark.skipif(os.name == "nt", reason="the commands are written for a shell")
def test_the_commands_print_what_the_page_shows(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = shown("prompt.md")
    assert {command.split()[1] for command, _ in commands if command.startswith("bpe-explorer")} == {
        "encode", "decode", "split", "request", "diff", "train", "compare", "models", "trace", "page", "site", "completion",
    }  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for command, told in commands:
        # A decoded text has no line end of its own; in a terminal, one follows.
        assert printed(command, installed).removesuffix("\n") == told.removesuffix("\n"), command


def printed(command: str, installed: Installed) -> str:
    """What a command prints: the installed program if a shell must read it, or else the same in this process."""
    program, *arguments = shlex.split(command)
    if program == "bpe-explorer" and not {"|", "<", ">"} & {*arguments}:
        done = start(*arguments)
        return done.out + done.err
    env = environment() | {"PATH": f"{installed.bin}{os.pathsep}{os.environ['PATH']}"}
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(["/bin/sh", "-c", command], check=False, env=env, **pipe).stdout.decode()


@pytest.mark.parametrize("page", ["library.md", "how_it_works.md"])
def test_the_examples_give_what_the_page_shows(page: str) -> None:
    how = {"module_relative": False, "encoding": "utf-8", "optionflags": doctest.ELLIPSIS}
    results = doctest.testfile(str(DOCS / page), **how)
    assert results.attempted >= 3
    assert results.failed == 0


def test_the_reference_begins_with_the_tokenizer_and_lists_every_public_name() -> None:
    listed = re.findall(r"^::: bpe_core\.(\w+)$", (DOCS / "reference.md").read_text("utf-8"), re.MULTILINE)
    assert listed[0] == "Tokenizer"
    public = {name for name in bpe_core.__all__ if not isinstance(getattr(bpe_core, name), ModuleType)}
    assert sorted(listed) == sorted({*public, "formats"})


def test_each_member_of_a_tokenizer_is_named_once_as_stable_or_not() -> None:
    tokenizer = bpe_core.Tokenizer
    members = {name for name in dir(tokenizer) if name[0] != "_"} | {*tokenizer.__dataclass_fields__}
    page = (DOCS / "stable_names.md").read_text("utf-8")
    stable = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `Tokenizer`, .*", page, re.MULTILINE)))
    unstable = re.findall(r"`(\w+)`", page.partition("these members of `Tokenizer`")[2].partition("\n\n")[0])
    assert sorted(name for name in [*stable, *unstable] if name != "Tokenizer") == sorted(members)
    of_formats = re.findall(r"`(\w+)`", page.partition("| `bpe_core.formats` |")[2].partition("\n")[0])
    assert f"members: [{', '.join(of_formats)}]" in (DOCS / "reference.md").read_text("utf-8")


def test_every_page_is_in_the_navigation() -> None:
    navigation = (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    listed = re.findall(r": (\w+\.md)$", navigation, re.MULTILINE)
    assert {path.name for path in DOCS.glob("*.md")} <= {*listed}


def test_a_section_that_is_put_into_a_page_keeps_the_indent_of_its_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # MkDocs is installed only where the site is built.
    for name in ("mkdocs", "mkdocs.structure", "mkdocs.structure.files"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    hooks = run_path(str(DOCS / "site_pages.py"))
    file = SimpleNamespace(src_uri="index.md", generated_by=None)
    page = hooks["on_page_markdown"]((DOCS / "index.md").read_text("utf-8"), SimpleNamespace(file=file))
    assert "\n## Start it\n\n    make run" in page


# ---- the tutorial: its program runs, its examples give the printed results, its ids are those of tiktoken

TUTORIAL = (DOCS / "tutorial.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(python|pycon)\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
PROGRAM = "\n".join(code for kind, code in BLOCKS if kind == "python")
LINES_OF_PROGRAM = re.compile(r"a tokenizer of (\d+) lines")


def execute(code: str, names: dict[str, Any]) -> None:
    exec(compile(code, "mybpe.py", "exec"), names)  # noqa: S102 - our own page


def test_each_example_of_the_tutorial_gives_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tiktoken, "get_encoding", tiktoken_encoding)
    assert len(BLOCKS) == TUTORIAL.count("```") // 2
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


def test_the_program_of_the_tutorial_has_as_many_lines_as_the_page_says() -> None:
    [promised] = LINES_OF_PROGRAM.findall(TUTORIAL)
    assert sum(bool(line.strip()) for line in PROGRAM.splitlines()) <= int(promised)


def test_the_program_gives_the_ids_of_tiktoken_and_learns_what_the_engine_learns() -> None:
    program: dict[str, Any] = {}
    execute(PROGRAM, program)
    ranks = dict(load_published("cl100k_base").mergeable_ranks)
    samples = {name: sample_text(name) for name in ("code python", "numbers", "emoji", "whitespace")}
    for name, text in (parallel_texts() | samples).items():
        ids = program["encode"](text, ranks)
        assert ids == tiktoken_encoding("cl100k_base").encode(text), name
        assert program["decode"](ids, ranks) == text
    # Ties are included; with so few merges, no token can be made from two different pairs.
    text = parallel_texts()["English"] * 3
    chunks = [program["to_bytes"](chunk) for chunk in program["GPT4_SPLIT"].findall(text)]
    history = train(text, recipe="gpt4", num_merges=50)
    learned = list(program["train"](chunks, 50))
    assert learned[256:] == [history.vocab[merge.new_id] for merge in history.merges]


# ---- coming from another library: both columns of a row give the same result

COMING = (DOCS / "coming_from.md").read_text("utf-8")
GIVEN, TRAINING = re.findall(r"^```python\n(.*?)^```$", COMING, re.MULTILINE | re.DOTALL)


def rows(library: str) -> list[tuple[str, str]]:
    """The rows of the table whose first column is about a library."""
    table = COMING.partition(f"\n| {library} | bpe_core |\n|---|---|\n")[2].partition("\n\n")[0]
    return [(theirs, ours) for theirs, ours in re.findall(r"^\| `(.+)` \| `(.+)` \|$", table, re.MULTILINE)]


def run(line: str, names: dict[str, Any]) -> Any:
    """The value of an expression, or None for an assignment."""
    if re.match(r"\w+ = ", line):
        exec(line, names)  # noqa: S102 - our own page
        return None
    return eval(line, names)  # noqa: S307 - our own page


def gives_the_same(library: str, **names: Any) -> None:
    theirs, ours = dict(names), {"bpe_core": bpe_core, "formats": formats, **names}
    for one in (theirs, ours):
        exec(GIVEN, one)  # noqa: S102 - our own page
    for left, right in rows(library):
        assert run(left, theirs) == run(right, ours), (left, right)


def test_every_row_of_coming_from_is_read() -> None:
    tables = re.findall(r"^\|---\|---\|\n((?:\|.*\n)+)", COMING, re.MULTILINE)
    assert [table.count("\n") for table in tables] == [len(rows("tiktoken")), len(rows("tokenizers"))]
    assert min(len(rows("tiktoken")), len(rows("tokenizers"))) > 10


def test_the_rows_about_tiktoken() -> None:
    offline = SimpleNamespace(
        get_encoding=tiktoken_encoding,
        encoding_for_model=lambda model: tiktoken_encoding(tiktoken.model.encoding_name_for_model(model)),
        encoding_name_for_model=tiktoken.encoding_name_for_model,
        Encoding=tiktoken.Encoding,
    )
    gives_the_same("tiktoken", tiktoken=offline)
    with pytest.raises(bpe_core.SpecialTokenError) as error:
        bpe_core.load_published("gpt2").encode("<|endoftext|>")
    assert isinstance(error.value, ValueError)


def test_the_rows_about_hugging_face(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(written("gpt2"))
    gives_the_same("tokenizers", tokenizers=tokenizers, path=str(path))


def test_the_example_of_training() -> None:
    exec(TRAINING, {"tokenizers": tokenizers, "bpe_core": bpe_core})  # noqa: S102 - our own page
    assert "assert learned ==" in TRAINING
