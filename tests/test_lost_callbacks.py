"""A press that meets a change of page arrives, although Streamlit has removed the state of its component by then."""

import json
from collections.abc import Iterator
from itertools import cycle

from apps import open_app
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from explorer_ui.shell.course import PAGES, page_of
from explorer_ui.shell.teaching import LESSONS

TRIGGERS = "__events"


def components(app: AppTest) -> Iterator[tuple[str, str]]:
    """The key of each component that was drawn, and each event that it listens to."""
    state = app._session_state._state
    keys = state._key_id_mapper.id_key_mapping
    for id_, key in keys.items():
        metadata = state._new_widget_state.widget_metadata.get(id_)
        if metadata and metadata.value_type == "json_value" and metadata.callbacks:
            yield from ((key, event) for event in metadata.callbacks)


def press_and_leave(app: AppTest, key: str, event: str, value: object, *, to: str) -> AppTest:
    """Send an event together with the request for another page, as Streamlit joins two messages that wait."""
    state = app._session_state._state
    id_ = state._key_id_mapper.get_id_from_key(key)
    [triggers] = [one for one in state._new_widget_state.widget_metadata if one.endswith(f"{id_}{TRIGGERS}")]
    message = WidgetStates()
    press = message.widgets.add()
    press.id, press.json_trigger_value = triggers, json.dumps([{"event": event, "value": value}])
    app.switch_page(to)
    return app._run(message)


def test_no_press_raises_when_the_page_changes() -> None:
    tried = set()
    for page in PAGES:
        app = open_app(page.file)
        ways_out = cycle(one.file for one in PAGES[:2] if one != page)
        for key, event in list(components(app)):
            if (key, event) not in tried:
                press_and_leave(app, key, event, {"name": "no such thing", "at": 1}, to=next(ways_out))
                assert not app.exception, (key, event)
                tried.add((key, event))
    assert {
        "pages_menu",
        "text_box",
        "tab_memory",
        "player",
        "challenge_card",
        "ways",
        "vocabulary_tree",
    } <= {key for key, _ in tried}, tried


def test_a_press_that_meets_a_change_of_page_is_heard() -> None:
    app = open_app("pages/train.py")
    typed = {"serial": 1, "revision": app.session_state.text_revision, "act": "type", "text": "typed last"}
    press_and_leave(app, "text_box", "said", typed, to="pages/first_merges.py")
    assert app.session_state.text == "typed last"
    offer = next(iter(page_of("Bytes").tries))
    press_and_leave(
        app, "pages_menu", "offer", {"name": f"Bytes {offer.label}", "at": 1}, to="pages/bytes.py"
    )
    assert app.session_state.text == offer.state["text"]


def test_a_lecture_goes_on_though_the_page_changes() -> None:
    [name, *_] = LESSONS
    app = open_app("pages/train.py", lecture_of=name, lecture_at=0, lecture_begun=1)
    press_and_leave(app, "pages_menu", "lecture", {"where": 1, "begun": 1}, to="pages/decode.py")
    assert app.session_state.lecture_at == 1
    assert app.session_state.example.startswith(LESSONS[name][1].page)
    assert not app.exception
