"""Sessions are isolated from each other, and the caches that they share are bounded."""

from streamlit.testing.v1 import AppTest

from tests.apps import open_app, type_text, visit


def everything_shown(app: AppTest) -> str:
    tables = [table.value.to_csv() for table in app.dataframe]
    written = [*app.markdown, *app.code, *app.text, *app.caption, *app.info, *app.text_area, *app.text_input]
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
