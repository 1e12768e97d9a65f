"""The routes of a class on a running server: a lesson, and the effect of strangers, floods and wrong keys."""

import asyncio
import gc
import gzip
import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from explorer_ui.present.classroom import school, state, turns
from explorer_ui.present.classroom.codes import code_of, ticket_of
from explorer_ui.present.classroom.desk import Desk
from explorer_ui.present.classroom.questions import ClassError
from explorer_ui.present.classroom.school import MAX_SILENCE, QUIET, TRIES_PER_ADDRESS, School
from explorer_ui.present.classroom.turns import Turns
from explorer_ui.server import class_routes as routes
from explorer_ui.server.class_routes import ClassRoutes, class_routes

KEY, OTHER, THIRD = "ab" * 32, "cd" * 32, "ef" * 32
CODE, TICKET = code_of(KEY), ticket_of(KEY)
QUESTION = {"prompt": "Which pair is merged next?", "options": [[97, 98], [98, 99]]}
CARD_QUESTION = {"prompt": "How many tokens is this text for GPT-2?", "options": ["A", "B", "C", "D"]}
SECONDS = 20
# How the server of a coroutine's test calls a response.
SCOPE = {"type": "http", "asgi": {"spec_version": "2.0"}}

pytestmark = pytest.mark.anyio


@dataclass
class Served:
    """A server with its own class, and its clock."""

    port: int
    answers: ClassRoutes
    passed: float = 0.0

    def ask(
        self, path: str, message: object = None, *, key: str = "", raw: bytes | None = None
    ) -> tuple[int, Any]:
        """Send a request; return the status and the object in the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        body = raw if raw is not None else None if message is None else json.dumps(message).encode()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        connection.request("GET" if body is None else "POST", f"/class{path}", body, headers=headers)
        answer = connection.getresponse()
        data = answer.read()
        if answer.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        connection.close()
        return answer.status, json.loads(data) if data.startswith(b"{") else data

    def teach(self, message: object, *, what: str = "tell", key: str = KEY) -> tuple[int, Any]:
        """Send a teacher's message to the class of a key."""
        return self.ask(f"/{code_of(key)}/{what}", message, key=key)

    def now(self, voter: object = "") -> Any:
        """Return what the class shows to a browser that hears no events, of somebody new without `voter`."""
        return self.ask(f"/{CODE}/now?ticket={TICKET}&voter={voter}")[1]

    def vote(self, voter: object, option: object) -> int:
        """Answer the question that is open; return the status."""
        vote = {"voter": voter, "question": self.now(voter)["question"]["number"], "option": option}
        return self.ask(f"/{CODE}/vote?ticket={TICKET}", vote)[0]

    @property
    def room(self) -> Any:
        """The class, as the server keeps it."""
        return room_of(self.answers)

    def follow(self, query: str = "") -> "Following":
        """Listen to the events of the class."""
        return Following(self.port, f"/class/{CODE}/events?ticket={TICKET}{query}")


class Following:
    """A connection that receives events."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        self._connection.request("GET", path)
        self.answer = self._connection.getresponse()
        self.status = self.answer.status
        self.voter = self.event()[1]["voter"] if self.status == 200 else None

    def event(self) -> tuple[str, Any]:
        """Return the next event's name and data, of those that say something."""
        name = "message"
        while line := self.answer.readline().decode():
            if line.startswith("event:"):
                name = line[6:].strip()
            elif line.startswith("data:") and name != "alive":
                return name, json.loads(line[5:])
            elif not line.strip():
                name = "message"
        return "end", None

    def state(self) -> Any:
        """Return the next state."""
        name, data = self.event()
        assert name == "message"
        return data

    def close(self) -> None:
        """Leave, as a browser that is closed does."""
        self.answer.close()
        self._connection.close()


