"""Sessions are isolated from each other, keep little, and are sent few messages."""

from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.element_tree import parse_tree_from_messages

from explorer_ui.cache.sizes import size_in_bytes
from explorer_ui.visit.limits import MAX_TEXT
from explorer_ui.visit.samples import sample_text
from explorer_ui.words.course import PAGES
from tests.apps import open_app, type_text, visit


def everything_shown(app: AppTest) -> str:
    written = [*app.markdown, *app.code, *app.text, *app.caption, *app.info, *app.text_area, *app.text_input]
    tables = [table.value.to_csv() for table in app.dataframe]
    return "\n".join([*(str(element.value) for element in written), *tables])


def test_two_sessions_in_turns_see_nothing_of_each_other() -> None:
    secrets = ("squirrel squirrel squirrels", "marmalade marmalade marmalades")
    sessions = [open_app() for _ in secrets]
    for app, secret in zip(sessions, secrets, strict=True):
        type_text(app, secret)
    for file in ("Train", "Tokens", "Vocabulary", "Compare"):
        for app, own, other in zip(sessions, secrets, reversed(secrets), strict=True):
            visit(app, file).run()
            if file == "Train":
                app.segmented_control(key="below").set_value("merges").run()
            shown = everything_shown(app) + app.session_state["text"]
            assert own in shown
            assert other[:5] not in shown
            assert not app.exception


def test_a_change_in_one_session_leaves_the_other_as_it_was() -> None:
    one, other = (open_app("Train") for _ in range(2))
    one.number_input(key="num_merges").set_value(3).run()
    one.selectbox(key="recipe").select("characters").run()
    other.run()
    assert other.number_input(key="num_merges").value == 100
    assert other.selectbox(key="recipe").value == "gpt2"


def session_bytes(app: AppTest) -> int:
    return size_in_bytes(app.session_state._state._state.filtered_state)


def test_a_session_that_has_seen_every_page_is_small_and_keeps_its_text_and_settings() -> None:
    # Closed sessions stay in memory for minutes.
    app = open_app("Train")
    type_text(app, sample_text("prose"))
    app.selectbox(key="recipe").select("bytes").run()
    app.number_input(key="num_merges").set_value(7).run()
    for page in reversed(PAGES):
        visit(app, page.name).run()
        assert not app.exception
    assert session_bytes(app) < 200_000
    visit(app, "Train").run()
    assert app.session_state["text"] == sample_text("prose")
    assert app.selectbox(key="recipe").value == "bytes"
    assert app.number_input(key="num_merges").value == 7


def test_of_the_longest_text_a_session_keeps_a_few_copies_at_most() -> None:
    app = open_app()
    type_text(app, "é" * MAX_TEXT)
    visit(app, "Bytes").run()
    # The widget's copy, the received text, and the copy under the key that outlives the widget.
    assert session_bytes(app) < 4 * MAX_TEXT


@pytest.mark.parametrize(("file", "most"), [("Start", 39), ("Train", 39), ("Tokens", 30)])
def test_a_page_sends_few_messages(file: str, most: int) -> None:
    """One message for each element and container, and sending them takes half of the time of a run."""
    with patch.object(
        local_script_runner, "parse_tree_from_messages", wraps=parse_tree_from_messages
    ) as parse:
        open_app(file)
    [messages] = parse.call_args.args
    assert 0 < sum(message.WhichOneof("type") == "delta" for message in messages) <= most
