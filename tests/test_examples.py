"""Whoever reads the book meets an example that runs next to every public function and class."""

import ast
from pathlib import Path

import pytest

CORE = Path(__file__).parents[1] / "bpe_core"
BOOK = sorted(
    path
    for pattern in ("*.py", "tokenizer/*.py", "formats/__init__.py")
    for path in CORE.glob(pattern)
    if path.name != "unicode16.py"
)
# An interface says what others do, each with its example; and an error is shown where it is raised.
WITHOUT = {"Rules", "Encoder", "TokenDecoder"}


def public(path: Path) -> list[tuple[str, ast.AST]]:
    """The functions, classes and methods of a module that have no underscore, properties aside."""
    found: list[tuple[str, ast.AST]] = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
            continue
        found.append((node.name, node))
    return found


@pytest.mark.parametrize("path", BOOK, ids=lambda path: path.relative_to(CORE).as_posix())
def test_every_public_name_has_an_example(path: Path) -> None:
    without = [
        name
        for name, node in public(path)
        if name not in WITHOUT and ">>>" not in (ast.get_docstring(node) or "")  # type: ignore[arg-type]
    ]
    assert not without
