"""An unexpected error stays in its part of the page, and tells the visitor no internal details."""

import ast
import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer_ui.parts.say.failures import BUG
from explorer_ui.words.course import PAGES, page_of
from tests.apps import markup, open_app, type_text, visit, words

ROOT = Path(__file__).parents[1]
# One view of each place: the shell of every view is the same.
SHOW = {
    "Tokens": "explorer_ui.places.tokens.text_to_ids.text_to_ids.show_text_to_ids",
    "Start": "explorer_ui.places.start.start.show_landing",
    "Challenge": "explorer_ui.places.quiz.challenge.show_challenge",
    "Chat": "explorer_ui.places.chat.chat.show_chat",
    "Compare": "explorer_ui.places.compare.differences.differences.show_compare",
    "Train": "explorer_ui.places.train.watch_it_learn.train.show_training",
    "Vocabulary": "explorer_ui.places.vocabulary.find_a_token.vocabulary.show_vocabulary",
}


def fail(*_: object, **__: object) -> None:
    raise RuntimeError("secret of the inside")


def check_failed_alone(app: AppTest, caplog: pytest.LogCaptureFixture) -> None:
    assert not app.exception
    (error,) = app.error
    assert BUG in error.value
    (report,) = [code.value for code in app.code if code.value.startswith("To ")]
    number = report.split("error ")[1].split()[0]
    # The log has the whole error under the number that the visitor can report.
    (record,) = [record for record in caplog.records if number in record.getMessage()]
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None
    assert "secret of the inside" in str(record.exc_info[1])
    for inside in ("secret of the inside", "RuntimeError", "Traceback", ".py", str(ROOT)):
        assert inside not in words(app)


def test_two_parts_may_fail_for_the_same_reason() -> None:
    def page() -> None:
        from bpe_core import BpeError
        from explorer_ui.parts.say.failures import contained

        for _ in range(2):
            with contained():
                raise BpeError("This text has too many words.")

    assert [said.value for said in AppTest.from_function(page).run().text] == [
        "This text has too many words."
    ] * 2


def test_every_place_is_tried() -> None:
    assert {page_of(name).place for name in SHOW} == {page.place for page in PAGES}


@pytest.mark.parametrize("name", SHOW)
def test_a_page_that_fails_keeps_the_page_shell(name, monkeypatch, caplog):
    app = open_app()
    type_text(app, "kept text")
    with monkeypatch.context() as patched:
        patched.setattr(SHOW[name], fail)
        visit(app, name).run()
        check_failed_alone(app, caplog)
        assert app.session_state["text"] == "kept text"
        if page_of(name).tries:
            assert 'class="tries"' in markup(app)
    app.run()
    assert not app.error
    assert app.session_state["text"] == "kept text"


def test_a_fragment_that_fails_leaves_the_rest_of_its_page(monkeypatch, caplog):
    app = open_app()
    monkeypatch.setattr("explorer_ui.places.train.watch_it_learn.train.merge_table", fail)
    visit(app, "Train").run()
    assert not app.error
    app.segmented_control(key="below").set_value("merges").run()
    check_failed_alone(app, caplog)
    assert 'class="tries"' in markup(app)


def test_every_fragment_and_dialog_contains_its_errors() -> None:
    # Fragments and dialogs run without the page around them, so each must handle its own errors.
    dialogs = 0
    for path in (ROOT / "explorer_ui").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        functions = {
            node.name: [*map(ast.unparse, node.decorator_list)]
            for node in nodes
            if isinstance(node, ast.FunctionDef)
        }
        for name, names in functions.items():
            # `cached_fragment` passes a fragment its arguments, and handles its errors.
            bare = [one for one in names if one.startswith(("st.fragment", "st.dialog"))]
            assert not bare, f"{path.name}: {name}"
        for node in nodes:
            made_by = node.func if isinstance(node, ast.Call) else None
            if isinstance(made_by, ast.Call) and ast.unparse(made_by.func) == "st.dialog":
                dialogs += 1
                assert functions[ast.unparse(node.args[0])] == ["contained()"], path.name
    assert dialogs
