"""Imports run one way: app.py, pages -> explorer_ui -> bpe_core."""

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
UI = {"streamlit", "altair", "explorer_ui", "pages", "app"}
ENGINE_FILES = sorted((ROOT / "bpe_core").rglob("*.py"))
EXPLORER_UI_FILES = sorted((ROOT / "explorer_ui").rglob("*.py"))
PAGE_FILES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
REQUIRED = {"streamlit", "pandas", "altair", "regex", "numpy", "starlette", "segno"}


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


def importing(files: Iterable[Path], forbidden: set[str]) -> dict[str, set[str]]:
    """Which of the forbidden packages each file imports; a file that imports none is left out."""
    found = {path.relative_to(ROOT).as_posix(): imported(parse(path)) & forbidden for path in files}
    return {path: names for path, names in found.items() if names}


def test_there_is_something_to_read() -> None:
    assert ENGINE_FILES
    assert EXPLORER_UI_FILES
    assert len(PAGE_FILES) > 1


def test_the_engine_knows_nothing_of_the_app() -> None:
    assert importing(ENGINE_FILES, UI) == {}
    # A function may borrow pandas' hash table for a large text; the engine loads and trains without it.
    assert not [path for path in ENGINE_FILES if "pandas" in imported_on_loading(parse(path))]


def test_explorer_ui_knows_nothing_of_the_pages() -> None:
    assert importing(EXPLORER_UI_FILES, {"pages", "app"}) == {}


def test_a_page_knows_nothing_of_other_pages() -> None:
    assert importing(PAGE_FILES, {"pages", "app"}) == {}


def test_the_app_needs_nothing_that_only_tests_need() -> None:
    # A script that makes a data file of the engine (build_*.py) is no part of it, and may ask the peers.
    files = [*ENGINE_FILES, *EXPLORER_UI_FILES, *PAGE_FILES]
    files = [path for path in files if not path.name.startswith("build_")]
    known = {"app", "bpe_core", "explorer_ui", "pages"} | REQUIRED | set(sys.stdlib_module_names)
    others = set().union(*(imported(parse(path)) for path in files)) - known
    assert importing(files, others) == {}


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
