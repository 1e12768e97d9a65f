"""A press does all of its work: when another message arrives, when it needs a setting that is not drawn, when it is late."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import state
from streamlit.runtime.scriptrunner import RerunData

from explorer_ui.server.whole_callbacks import WholeQueue
from tests.streamlit_sessions import Visitor, streamlit_server


def press(visitor: Visitor) -> state.SessionState:
    """Press the only button of the page; return the state of the session after the run."""
    (button,) = [one.button.id for one in visitor.elements if one.HasField("button")]
    visitor.run(**{button: ("trigger_value", True)})
    return visitor.session.session_state


@pytest.fixture
def visitor(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Visitor]:
    """A visitor of a page."""
    with streamlit_server(tmp_path, monkeypatch, page=request.param) as server, server.visitor() as here:
        yield here


def on(page: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("visitor", [pytest.param(HEAD + page, id="")], indirect=True)


def page_at(visitor: Visitor, path: str) -> str:
    """The id of a page."""
    pages = visitor.session._pages_manager.get_pages()
    (found,) = (name for name, page in pages.items() if page["url_pathname"] == path)
    return found


def part_of(visitor: Visitor) -> str:
    """The id of the only part (fragment) of the page."""
    [part] = visitor.session._fragment_storage._fragments
    return part


HEAD = """
import time

import streamlit as st
from explorer_ui.visit.state import KEPT, go_to
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import RerunData, ScriptRunnerEvent, get_script_run_ctx

def runner():
    return get_instance().get_app_session(get_script_run_ctx().session_id)._scriptrunner

def message_to_the_part():
    context = get_script_run_ctx()
    [part] = context.fragment_storage._fragments
    return RerunData(fragment_id=part, page_script_hash=context.page_script_hash)

def part():
    st.write("A part of the page")

def two_pages(first, second):
    other = st.Page(second, title="Other", url_path="other")
    chosen = st.navigation([st.Page(first, title="First"), other])
    st.session_state.other = other
    chosen.run()
"""


def wait_for(found: Callable[[], bool]) -> None:
    """Wait until something is found."""
    while not found():
        time.sleep(0.01)


PAGE = """
def press():
    st.session_state.begun = True
    get_script_run_ctx().script_requests.request_rerun(RerunData())  # another message arrives
    st.session_state.ended = True

st.button("Press", on_click=press)
"""


@on(PAGE)
def test_a_callback_ends_though_a_message_arrives(visitor: Visitor) -> None:
    kept = press(visitor)
    assert "begun" in kept
    assert "ended" in kept


DROPPED = """
def press():
    st.session_state.found = st.session_state.choice

if KEPT not in st.session_state:
    st.session_state[KEPT] = {"choice": st.selectbox("Choice", ["one", "two"], key="choice")}
st.button("Press", on_click=press)
"""


@on(DROPPED)
def test_a_callback_reads_a_setting_whose_widget_was_not_drawn(visitor: Visitor) -> None:
    visitor.run()
    assert press(visitor)["found"] == "one"


PAGES = """
def first():
    st.fragment(part)()
    if st.button("Leave"):
        st.session_state.late = message_to_the_part()
        st.switch_page(st.session_state.other)

def second():
    if "late" in st.session_state:  # a message to the part arrives while this page is being drawn
        get_script_run_ctx().script_requests.request_rerun(st.session_state.pop("late"))

two_pages(first, second)
"""


@on(PAGES)
def test_a_message_to_a_part_of_a_page_that_was_left_does_not_turn_back(visitor: Visitor) -> None:
    first = visitor.page
    press(visitor)
    visitor.hear()
    other = visitor.page
    assert other != first
    visitor.hear()
    assert visitor.page == other


LEFT = """
def first():
    st.fragment(part)()
    if st.button("Leave"):
        runner().request_rerun(RerunData(page_script_hash=st.session_state.other._script_hash))
        # The browser does not know yet that the page will change.
        runner().request_rerun(message_to_the_part())

two_pages(first, lambda: st.write("Elsewhere"))
"""


@on(LEFT)
def test_a_message_to_a_part_of_a_page_does_not_prevent_leaving_it(visitor: Visitor) -> None:
    press(visitor)
    visitor.hear()
    assert "Elsewhere" in str(visitor.elements)


@on("two_pages(st.fragment(part), st.stop)")
def test_a_late_message_to_a_part_draws_nothing_on_a_page_that_stopped(visitor: Visitor) -> None:
    first, other, part = page_at(visitor, ""), page_at(visitor, "other"), part_of(visitor)
    visitor.send(page=other)
    visitor.hear()
    visitor.send(part=part, page=first)
    visitor.hear()
    assert visitor.page == other
    assert not visitor.paths


WISHES = """
def other_messages_arrive(when):
    for message in st.session_state.pop(when, []):
        runner().request_rerun(message)

