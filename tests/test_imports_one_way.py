"""Imports go one way: app.py, pages -> explorer_ui -> bpe_core, and down the map within explorer_ui.

A room is a folder, or a file that is directly in explorer_ui or bpe_core. The map is `docs/map.md`.
"""

import ast
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = {"bpe_core", "numpy", "regex", "pandas"}
UI = {"explorer_ui", "streamlit", "altair", "starlette", "segno"}
ENGINE_FILES = sorted((ROOT / "bpe_core").rglob("*.py"))
EXPLORER_UI_FILES = sorted((ROOT / "explorer_ui").rglob("*.py"))
PAGE_FILES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
JAVASCRIPT_FILES = sorted((ROOT / "explorer_ui").rglob("*.js"))
# Imports, including those of types in comments.
JAVASCRIPT_IMPORT = re.compile(r'(?:\bfrom |\bimport\()"(\.[^"]+)"')
MAP = (ROOT / "docs" / "map.md").read_text("utf-8")


def listed(section: str) -> dict[str, list[str]]:
    """The rooms in the list of a section of the map, each with the rooms listed inside it."""
    found: dict[str, list[str]] = {}
    text = MAP.partition(f"## {section}\n")[2].partition("\n## ")[0]
    for indent, name in re.findall(r"^    (  )?([\w.]+)/? ", text, re.MULTILINE):
        if indent:
            found[list(found)[-1]].append(name)
        else:
            found[name] = []
    return found


@cache
def names_imported(path: Path) -> set[str]:
    """The dotted names that a Python file imports anywhere: modules, or what it imports from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), filename=str(path))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written out in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def imported(path: Path) -> set[str]:
    """The packages that a Python file imports."""
    return {name.partition(".")[0] for name in names_imported(path)}


@cache
def imported_files(path: Path) -> set[Path]:
    """The files of this project that a Python or JavaScript file imports."""
    if path.suffix == ".js":
        return {(path.parent / file).resolve() for file in JAVASCRIPT_IMPORT.findall(path.read_text("utf-8"))}
    return {file for name in names_imported(path) if (file := file_of(name))}


def file_of(name: str) -> Path | None:
    """The file of a module, or of the module that contains a dotted name; None outside this project.

    >>> file_of("bpe_core.types.Pair").name, file_of("bpe_core.formats").parent.name, file_of("numpy.zeros")
    ('types.py', 'formats', None)
    """
    for dotted in (name, name.rpartition(".")[0]):
        place = ROOT / dotted.replace(".", "/")
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if dotted and file.is_file():
                return file
    return None


def room_of(path: Path) -> str:
    """The room of a file."""
    alone = path.parent in (ROOT / "explorer_ui", ROOT / "bpe_core")
    return (path if alone else path.parent).relative_to(ROOT).as_posix()


def in_the_app(path: Path) -> tuple[str, ...]:
    """The parts of a file's path in explorer_ui."""
    return path.relative_to(ROOT / "explorer_ui").parts


def test_imports_go_down_the_map() -> None:
    files = [*EXPLORER_UI_FILES, *JAVASCRIPT_FILES]
    order = list(listed("The app"))
    assert {in_the_app(path)[0] for path in files} == {*order, "__init__.py"}
    for path in files:
        for other in imported_files(path) - {*ENGINE_FILES}:
            (here, *inside), (there, *inside_other) = in_the_app(path), in_the_app(other)
            if "__init__.py" in (here, there):
                continue
            assert order.index(here) <= order.index(there), f"{path} imports {other}"
            # Each place is a room of its own.
            if here == there == "places" and len(inside) > 1 < len(inside_other):
                assert inside[0] == inside_other[0], f"{path} imports {other}"


def test_no_room_imports_one_that_leads_back_to_it() -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for path in [*ENGINE_FILES, *EXPLORER_UI_FILES, *JAVASCRIPT_FILES]:
        graph[room_of(path)] |= {room_of(other) for other in imported_files(path)} - {room_of(path)}
    assert "bpe_core/chat" in graph["explorer_ui/places/chat"]
    assert "explorer_ui/parts/player" in graph["explorer_ui/present/classroom"]
    TopologicalSorter(graph).prepare()  # a cycle is an error, which names its rooms


@pytest.mark.parametrize(
    ("files", "own"),
    [(ENGINE_FILES, ENGINE), (EXPLORER_UI_FILES, {*ENGINE, *UI}), (PAGE_FILES, {*ENGINE, *UI})],
    ids=["the engine", "explorer_ui", "pages"],
)
def test_nothing_imports_the_pages_or_what_only_tests_need_and_the_engine_not_the_app(
    files: list[Path], own: set[str]
) -> None:
    # A script that makes a data file of the engine (build_*.py) is not part of it, and may use other libraries.
    files = [path for path in files if not path.name.startswith("build_")]
    assert len(files) > 1
    for path in files:
        assert imported(path) <= own | set(sys.stdlib_module_names), path


def test_the_engine_loads_and_trains_without_pandas() -> None:
    """Functions may use pandas' hash table for a large text, but no module loads it."""
    modules = [path.relative_to(ROOT).with_suffix("") for path in ENGINE_FILES]
    names = [".".join(module.parts).removesuffix(".__init__") for module in modules]
    program = (
        "import sys, importlib, bpe_core\n"
        "[importlib.import_module(name) for name in sys.argv[1:] if '.build_' not in name]\n"
        "bpe_core.train('aaabdaaabac', recipe='bytes', num_merges=3)\n"
        "assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program, *names], cwd=ROOT, check=True)
