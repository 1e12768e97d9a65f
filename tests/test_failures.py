"""An unexpected error stays in its part of the page, and tells the visitor no internal details."""

import ast
import logging
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from explorer_ui.parts.say.failures import BUG
from explorer_ui.words.course import PAGES
from tests.apps import markup, open_app, type_text, words

ROOT = Path(__file__).parents[1]
SHOW = {
    "app.py": "explorer_ui.places.start.start.show_landing",
    "pages/bytes.py": "explorer_ui.places.tokens.text_to_ids.bytes.show_bytes",
    "pages/challenge.py": "explorer_ui.places.quiz.challenge.show_challenge",
    "pages/chat.py": "explorer_ui.places.chat.chat.show_chat",
    "pages/chunks.py": "explorer_ui.places.tokens.text_to_ids.chunks.show_chunks",
    "pages/compare.py": "explorer_ui.places.compare.differences.differences.show_compare",
    "pages/decode.py": "explorer_ui.places.tokens.text_to_ids.decode.show_decode",
    "pages/encode.py": "explorer_ui.places.tokens.apply_merges.encode.show_encode",
    "pages/first_merges.py": "explorer_ui.places.start.your_turn.show_first_merges",
    "pages/growth.py": "explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger.show_growing",
    "pages/languages.py": "explorer_ui.places.compare.languages.languages.show_languages",
    "pages/lives.py": "explorer_ui.places.vocabulary.unused_tokens.unused_tokens.show_token_lives",
    "pages/prompt.py": "explorer_ui.places.tokens.prompt_end.prompt_end.show_prompt_end",
    "pages/seam.py": "explorer_ui.places.tokens.two_halves.two_halves.show_seams",
    "pages/tokens.py": "explorer_ui.places.tokens.text_to_ids.tokens.show_tokens",
    "pages/train.py": "explorer_ui.places.train.watch_it_learn.train.show_training",
    "pages/vocabulary.py": "explorer_ui.places.vocabulary.find_a_token.vocabulary.show_vocabulary",
    "pages/ways.py": "explorer_ui.places.tokens.other_splits.other_splits.show_all_ways",
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


def test_every_page_of_the_course_is_tried() -> None:
    assert set(SHOW) == {page.file for page in PAGES}


@pytest.mark.parametrize("file", SHOW)
def test_a_page_that_fails_keeps_the_page_shell(
    file: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = open_app()
    type_text(app, "kept text")
    with monkeypatch.context() as patched:
        patched.setattr(SHOW[file], fail)
        app.switch_page(file).run()
        check_failed_alone(app, caplog)
        assert app.session_state["text"] == "kept text"
        if any(page.file == file and page.tries for page in PAGES):
            assert 'class="tries"' in markup(app)
    app.run()
    assert not app.error
    assert app.session_state["text"] == "kept text"


def test_a_fragment_that_fails_leaves_the_rest_of_its_page(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = open_app()
    monkeypatch.setattr("explorer_ui.places.train.watch_it_learn.train.merge_table", fail)
    app.switch_page("pages/train.py").run()
    assert not app.error
    app.segmented_control(key="below").set_value("merges").run()
    check_failed_alone(app, caplog)
    assert "Link to this view" in [button.label for button in app.button]


def decorators(function: ast.FunctionDef) -> list[str]:
    return [ast.unparse(decorator) for decorator in function.decorator_list]


def test_every_fragment_and_dialog_contains_its_errors() -> None:
    # Fragments and dialogs run without the page around them, so each must handle its own errors.
    found = 0
    for path in (ROOT / "explorer_ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            names = decorators(node)
            # `cached_fragment` passes a fragment its arguments, and handles its errors.
            assert not any(name.startswith("st.fragment") for name in names), f"{path.name}: {node.name}"
            if any(name.startswith("st.dialog") for name in names):
                found += 1
                assert names[-1] == "contained()", f"{path.name}: {node.name}"
    assert found
