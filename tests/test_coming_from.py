"""Coming from another library: both columns of a row give the same result."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tiktoken
import tokenizers

import bpe_core
from bpe_core import formats
from tests.peers import tiktoken_encoding, written

PAGE = (Path(__file__).parents[1] / "docs" / "coming_from.md").read_text("utf-8")
GIVEN, TRAINING = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def rows(library: str) -> list[tuple[str, str]]:
    """The rows of the table whose first column is about a library."""
    table = PAGE.partition(f"\n| {library} | bpe_core |\n|---|---|\n")[2].partition("\n\n")[0]
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


def test_every_row_is_read() -> None:
    tables = re.findall(r"^\|---\|---\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert [table.count("\n") for table in tables] == [len(rows("tiktoken")), len(rows("tokenizers"))]
    assert min(len(rows("tiktoken")), len(rows("tokenizers"))) > 10


def test_tiktoken() -> None:
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


def test_hugging_face(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(written("gpt2"))
    gives_the_same("tokenizers", tokenizers=tokenizers, path=str(path))


def test_training() -> None:
    exec(TRAINING, {"tokenizers": tokenizers, "bpe_core": bpe_core})  # noqa: S102 - our own page
    assert "assert learned ==" in TRAINING
