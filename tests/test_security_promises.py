"""The pages on security, limits and accessibility promise only what tests check, and name these tests."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from bpe_core import PUBLISHED, load_published
from explorer_ui.visit import limits
from explorer_ui.visit.limits import MAX_TOKENIZER_MB

ROOT = Path(__file__).parents[1]
PROMISES = (ROOT / "docs" / "security_promises.md").read_text("utf-8")
LIMITS_PAGE = (ROOT / "docs" / "limits.md").read_text("utf-8")
ACCESSIBILITY = (ROOT / "docs" / "accessibility.md").read_text("utf-8")
ALL = PROMISES + LIMITS_PAGE + ACCESSIBILITY
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", ALL)
LIMITS = re.findall(r"^\| [^|]+ \| ([\d,]+) \| `([\w.]+)\.(\w+)` \|$", LIMITS_PAGE, re.MULTILINE)


def test_a_visitor_can_read_the_page_on_security_in_a_few_minutes() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    assert len(page) <= 6_000
    assert "(docs/security_promises.md)" in page
    promised, stored, *others = re.findall("^## (.+)$", page, re.MULTILINE)
    assert (promised, stored) == ("What is promised", "What is stored, and where")
    assert others == ["What is not promised", "Reporting a vulnerability"]


def test_something_is_promised() -> None:
    assert len(NAMED) > 30
    assert len(LIMITS) > 10
    # Each row of the tables is read, with the names of its tests.
    tables = re.findall(r"^\|[-|]+\|\n((?:\|.*\n)+)", LIMITS_PAGE, re.MULTILINE)
    assert len(LIMITS) == sum(table.count("\n") for table in tables)
    assert len(NAMED) == ALL.count("::")
    constants = [constant for _, _, constant in LIMITS]
    assert len(set(constants)) == len(constants), "a limit stands twice"


def test_every_test_that_is_named_exists() -> None:
    for file in {file for file, _ in NAMED}:
        named = {name for one, name in NAMED if one == file}
        assert named <= set(
            re.findall(r"^(?:async )?def (\w+)", (ROOT / file).read_text("utf-8"), re.MULTILINE)
        )


def test_every_limit_is_the_codes_and_every_limit_of_the_pages_is_listed() -> None:
    for number, module, name in LIMITS:
        assert int(number.replace(",", "")) == getattr(import_module(module), name), name
    listed = {name for _, module, name in LIMITS if module == limits.__name__}
    assert listed == {name for name in vars(limits) if name.isupper()}


def test_no_published_tokenizer_limits_a_text() -> None:
    assert "The published tokenizers have no limit." in LIMITS_PAGE
    assert {load_published(name).max_characters for name in PUBLISHED} == {None}


def test_the_server_takes_no_larger_upload_than_the_pages_say() -> None:
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["server"]["maxUploadSize"] == MAX_TOKENIZER_MB
    deploying = (ROOT / "docs" / "deploying.md").read_text("utf-8")
    assert f"uploads of {MAX_TOKENIZER_MB} MB" in deploying
    # A proxy's limit also includes the headers of the form.
    assert f"client_max_body_size {MAX_TOKENIZER_MB + 1}m;" in deploying


@pytest.mark.parametrize(
    ("page", "what_is_not_held"),
    [(PROMISES, "## What is stored"), (ACCESSIBILITY, "## What is not tested")],
    ids=["security", "accessibility"],
)
def test_every_bullet_has_its_proof(page: str, what_is_not_held: str) -> None:
    promises, heading, _ = page.partition(what_is_not_held)
    assert heading
    for bullet in re.findall(r"^- .*?(?=^- |^$)", promises, re.MULTILINE | re.DOTALL):
        assert "::" in bullet, bullet
