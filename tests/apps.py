"""The app as a test runs it without a browser."""

from collections.abc import Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = str(Path(__file__).parents[1] / "app.py")


def open_app(file: str = "app.py", *, query: Mapping[str, str] | None = None, **state: object) -> AppTest:
    """Open a page by its file, as a new visitor who followed a link with `query`, in the state given."""
    # Long, for a busy machine: nothing waits for it unless something hangs.
    app = AppTest.from_file(APP, default_timeout=120)
    for key, value in (query or {}).items():
        app.query_params[key] = value
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    if file != "app.py":
        app.switch_page(file).run()
    assert not app.exception
    return app


def words(app: AppTest) -> str:
    """Return the sentences and the verbatim texts on a page."""
    elements = [*app.markdown, *app.info, *app.error, *app.warning, *app.code, *app.caption]
    return "\n".join(str(element.value) for element in elements)
