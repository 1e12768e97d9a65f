"""The table of settings: every widget whose value is kept has a row, and the rows are correct."""

import ast
from collections.abc import Iterator
from pathlib import Path

from explorer_ui.visit.settings import DEFAULTS, SETTINGS

SOURCES = sorted((Path(__file__).parents[1] / "explorer_ui").rglob("*.py"))

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
    found = [(path, *one) for path in SOURCES for one in widget_keys(path.read_text("utf-8"))]
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
