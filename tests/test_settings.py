"""Streamlit's settings file, which it ignores without a warning if it is wrong, and the table of the app's settings."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from streamlit import config

from explorer_ui.browser.files import read_css
from explorer_ui.visit.settings import DEFAULTS, SETTINGS

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))


def names(table: dict[str, object], prefix: str) -> set[str]:
    """Full names of the settings in a table: theme.dark.sidebar.textColor."""
    found: set[str] = set()
    for key, value in table.items():
        found |= names(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key}
    return found


def test_streamlit_knows_every_setting() -> None:
    assert names(CONFIG, "") <= set(config.get_config_options())


def test_nothing_is_sent_or_shown_that_should_not_be() -> None:
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["client"]["showErrorDetails"] == "none"
    assert CONFIG["client"]["showErrorLinks"] is False
    # Hosts whose pages may embed the app and send it messages; Streamlit's default has some of its own.
    assert CONFIG["client"]["allowedOrigins"] == []
    # The web fonts of a theme are written as "name: address".
    assert not [value for value in CONFIG["theme"].values() if isinstance(value, str) and "http" in value]


def test_what_is_drawn_without_streamlit_has_the_theme_s_colours_and_type() -> None:
    look = read_css("browser/look")

    values = {name: value.replace('"', "") for name, value in re.findall(r"--([\w-]+):\s*([^;]*);", look)}
    theme = CONFIG["theme"]
    assert re.split(r",\s*", values["mono"]) == theme["codeFont"].split(", ")
    for name, option in {
        "page": "backgroundColor",
        "page-2": "secondaryBackgroundColor",
        "ink": "textColor",
        "rule": "borderColor",
        "primary": "primaryColor",
    }.items():
        assert values[name] == f"light-dark({theme['light'][option]},{theme['dark'][option]})", name
    # Nothing else names fonts for tokens, which would have other widths where it is drawn first.
    for path in (ROOT / "explorer_ui").rglob("*.css"):
        assert path.name == "look.css" or "monospace" not in path.read_text("utf-8"), path


# Widgets with a value; buttons, downloads and drawn components have none.
WIDGETS = {
    *("checkbox", "toggle", "radio", "selectbox", "multiselect", "segmented_control", "pills"),
    *("text_input", "text_area", "number_input", "slider", "select_slider", "file_uploader", "pagination"),
}
# Functions that draw a widget with their second argument as its key.
DRAWING = {"choose_tokenizers"}
PASSING = frozenset({
    "tokenizer_upload", "compare_files", "compare_folder", "compared_as", "compares_folder", "jsonl_field", "difference_left",
    "difference_right", "list_upload", "vocabulary_page", "vocabulary_table", "fork_way", "without_unused", "num_removed",
    "player", "encoder",
})  # fmt: skip
"""Keys of widgets whose value means nothing after the page is left, such as uploads and pages of tables."""


def widget_keys(source: str) -> Iterator[tuple[str, str]]:
    """Yield each widget with its key, or "" if it has no literal key.

    >>> list(widget_keys("st.selectbox('a', [], key='b'); left.pills([]); st.button('x', key='y')"))
    [('selectbox', 'b'), ('pills', '')]
    >>> list(widget_keys("choose(row.selectbox, 'a', {}, key='b')"))
    [('selectbox', 'b')]
    >>> list(widget_keys("choose_one('a', {}, key='b')"))
    [('segmented_control', 'b')]
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in DRAWING and isinstance(node.args[1], ast.Constant):
            yield called, str(node.args[1].value)
            continue
        widget = node.args[0] if called == "choose" else node.func
        if called == "choose_one":
            widget = ast.Attribute(widget, "segmented_control")
        if isinstance(widget, ast.Attribute) and widget.attr in WIDGETS:
            key = next((word.value for word in node.keywords if word.arg == "key"), None)
            if not isinstance(key, ast.Name):  # which a function in DRAWING has
                yield widget.attr, str(key.value) if isinstance(key, ast.Constant) else ""


def test_every_widget_is_in_the_table() -> None:
    sources = sorted((ROOT / "explorer_ui").rglob("*.py"))
    found = [(path, *one) for path in sources for one in widget_keys(path.read_text("utf-8"))]
    assert {"encode_text", "recipe", "chunks_tab"} <= {key for _, _, key in found}
    assert not PASSING & SETTINGS.keys()
    unknown = [
        f"{path.name}: {what} {key!r}" for path, what, key in found if key not in SETTINGS.keys() | PASSING
    ]
    assert not unknown, (
        "neither a row of the table in explorer_ui/visit/settings.py, so a change of page forgets it and no link "
        "restores it, nor in PASSING here, which says why not."
    )


def test_what_a_link_carries_has_a_form_and_a_name_and_a_default_is_read_as_it_is_written() -> None:
    assert any(setting.linked for setting in SETTINGS.values())
    for key, setting in SETTINGS.items():
        assert not setting.linked or (setting.form and setting.called), key
        assert not setting.form or setting.form.read(setting.form.write(DEFAULTS[key])) == DEFAULTS[key], key