@contextmanager
def serving(app: ASGIApp, **options: Any) -> Iterator[int]:
    """Serve an application on a port, in a thread of this process."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, timeout_graceful_shutdown=1, **options))
    thread = threading.Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def until(true: Any) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@pytest.fixture
def empty() -> Iterator[Served]:
    here = Served(port=0, answers=ClassRoutes(School(), clock=lambda: here.passed))
    with serving(Starlette(routes=here.answers.routes("")), log_level="error") as here.port:
        yield here


@pytest.fixture
def served(empty: Served) -> Served:
    """A server on which the class is open."""
    empty.teach({}, what="open")
    return empty


@pytest.fixture
async def answers() -> ClassRoutes:
    """The routes of an open class without a server, with room for six connections."""
    answers = ClassRoutes(School(), max_streams=6)
    await answers.open(asks(KEY))
    return answers


def asks(key: str = "") -> Request:
    """Return a request to the class, without a server."""
    headers = [(b"authorization", f"Bearer {key}".encode())]
    query = f"ticket={TICKET}".encode()
    return Request({"type": "http", "path_params": {"code": CODE}, "headers": headers, "query_string": query})


def room_of(answers: ClassRoutes) -> Any:
    return answers._school.taught(CODE, KEY, now=0.0)


def test_a_class_is_found_from_its_opening_to_its_end(empty: Served) -> None:
    # It was opened on another server, which has been restarted.
    assert empty.follow().status == 404
    assert empty.teach({"step": 4})[0] == 404
    assert empty.teach({}, what="open") == (200, {"code": CODE})
    empty.teach({"scene": {"text": "YWJj"}, "step": 2})
    assert empty.ask(f"/{CODE}/join", {}) == (200, {"ticket": TICKET})
    one = empty.follow()
    scene = one.state()["scene"]
    assert empty.ask(f"/{CODE}/scene/{scene}?ticket={TICKET}") == (200, {"text": "YWJj"})
    # Replaced by another scene in the meantime.
    assert empty.ask(f"/{CODE}/scene/0123456789abcdef?ticket={TICKET}") == (200, b"null")
    asking = empty.now()["voter"]  # a browser that hears no events
    assert empty.now(asking)["voter"] == asking
    assert empty.teach({}, what="tally") == (200, {"followers": 2, "answered": 0})
    assert empty.teach({}, what="close")[0] == 200
    assert [one.event()[0], one.event()[0]] == ["over", "end"]
    assert empty.ask(f"/{CODE}/join", {})[0] == 404
    assert empty.ask(f"/{CODE}/now?ticket={TICKET}")[0] == 404


def test_a_quiet_connection_says_that_it_is_there(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "ALIVE", 0.01)
    one = served.follow()
    one.state()
    assert [one.answer.readline() for _ in range(4)] == [b"\n", b"event: alive\n", b"data: 0\n", b"\n"]
    one.close()


SCENE = {"at": 2, "of": 5, "notes": "Ask them <b>first</b>."}


def press(served: Served, press: object, *, at: object = 2, key: str = KEY) -> int:
    """Press a button on the teacher's own screen; return the status."""
    return served.teach({"press": press, "at": at}, what="notes", key=key)[0]


def test_the_notes_and_the_buttons_of_the_teachers_own_screen(empty: Served) -> None:
    assert b"connect-src 'self'" not in empty.ask(f"/{CODE}/notes")[1]
    empty.teach({}, what="open")
    follower = empty.follow()
    follower.state()
    assert empty.teach({}, what="notes")[1]["scene"] is None
    told: list[Any] = []

    def project(heard: int | None, elapsed: int = 60) -> threading.Thread:
        message = {"scene": SCENE, "elapsed": elapsed, "heard": heard}
        thread = threading.Thread(target=lambda: told.append(empty.teach(message, what="stage")[1]))
        thread.start()
        return thread

    waiting = project(None)
    until(lambda: empty.teach({}, what="notes")[1]["scene"])
    empty.passed += 7
    assert empty.teach({}, what="notes")[1]["scene"] == SCENE | {"elapsed": 67}
    assert press(empty, "on") == 200
    waiting.join()
    assert told.pop() == {"number": 1, "press": "on", "at": 2}
    # A press that comes between two requests of the projector's page is not lost.
    press(empty, "next")
    project(1).join()
    assert told.pop() == {"number": 2, "press": "next", "at": 2}
    # Only one of two windows may wait for presses; the other is told.
    first = project(2)
    until(lambda: empty.answers._desks[empty.room]._waiting)
    second = project(2)
    first.join()
    assert told.pop() == {"elsewhere": True}
    press(empty, "back")
    second.join()
    assert told.pop()["press"] == "back"
    # Followers are not told about any of this.
    empty.teach({"question": QUESTION})
    assert "notes" not in json.dumps(follower.state())
    seen = empty.teach({}, what="notes")[1]
    assert (seen["question"]["options"], seen["tally"]["followers"]) == (QUESTION["options"], 1)
    follower.close()


