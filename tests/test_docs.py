"""The documentation is correct: its commands are run, and its examples are doctests."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import pytest

import bpe_core
from tests.commands import start
from tests.installed import Installed, environment

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
