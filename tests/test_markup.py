"""The app uses all of the listed parts of Streamlit's markup, and no others."""

import re
from pathlib import Path

from streamlit_markup import HOOKS, hooks_in

from explorer_ui.words.course import PAGES, PLACES

UI = Path(__file__).parents[1] / "explorer_ui"
SOURCES = sorted(path for ending in ("*.css", "*.js") for path in UI.rglob(ending))
LISTED = set().union(*(hook.names for hook in HOOKS))


def test_only_listed_hooks_are_used() -> None:
    found = {path.relative_to(UI): hooks_in(path.read_text("utf-8")) - LISTED for path in SOURCES}
    unlisted = {path.as_posix(): hooks for path, hooks in found.items() if hooks}
    assert not unlisted, f"{unlisted}: list these in tests/streamlit_markup.py, with what depends on each"


def test_every_hook_is_used() -> None:
    used = set().union(*(hooks_in(path.read_text("utf-8")) for path in SOURCES))
    assert used == LISTED
    assert {hook.page for hook in HOOKS} <= {page.name for page in PAGES}


def test_every_key_in_the_style_is_one_that_the_app_draws() -> None:
    sources = "\n".join(path.read_text("utf-8") for path in UI.rglob("*.py"))
    style = (UI / "page" / "page.css").read_text("utf-8")
    for key in re.findall(r"\.st-key-([\w-]+)", style):
        assert f'key="{key}"' in sources
    for key in re.findall(r'class\*="st-key-([\w-]+)', style):
        assert f'f"{key}' in sources


def test_each_page_is_in_one_place_and_has_a_name_of_its_own() -> None:
    assert list(dict.fromkeys(page.place for page in PAGES)) == list(PLACES)
    for names in ("name", "label", "address"):
        assert len({getattr(page, names) for page in PAGES}) == len(PAGES)


def test_one_sentence_of_at_most_25_words_comes_before_a_picture() -> None:
    for page in PAGES[1:]:
        assert 0 < len(page.explanation.split()) <= 25, page.name
        assert re.search(r"[.!?]\s", page.explanation) is None, page.name