UNSOUND_NOTES = [{"press": "close"}, {"press": ["on"]}, {"press": "on", "at": "2"}, {"press": "on"}, {"x": 1}]
SCENES = [{"scene": "x", "elapsed": 1}, {"scene": {}, "elapsed": "1"}, {"scene": {"a": "x" * 20_001}}]
UNSOUND_SCENES = [{}, *SCENES]


def test_without_the_key_nobody_reads_the_notes_or_presses_a_button(served: Served) -> None:
    for what, message in (("notes", {}), ("notes", {"press": "on", "at": 2}), ("stage", {"scene": SCENE})):
        for key in ("", OTHER, TICKET, CODE):
            assert served.ask(f"/{CODE}/{what}", message, key=key)[0] == 404
        assert served.ask(f"/{CODE}/{what}?ticket={TICKET}", message)[0] == 404
    desk = Desk()
    desk.show(SCENE, elapsed=0, now=0.0)
    served.answers._desks[served.room] = desk
    for what, wrong in (("notes", UNSOUND_NOTES), ("stage", UNSOUND_SCENES)):
        assert [served.teach(one, what=what)[0] for one in wrong] == [400] * len(wrong)
    assert desk.seen(now=0.0) == SCENE | {"elapsed": 0}
    assert desk._number == 0
    # When the class has ended, nothing of its lecture is left.
    served.teach({}, what="close")
    assert press(served, "on") == 404
    assert not len(served.answers._desks)


def test_a_flood_of_presses_leaves_one(served: Served) -> None:
    served.answers._desks[served.room] = Desk()
    for _ in range(50):
        assert press(served, "on") == 200
    told = served.teach({"scene": SCENE, "elapsed": 0, "heard": 0}, what="stage")[1]
    assert told == {"number": 50, "press": "on", "at": 2}


def test_results_are_saved_as_a_table_without_formulas(served: Served) -> None:
    rows = [
        [1, '=HYPERLINK("http://evil")', "t + h", "yes", 3, 5],
        [1, "?", "@SUM(1)", "", 2, 5],
        [2, "\ud83d", "a", "", 1, 5],
    ]
    status, table = served.teach({"rows": rows}, what="results")
    assert status == 200
    assert table.decode("utf-8-sig").splitlines() == [
        "number,question,option,right,answers,present",
        """1,"'=HYPERLINK(""http://evil"")",t + h,yes,3,5""",
        "1,?,'@SUM(1),,2,5",
        "2,\ufffd,a,,1,5",
    ]
    for wrong in ([[1]], ["x"], {"a": 1}, None, [[1, 2, 3, 4, 5, []]]):
        assert served.teach({"rows": wrong}, what="results")[0] == 400
    assert served.teach({"rows": rows}, what="results", key="cd" * 32)[0] == 404


def test_without_the_key_nobody_teaches_and_without_the_ticket_nobody_follows(served: Served) -> None:
    served.teach({"scene": {"text": ""}})
    before = served.now()
    for what in ("tell", "tally", "close"):
        for key in ("", OTHER, TICKET, KEY.upper(), "ü"):
            assert served.ask(f"/{CODE}/{what}", {"step": 8}, key=key)[0] == 404
    assert served.ask(f"/{CODE}/open", {}, key=OTHER)[0] == 403
    for path in ("events", "now", f"scene/{before['scene']}", "vote"):
        for ticket in ("", CODE, KEY, ticket_of(OTHER), TICKET[:-1], TICKET.upper(), "%C3%A9"):
            message = {} if path == "vote" else None
            assert served.ask(f"/{CODE}/{path}?ticket={ticket}", message)[0] == 404
    assert served.now()["step"] == before["step"]


CRAFTED = [
    b"", b"{", b"[]", b"null", b"7", b"\xff\xfe", b"[" * 4000, b'{"voter":' + b"1" * 5000 + b"}", b"{}" * 3,
    b'{"voter":null,"question":1,"option":0}', b'{"voter":"x","question":1,"option":0,"text":"hello all"}',
    b'{"voter":{"a":1},"question":1,"option":0}', b'{"option":1e999}',
]  # fmt: skip