def first():
    st.fragment(lambda: st.button("Ids", on_click=go_to, args=("Ids",)))()
    other_messages_arrive("here")

two_pages(first, lambda: other_messages_arrive("there"))
"""


@on(WISHES)
@pytest.mark.parametrize(
    "when", ["in time", "while the other page is drawn", "before the other page is drawn"]
)
def test_a_wish_of_a_page_that_was_left_is_not_granted(visitor: Visitor, when: str) -> None:
    first, other = page_at(visitor, ""), page_at(visitor, "other")
    [button] = [one.button.id for one in visitor.elements if one.HasField("button")]
    states = WidgetStates(widgets=[WidgetState(id=button, trigger_value=True)])
    pressed = RerunData(fragment_id=part_of(visitor), page_script_hash=first, widget_states=states)
    kept = visitor.session.session_state
    if when == "in time":
        kept["here"] = [pressed]
    elif when.startswith("before"):
        kept["here"] = [RerunData(page_script_hash=other), pressed]
    else:
        kept["here"], kept["there"] = [RerunData(page_script_hash=other)], [pressed]
    visitor.run()
    for _later in range(2 if when.startswith("while") else 1):  # what the messages ask for
        visitor.hear()
    assert ("goes_to" in kept) is (when == "in time")
    assert visitor.page == (first if when == "in time" else other)
    # The next press counts again.
    assert not kept.comes_late


AFTER_A_PART = """
def ended(runner, event, **_):
    if event is ScriptRunnerEvent.FRAGMENT_STOPPED_WITH_SUCCESS:
        runner.request_rerun(RerunData())  # another message arrives

def part_that_listens():
    part()
    runner().on_event.connect(ended, weak=False)

st.write("Above")
with st.container():
    st.fragment(part_that_listens)()
st.write("Below")
"""


@on(AFTER_A_PART)
def test_a_page_is_drawn_in_its_place_after_one_of_its_parts(visitor: Visitor) -> None:
    visitor.run()
    before = list(visitor.paths)
    visitor.send(part=part_of(visitor), page=visitor.page)
    visitor.hear()
    visitor.hear()
    assert visitor.paths == before


def message(text: str, *path: int, part: str = "", ref: str = "") -> ForwardMsg:
    """What is drawn at a place, by a part of the page."""
    drawn = ForwardMsg()
    drawn.metadata.delta_path[:] = path
    if ref:
        drawn.ref_hash = ref
    else:
        drawn.delta.fragment_id = part
        drawn.delta.new_element.markdown.body = text
    return drawn


def test_what_a_page_has_drawn_is_sent_whole_when_one_of_its_parts_is_drawn_again() -> None:
    again = [message("Part", 0, 1, part="part"), message("", 0, 1, 0, ref="sent before")]
    drawn = [message("Above", 0, 0), *again]
    queue = WholeQueue()
    for one in drawn:
        queue.enqueue(one)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    for one in again:
        queue.enqueue(one)
    assert queue.flush() == drawn + again
    # Only what another run of the whole page draws again is not sent.
    for one in drawn:
        queue.enqueue(one)
    queue.clear(retain_lifecycle_msgs=True)
    assert queue.flush() == []


BUSY = """
runs = st.session_state.setdefault("runs", {"begun": 0, "ended": 0})
before = runs["begun"]
runs["begun"] += 1
if before == 2:
    runs["alone"] = runs["ended"] == before
try:
    while before == 1:  # until a later message ends this run
        st.session_state.get("anything")
        time.sleep(0.01)
finally:
    time.sleep(0.5 if before == 1 else 0)  # here, Streamlit forgets widgets that were not drawn
    runs["ended"] += 1
"""


@on(BUSY)
@pytest.mark.parametrize("message", ["the next one", "of a new connection"])
def test_a_run_begins_when_the_last_one_of_its_session_has_ended(visitor: Visitor, message: str) -> None:
    runs = visitor.session.session_state["runs"]
    visitor.send()
    wait_for(lambda: runs["begun"] == 2)
    if message != "the next one":
        # What Streamlit does with a session whose connection has dropped.
        visitor.session.request_script_stop()
    visitor.send()
    # Two runs at a time may lose the message that one has ended.
    wait_for(lambda: "alone" in runs)
    assert runs["alone"]
