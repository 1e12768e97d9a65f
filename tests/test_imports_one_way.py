"""Imports run one way: app.py, pages -> explorer_ui -> bpe_core."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UI = {"streamlit", "altair", "explorer_ui", "pages", "app"}
ENGINE_FILES = sorted((ROOT / "bpe_core").rglob("*.py"))
EXPLORER_UI_FILES = sorted((ROOT / "explorer_ui").rglob("*.py"))
PAGE_FILES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]


def imported(node: ast.AST) -> set[str]:
    r"""Top-level names of the packages imported anywhere under a node.

    >>> sorted(imported(ast.parse("import a.b, c\nfrom d.e import f\ndef g():\n    import h")))
    ['a', 'c', 'd', 'h']
    """
    names: set[str] = set()
    for child in ast.walk(node):
        if isinstance(child, ast.Import):
            names |= {alias.name for alias in child.names}
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports are written out in full"
            names.add(child.module or "")
    return {name.partition(".")[0] for name in names}


def imported_on_loading(tree: ast.Module) -> set[str]:
    r"""The same, of what runs when the module is loaded: all but the bodies of functions.

    >>> sorted(imported_on_loading(ast.parse("import a\nif b:\n    import c\ndef g():\n    import h")))
    ['a', 'c']
    """
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    inside = {child for node in ast.walk(tree) if isinstance(node, functions) for child in ast.walk(node)}
    outside = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and node not in inside
    ]
    return set().union(*map(imported, outside))


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), filename=str(path))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_there_is_something_to_read() -> None:
    assert ENGINE_FILES
    assert EXPLORER_UI_FILES
    assert len(PAGE_FILES) > 1


@pytest.mark.parametrize("path", ENGINE_FILES, ids=name_of)
def test_the_engine_knows_nothing_of_the_app(path: Path) -> None:
    tree = parse(path)
    assert not imported(tree) & UI
    # A function may borrow pandas' hash table for a large text; the engine loads and trains without it.
    assert "pandas" not in imported_on_loading(tree)


@pytest.mark.parametrize("path", EXPLORER_UI_FILES, ids=name_of)
def test_explorer_ui_knows_nothing_of_the_pages(path: Path) -> None:
    assert not imported(parse(path)) & {"pages", "app"}


@pytest.mark.parametrize("path", PAGE_FILES, ids=name_of)
def test_a_page_knows_nothing_of_other_pages(path: Path) -> None:
    assert not imported(parse(path)) & {"pages", "app"}


# A script that makes a data file of the engine (build_*.py) is no part of it, and may ask the peers.
@pytest.mark.parametrize(
    "path",
    [path for path in (*ENGINE_FILES, *EXPLORER_UI_FILES, *PAGE_FILES) if not path.name.startswith("build_")],
    ids=name_of,
)
def test_the_app_needs_nothing_that_only_tests_need(path: Path) -> None:
    own = {"app", "bpe_core", "explorer_ui", "pages"}
    required = {"streamlit", "pandas", "altair", "regex", "numpy", "starlette", "segno"}
    assert imported(parse(path)) <= own | required | set(sys.stdlib_module_names)


def test_the_engine_loads_and_trains_without_the_app() -> None:
    program = (
        "import sys, bpe_core\n"
        "bpe_core.train('aaabdaaabac', recipe='bytes', num_merges=3)\n"
        "loaded = {'pandas', 'streamlit', 'altair', 'explorer_ui'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