@pytest.mark.parametrize("question", [QUESTION, CARD_QUESTION], ids=["pairs", "a card"])
def test_a_crafted_vote_is_refused_and_disturbs_nobody(served: Served, question: dict[str, object]) -> None:
    follower = served.follow()
    served.teach({"question": question})
    for crafted in CRAFTED:
        raw = crafted.replace(b'"question":1,', b'"question":%d,' % served.now()["question"]["number"])
        assert served.ask(f"/{CODE}/vote?ticket={TICKET}", raw=raw)[0] in {400, 403, 422}, raw
        assert served.teach({}, what="tally")[1]["answered"] == 0
    assert served.vote(follower.voter, 1) == 200


def test_what_a_follower_sends_reaches_no_other(served: Served) -> None:
    served.teach({"question": QUESTION})
    other = served.follow()
    seen = [other.state()]
    mark, number = "hello-everybody", served.now()["question"]["number"]
    vote = {"voter": mark, "question": number, "option": mark}
    for path, message in (("vote", vote), ("tell", {"scene": {mark: mark}}), ("now", None)):
        served.ask(f"/{CODE}/{path}?ticket={TICKET}&voter={mark}", message, key=mark)
    served.teach({"uncover": [1], "step": 1})
    seen.append(other.state())
    assert mark not in json.dumps(seen)


def test_a_flood_of_connections_leaves_the_others_the_slower_way(empty: Served) -> None:
    empty.answers._max_streams = 6
    empty.teach({}, what="open")
    honest = empty.follow()
    flood = [empty.follow() for _ in range(12)]
    assert [one.status for one in flood] == [200] * 5 + [503] * 7
    empty.teach({"step": 7})
    honest.state()
    assert honest.state()["step"] == 7
    assert empty.ask(f"/{CODE}/now?ticket={TICKET}")[1]["step"] == 7
    for one in flood:
        one.close()
    until(lambda: empty.answers._streams == 1)
    assert empty.follow().status == 200


async def test_connections_count_before_anything_is_read_of_them(answers: ClassRoutes) -> None:
    news = answers._news[room_of(answers)]
    (events,) = (route.endpoint for route in answers.routes("") if route.path.endswith("/events"))
    at_once = [await events(asks()) for _ in range(12)]
    assert [one.status_code for one in at_once] == [200] * 6 + [503] * 6
    assert answers._streams == news.listeners == 6
    del at_once
    gc.collect()
    # None of the streams was ever read, but each frees its place.
    assert answers._streams == news.listeners == 0


@pytest.mark.parametrize("parts", [0, 1, 2])
@pytest.mark.parametrize("how", ["left", "failed", "cancelled"])
async def test_a_connection_gives_its_place_back_wherever_it_breaks(answers, how, parts):
    """`parts` messages are sent; then the reader leaves, the socket fails, or the server cancels."""
    response = await answers.events(asks())
    assert answers._streams == 1
    sent, broken = [], asyncio.Event()

    async def receive() -> dict[str, str]:
        await broken.wait()
        return {"type": "http.disconnect"} if how == "left" else await asyncio.Future()

    async def send(message: object) -> None:
        if len(sent) < parts:
            sent.append(message)
            return
        broken.set()
        if how == "failed":
            raise OSError
        await asyncio.Future()

    task = asyncio.create_task(response(SCOPE, receive, send))
    await broken.wait()
    if how == "cancelled":
        task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert len(sent) == parts
    assert answers._streams == 0


async def test_a_follower_who_reads_slowly_holds_one_message_and_gets_the_last(answers: ClassRoutes) -> None:
    room = room_of(answers)
    response, honest = await answers.events(asks()), await answers.events(asks())
    sent, reads, seen = [], asyncio.Event(), []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))
        if len(sent) == 3:  # the head, the voter's name, and the first state
            await reads.wait()

    async def listen() -> None:
        async for event in honest.body_iterator:
            seen[:] = [event, *seen]

    tasks = [asyncio.create_task(one) for one in (response(SCOPE, asyncio.Future, send), listen())]
    last = b'"step":500,'
    for step in range(1, 501):
        room.tell({"step": step}, now=0.0)
        answers._news[room].tell(routes._event(room))
        await asyncio.sleep(0.001)
    while last not in seen[0]:
        await asyncio.sleep(0.001)
    # The others receive everything meanwhile, without waiting.
    assert len(seen) > 50
    assert len(sent) == 3
    reads.set()
    while last not in sent[-1]:
        await asyncio.sleep(0.001)
    assert len(sent) <= 5
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def test_of_one_voter_one_answer_counts_however_many_arrive_at_once(served: Served) -> None:
    follower = served.follow()
    served.teach({"question": QUESTION})
    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda option: served.vote(follower.voter, option), [0, 1] * 20)
    assert sorted(answers) == [200] + [409] * 39
    assert served.teach({}, what="tally")[1]["answered"] == 1
    follower.close()


