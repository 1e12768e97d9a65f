"""SECURITY.md says nothing that no test holds: every test that it names is there, every limit is the code's."""

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path

from explorer_ui.shell.limits import MAX_TOKENIZER_MB

ROOT = Path(__file__).parents[1]
PROMISES = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PROMISES)
LIMITS = re.findall(r"^\| [^|]+ \| ([\d,]+) \| `([\w.]+)\.(\w+)` \|$", PROMISES, re.MULTILINE)


def test_something_is_promised() -> None:
    assert len(NAMED) > 30
    assert len(LIMITS) > 10
    # Each row of the table is read, and each name of a test.
    assert len(LIMITS) == len([line for line in PROMISES.splitlines() if line.startswith("|")]) - 2
    assert len(NAMED) == PROMISES.count("::")
    constants = [constant for _, _, constant in LIMITS]
    assert len(set(constants)) == len(constants), "a limit stands twice"


def test_every_test_that_is_named_exists() -> None:
    existing = {
        (file, node.name)
        for file in {file for file, _ in NAMED}
        for node in ast.parse((ROOT / file).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    assert not set(NAMED) - existing


def test_every_limit_is_the_codes() -> None:
    promised = {f"{module}.{name}": int(number.replace(",", "")) for number, module, name in LIMITS}
    assert promised == {
        f"{module}.{name}": getattr(import_module(module), name) for _, module, name in LIMITS
    }


def test_the_server_takes_no_larger_upload_than_the_pages_say() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["server"]["maxUploadSize"] == MAX_TOKENIZER_MB


def test_every_bullet_has_its_proof() -> None:
    promises, _, _ = PROMISES.partition("## What is kept")
    for bullet in re.findall(r"^- .*?(?=^- |^$)", promises, re.MULTILINE | re.DOTALL):
        assert "::" in bullet, bullet
