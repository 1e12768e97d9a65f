"""The table of settings: no widget outlives its page without a row, and what a row says holds."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer_ui.frame.settings import DEFAULTS, PASSING, SETTINGS

SOURCES = sorted((Path(__file__).parents[1] / "explorer_ui").rglob("*.py"))

# What holds a value; a button, a download and a drawn component hold none.
WIDGETS = {
    *("checkbox", "toggle", "radio", "selectbox", "multiselect", "segmented_control", "pills", "tabs"),
    *("text_input", "text_area", "number_input", "slider", "select_slider", "file_uploader", "pagination"),
}


def widget_keys(source: str) -> Iterator[tuple[str, str]]:
    """Yield each widget with its key, "" where it has none that stands as a string.

    >>> list(widget_keys("st.selectbox('a', [], key='b'); left.tabs([]); st.button('x', key='y')"))
    [('selectbox', 'b'), ('tabs', '')]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WIDGETS:
            keys = [word.value for word in node.keywords if word.arg == "key"]
            key = keys[0].value if keys and isinstance(keys[0], ast.Constant) else ""
            yield node.func.attr, str(key)


def named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_every_widget_is_in_the_table(path: Path) -> None:
    for widget, key in widget_keys(path.read_text("utf-8")):
        # The tabs over one text each are drawn for whichever tokenizers were chosen.
        if not key and widget == "tabs":
            continue
        assert key in SETTINGS or key in PASSING, (
            f"{path.name}: the {widget} {key!r} is neither a row of the table in explorer_ui/frame/settings.py, "
            "so a change of page forgets it and no link restores it, nor in PASSING there, which says why not."
        )


def test_something_was_found() -> None:
    keys = {key for path in SOURCES for _, key in widget_keys(path.read_text("utf-8"))}
    assert {"encode_text", "recipe", "chunks_tab"} <= keys


@pytest.mark.parametrize("key", [key for key, setting in SETTINGS.items() if setting.form])
def test_a_default_is_read_as_it_is_written(key: str) -> None:
    form = SETTINGS[key].form
    assert form is not None
    assert form.read(form.write(DEFAULTS[key])) == DEFAULTS[key]


@pytest.mark.parametrize("key", [key for key, setting in SETTINGS.items() if setting.linked])
def test_what_a_link_carries_has_a_form_and_a_name(key: str) -> None:
    assert SETTINGS[key].form
    assert SETTINGS[key].called


def test_what_passes_is_not_kept() -> None:
    assert not PASSING & SETTINGS.keys()