def test_a_phone_knows_the_servers_time_and_whether_its_answer_is_counted(served: Served) -> None:
    served.passed = 1_000.0
    served.teach({"question": QUESTION | {"seconds": 30}})
    served.passed = 1_012.0
    now = served.now()
    assert (now["question"]["until"], now["now"]) == (1_030.0, 1_012.0)
    one, two = now["voter"], served.now()["voter"]
    votes = [(one, 0), (one, 1), ("forgotten", 0), (two, 7)]
    assert [served.vote(voter, option) for voter, option in votes] == [200, 409, 403, 422]


async def test_a_projector_that_is_let_go_is_told_no_press_twice() -> None:
    desk = Desk()
    desk.press("on", at=2)
    assert await desk.after(0) == {"number": 1, "press": "on", "at": 2}
    waiting = asyncio.create_task(desk.after(1))
    await asyncio.sleep(0)
    desk.let_go()  # the server ends
    assert await waiting == {"number": 1}
    # The next server counts from zero; what the projector heard from the one before takes no press away.
    waiting = asyncio.create_task((again := Desk()).after(1))
    await asyncio.sleep(0)
    again.press("back", at=2)
    assert await waiting == {"number": 1, "press": "back", "at": 2}


async def test_a_class_that_ends_before_a_connection_is_served_takes_none_away(answers: ClassRoutes) -> None:
    response = await answers.events(asks())
    await answers.close(asks(KEY))
    said = [part async for part in response.body_iterator]
    assert said[-1] == b"event: over\ndata: {}\n\n"
    del response
    assert answers._streams == 0


def test_a_flood_of_names_fills_no_memory_and_shuts_nobody_out_of_the_lesson(served, monkeypatch):
    monkeypatch.setattr(state, "MAX_FROM_ADDRESS", 4)
    names = [served.now()["voter"] for _ in range(20)]
    assert len(set(names) - {None}) == 20
    assert served.teach({}, what="tally")[1]["followers"] == 4
    assert served.follow().state()["step"] == 0


def test_a_flood_of_steps_is_thinned_and_the_last_arrives(served, monkeypatch):
    monkeypatch.setattr("explorer_ui.present.classroom.news.SECONDS_PER_FOLLOWER", 0.05)
    followers = [served.follow() for _ in range(4)]
    for step in range(1, 101):
        assert served.teach({"step": step})[0] == 200
    for follower in followers:
        steps = [follower.state()["step"]]
        while steps[-1] != 100:
            steps.append(follower.state()["step"])
        assert len(steps) < 60
        assert steps == sorted(steps)


def test_the_app_draws_no_code_for_another_address(empty: Served) -> None:
    for address in (
        "https://elsewhere.example/class", f"http://127.0.0.1:{empty.port}.example/class", "javascript:alert(1)/class",
        f"http://127.0.0.1:{empty.port}/\ud800/class", f"http://127.0.0.1:{empty.port}/\xe9/class",
        f"http://127.0.0.1:{empty.port}/" + "a" * 300 + "/class", f"http://127.0.0.1:{empty.port}/train", None, 7,
    ):  # fmt: skip
        assert empty.ask("", {"address": address}, key=KEY)[0] == 400


def test_a_class_without_a_sign_ends_for_all_and_nothing_is_left(served: Served) -> None:
    follower = served.follow()
    follower.state()
    served.passed += MAX_SILENCE + 1
    # The server's timer would call this within a minute.
    served.answers._sweeping._loop.call_soon_threadsafe(served.answers._sweep)
    assert follower.event() == ("over", {})
    assert len(served.answers._school) == 0
    assert not served.answers._news


