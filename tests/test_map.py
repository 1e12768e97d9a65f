"""docs/map.md names every room in the order in which they may import each other, and files that exist."""

import re
from pathlib import Path

from explorer_ui.words.course import PAGES
from tests.test_imports_one_way import ENGINE_FILES, MAP, ROOT, imported_files, listed
from tests.test_readme import rows


def folders(path: Path) -> set[str]:
    """The names of the folders in a folder that contain code."""
    return {one.name for one in path.iterdir() if one.is_dir() and any(one.glob("**/*.[pj][ys]"))}


def test_the_rooms_of_the_app_are_those_of_the_map() -> None:
    rooms = listed("The app")
    app = ROOT / "explorer_ui"
    for room in ("present", "places", "parts"):
        assert set(rooms[room]) == folders(app / room)


def test_the_rooms_of_the_engine_are_those_of_the_map_in_the_order_of_their_imports() -> None:
    engine = ROOT / "bpe_core"
    order = list(listed("The engine"))
    assert set(order) == folders(engine)
    for path in ENGINE_FILES:
        for other in imported_files(path):
            here, there = (file.relative_to(engine).parts[0] for file in (path, other))
            # The package itself imports what users of the library need.
            if here != "__init__.py" and {here, there} <= {*order}:
                assert order.index(here) <= order.index(there), f"{path} imports {other}"


def test_every_page_leads_to_its_view_and_its_tests() -> None:
    table = rows(MAP, "## The files of each page")
    assert [row[0] for row in table] == [f"{page.label} (`{page.file}`)" for page in PAGES]
    for page, views, parts, tests in table:
        assert views, page
        assert tests, page
        for folder, cell in (("explorer_ui/places", views), ("explorer_ui", parts), ("tests", tests)):
            for path in re.findall(r"`(\S+)`", cell):
                assert (ROOT / folder / path).exists(), path


def test_the_files_named_in_the_text_exist() -> None:
    text = MAP.partition("## The files of each page")[0]
    for path in re.findall(r"`((?:tests|explorer_ui|bpe_core)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path
