"""A press that meets a change of page is heard, although Streamlit has removed the state of its component by then."""

import json
from collections import defaultdict
from collections.abc import Iterator

import pytest
from apps import open_app, visit
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from explorer_ui.words.course import PAGES, page_of
from explorer_ui.words.scenes import LESSONS


def components(app: AppTest) -> Iterator[tuple[str, str, str]]:
    """The key of each component that was drawn, its id, and each event that it listens to."""
    state = app._session_state._state
    for id_, key in state._key_id_mapper.id_key_mapping.items():
        metadata = state._new_widget_state.widget_metadata.get(id_)
        if metadata and metadata.value_type == "json_value":
            yield from ((key, id_, event) for event in metadata.callbacks or ())


def send(app: AppTest, id_: str, event: str, value: object, *, to: str, triggers: bool) -> None:
    """Send an event of a component together with the request for a page, as Streamlit joins two that wait."""
    metadata = app._session_state._state._new_widget_state.widget_metadata
    message = WidgetStates()
    sent = message.widgets.add()
    if triggers:
        [sent.id] = [one for one in metadata if one.endswith(f"{id_}__events")]
        sent.json_trigger_value = json.dumps([{"event": event, "value": value}])
    else:
        sent.id, sent.json_value = id_, json.dumps({event: value})
    visit(app, to)._run(message)
    assert not app.exception, (id_, event)


def test_no_press_raises_when_the_page_changes() -> None:
    drawn = defaultdict(set)
    tried = set()
    for page in PAGES:
        app = open_app(page.name)
        for number, (key, id_, event) in enumerate(list(components(app))):
            drawn[key].add(id_)
            kind = key.removesuffix(f" {page.name}").removesuffix(f" {page.place}")
            if (kind, event) not in tried:
                tried.add((kind, event))
                to = "Start" if page.name != "Start" and number % 2 else "First merges"
                send(app, id_, event, {"name": "no such thing", "at": 1}, to=to, triggers=bool(number % 3))
    on_every_page = {"pages_menu", "text_box", "tab_memory"}
    assert on_every_page | {"player", "challenge_card", "ways", "vocabulary_tree"} <= {
        key for key, _ in tried
    }
    # A key that two pages draw means the component of the page that was drawn last.
    assert {key for key, ids in drawn.items() if len(ids) > 1} <= {"step_memory", "paste_guard"}


@pytest.mark.parametrize("triggers", [False, True], ids=["a state", "a trigger"])
@pytest.mark.parametrize("late", [False, True], ids=["with the change", "after it"])
def test_a_press_that_meets_a_change_of_page_is_heard(triggers: bool, late: bool) -> None:
    offer = next(iter(page_of("Bytes").tries))
    [name, *_] = LESSONS
    take = {"name": f"Bytes {offer.label}", "at": 1}
    for key, event, value, means in (
        ("text_box train", "said", {"serial": 1, "act": "type", "text": "typed"}, {"text": "typed"}),
        ("pages_menu train", "offer", take, {"text": offer.state["text"]}),
        ("pages_menu train", "lecture", {"where": 2, "begun": 1}, {"lecture_at": 2, "lecture_begun": 2}),
    ):
        app = open_app("Train", lecture_of=name, lecture_at=0, lecture_begun=1)
        if event == "said":
            value["revision"] = app.session_state.text_revision
        if late:
            visit(app, "Bytes").run()
        [id_] = {id_ for one, id_, _ in components(app) if one == key}
        send(app, id_, event, value, to="Decode", triggers=triggers)
        assert {key: app.session_state[key] for key in means} == means