def test_classes_lie_under_the_path_of_the_app_and_a_host_that_wants_none_has_none(monkeypatch):
    monkeypatch.setattr("streamlit.get_option", {"server.baseUrlPath": "/bpe/"}.__getitem__)
    client = TestClient(Starlette(routes=class_routes()))
    answer = client.post(f"/bpe/class/{CODE}/open", headers={"Authorization": f"Bearer {KEY}"})
    assert answer.status_code == 200
    monkeypatch.setenv(routes.CLASSES, "off")
    assert class_routes() == []


def test_half_a_pair_stops_nobody_and_what_is_no_json_to_a_browser_is_none_here(served: Served) -> None:
    raw = b'{"question":{"prompt":"\\ud800","options":["\\udfff","b"]},"scene":{"text":"\\ud83d"}}'
    assert served.ask(f"/{CODE}/tell", raw=raw, key=KEY)[0] == 200
    before = served.now()
    assert before["question"]["prompt"] == "\ud800"
    for number in (b"NaN", b"Infinity", b"1e999", b"-1e999"):
        raw = b'{"question":null,"scene":{"size":' + number + b"}}"
        assert served.ask(f"/{CODE}/tell", raw=raw, key=KEY)[0] in {400, 422}
        assert served.now()["scene"] == before["scene"]


def test_wrong_codes_are_counted_and_stop_neither_followers_nor_teachers(empty: Served) -> None:
    statuses = [empty.ask("/AAAAAA/join", {})[0] for _ in range(TRIES_PER_ADDRESS + 3)]
    assert statuses == [404] * TRIES_PER_ADDRESS + [429] * 3
    assert empty.teach({}, what="open")[0] == 200
    # This does not affect anyone who has a ticket already, or from the QR code.
    assert empty.ask(f"/{CODE}/join", {})[0] == 429
    assert empty.follow().status == 200
    empty.passed += 60
    assert empty.ask(f"/{CODE}/join", {})[0] == 200


def announce(served: Served, what: str, length: int) -> socket.socket:
    """Send only the head of a teacher's message."""
    client = socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS)
    head = f"POST /class/{CODE}/{what} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {KEY}"
    client.sendall(f"{head}\r\nContent-Length: {length}\r\n\r\n".encode())
    return client


def test_a_body_that_comes_too_slowly_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer_ui.present.classroom.asked.MAX_SECONDS", 0.2)
    with announce(served, "tell", 99) as slow:
        slow.sendall(b"{")
        assert b" 400 " in slow.recv(100)
    # While a message is being sent, another is refused: a class has only one in memory.
    assert served.teach({"step": 2})[0] == 200


@pytest.mark.parametrize(("what", "message"), [("tell", {"step": 7}), ("results", {"rows": []})])
def test_one_message_and_one_table_of_a_class_at_a_time(served, what, message):
    body = json.dumps(message).encode()
    with announce(served, what, len(body)) as first:
        until(lambda: served.teach(message, what=what)[0] == 429)
        # A table keeps no step waiting.
        assert served.teach({"step": 1})[0] == (429 if what == "tell" else 200)
        first.sendall(body)
        assert b" 200 " in first.recv(100)
    assert served.now()["step"] == (7 if what == "tell" else 1)
    assert served.teach(message, what=what)[0] == 200


def test_those_who_show_new_texts_without_end_rest_between_them(served, monkeypatch):
    rests: list[float] = []
    later = asyncio.BaseEventLoop.call_later

    def call_later(loop: Any, delay: float, act: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(act, "__name__", "") == "_release":
            rests.append(delay)
        return later(loop, delay, act, *args, **kwargs)

    monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", call_later)
    for number in range(5):
        assert served.teach({"scene": {"text": f"{number}"}})[0] == 200
    assert served.teach({"scene": "none"})[0] == 422
    status, answer = served.teach({"scene": {"text": "a" * state.MAX_SCENE}})
    assert (status, f"{state.MAX_SCENE:,}" in answer["error"]) == (422, True)
    assert served.teach({"scene": {"text": "and on it goes"}})[0] == 200
    rows = [[1, "?", "t + h", "yes", 3, 5]]
    assert served.teach({"rows": rows}, what="results")[0] == 200
    told = {"address": f"http://127.0.0.1:{served.port}/class", "notes": True}
    assert served.ask("", told, key=KEY)[0] == 200
    assert len(rests) == 10
    assert all(rest > 0 for rest in rests)


def test_a_class_that_gave_way_lets_its_followers_ask_again(empty, monkeypatch):
    monkeypatch.setattr(empty.answers._school, "_max_classes", 1)
    empty.teach({}, what="open")
    follower = empty.follow()
    follower.state()
    empty.passed += QUIET + 1
    assert empty.teach({}, what="open", key=OTHER)[0] == 503
    # Of two classes with followers, an address keeps the one with more of them.
    monkeypatch.setattr(school, "MAX_FOLLOWED", 1)
    monkeypatch.setattr(empty.answers._school, "_max_classes", 2)
    assert empty.teach({}, what="open", key=THIRD)[0] == 200
    path = f"/class/{code_of(THIRD)}/events?ticket={ticket_of(THIRD)}"
    others = [Following(empty.port, path) for _ in "12"]
    empty.passed += QUIET + 1
    assert empty.teach({}, what="open", key=OTHER)[0] == 200
    for other in others:
        other.close()
    # Nobody is told that the class is over, since it may come back.
    assert follower.event()[0] == "end"
    assert empty.ask(f"/{CODE}/now?ticket={TICKET}")[0] == 404
    empty.passed += QUIET + 1
    assert empty.teach({}, what="open")[0] == 200
    again = empty.follow(f"&voter={follower.voter}")
    again.state()
    empty.teach({"question": QUESTION})
    assert empty.vote(again.voter, 0) == 200


def test_a_qr_code_is_drawn_once_for_a_class_and_never_kept_with_the_key(empty, monkeypatch):
    drawn: list[str] = []

    def draw(place: str) -> tuple[str, int]:
        drawn.append(place)
        return f"M{len(drawn)}", 37

    monkeypatch.setattr(routes, "qr_path", draw)
    message = {"address": f"http://127.0.0.1:{empty.port}/class"}
    for open_first in (False, True, True, True):
        if open_first:
            empty.teach({}, what="open")
        assert empty.ask("", message, key=KEY)[0] == 200
    assert len(drawn) == 2  # nothing is kept of a class that is not open
    for _ in range(3):
        assert empty.ask("", message | {"notes": True}, key=KEY)[1]["qr"]["path"] == f"M{len(drawn)}"
    assert len(drawn) == 5
    assert KEY not in repr(vars(empty.room))
    assert empty.ask("", message, key=KEY)[1]["qr"]["path"] == "M2"
    # Another class has another code.
    empty.teach({}, what="open", key=OTHER)
    assert empty.ask("", message, key=OTHER)[1]["qr"]["path"] == "M6"


class Line(Turns):
    """A line, and whose turn has come in it so far."""

    def __init__(self) -> None:
        super().__init__()
        self.served: list[str] = []

    async def work(self, address: str) -> None:
        async with self.turn(address):
            self.served.append(address)
            await asyncio.sleep(0)


async def test_addresses_take_turns_however_many_requests_one_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "RESTS", 0)
    line = Line()
    flood = [asyncio.create_task(line.work("flood")) for _ in range(turns.MAX_IN_LINE + 10)]
    await asyncio.sleep(0)
    gone = asyncio.create_task(line.work("gone"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*map(line.work, ("teacher", "another")))
    ended = await asyncio.gather(*flood, return_exceptions=True)
    assert sum(isinstance(one, ClassError) for one in ended) == 9
    await line.work("later")
    while line._busy:
        await asyncio.sleep(0)
    # One was at work and the next one was there first.
    assert line.served[:4] == ["flood", "flood", "teacher", "another"]
    assert line.served[-1] == "later"
    # A request that ends as its turn comes passes the turn on; otherwise nothing would ever be done here again.
    first, gone = (asyncio.create_task(line.work(address)) for address in ("first", "gone"))
    await asyncio.sleep(0)
    assert len(line._waiting) == 1
    while line._waiting:
        await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, gone, return_exceptions=True)
    assert gone.cancelled()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (line._waiting, line._busy) == ([], False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_connections_leave_open_files_for_the_pages() -> None:
    script = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, int(sys.argv[1])))
from explorer_ui.present.classroom.open_files import connections_that_fit
print(connections_that_fit(2000), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    for hard, told in (("1024", "624 1024"), ("300", "0 300")):
        assert subprocess.check_output([sys.executable, "-c", script, hard], text=True).strip() == told
