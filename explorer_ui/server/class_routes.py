"""The routes of a class: its state is sent as server-sent events, and small requests change it.

A class lives in the process that opened it. Each address but one contains the code of the class, so that a load balancer
can send all requests of a class to one process; the exception, `POST /class`, only returns the code for a
key.

| address | who | what |
|---|---|---|
| `GET /class`, `GET /class/CODE` | anybody | the page of a follower, the same for every code |
| `POST /class` | a teacher | the code, the ticket and the QR code of a key |
| `POST /class/CODE/open`, `/tell`, `/tally`, `/close` | its teacher | with the key as `Authorization: Bearer` |
| `POST /class/CODE/join` | anybody | the ticket of a code; wrong codes are counted |
| `GET /class/CODE/events`, `/now`, `/scene/ID` | a follower | with the ticket: what everybody sees |
| `POST /class/CODE/vote` | a follower | with the ticket and the voter's id: an answer |
| `POST /class/CODE/results` | its teacher | the rows of a table, which come back as CSV |
| `GET /class/CODE/notes` | anybody | the page of the teacher's own screen, which fetches its data with the key |
| `POST /class/CODE/notes` | its teacher | the scene's notes, the tally and the question; takes a press of a button |
| `POST /class/CODE/stage` | its teacher's projector | says which scene is shown, and waits for such a press |
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import nullcontext
from typing import Any, Literal

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bpe_core.formats.tables import table_csv
from explorer_ui.present.classroom import class_offer
from explorer_ui.present.classroom.asked import bearer, is_own, object_of, place_of
from explorer_ui.present.classroom.codes import code_of, is_code, is_key, ticket_of
from explorer_ui.present.classroom.desk import MAX_SHOWN, Desk, is_press
from explorer_ui.present.classroom.ending import when_told_to_end
from explorer_ui.present.classroom.follower_page import Page, packed_page
from explorer_ui.present.classroom.network import own_address, reachable
from explorer_ui.present.classroom.news import CountedStream, News
from explorer_ui.present.classroom.open_files import connections_that_fit
from explorer_ui.present.classroom.qr import qr_path
from explorer_ui.present.classroom.questions import AnsweredError, ClassError, StrangerError
from explorer_ui.present.classroom.school import School
from explorer_ui.present.classroom.state import MAX_SCENE, Classroom
from explorer_ui.present.classroom.turns import Turns
from explorer_ui.visit.base_path import base_path

CLASSES = "BPE_EXPLORER_CLASSES"
"""The environment variable that turns classes off: "off" removes the routes."""

MAX_STREAMS = 2_000
"""The maximum number of open connections of followers of all classes; further followers poll every two seconds."""

MAX_POST = 4_096
"""The largest request of a follower, in bytes."""

MAX_TOLD = MAX_SCENE + 20_000
"""The largest request of a teacher, in bytes: a scene and a question."""

ALIVE = 15.0
"""The interval of events on a quiet connection, in seconds: no proxy closes it, and a phone notices when it is gone."""

SWEEP = 60.0

RESULTS = ("number", "question", "option", "right", "answers", "present")
"""The columns of the results of a class."""

_NO_STORE = {"Cache-Control": "no-store"}
_GONE = "No open class has this code. Check the code."
_Handler = Callable[[Request], Awaitable[Response]]


class _RefusedError(Exception):
    """A request is rejected, with a sentence for the sender and the status of the response."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class ClassRoutes:
    """Answers the requests of all classes of this process.

    Args:
        school: The classes.
        clock: A monotonic time in seconds.
        max_streams: The maximum number of open connections.
    """

    def __init__(
        self,
        school: School,
        *,
        clock: Callable[[], float] = time.monotonic,
        max_streams: int = MAX_STREAMS,
    ) -> None:
        self._school, self._clock, self._max_streams = school, clock, max_streams
        self._news: dict[Classroom, News] = {}
        self._desks: dict[Classroom, Desk] = {}
        self._streams = 0
        self._reading: set[tuple[Classroom, str]] = set()
        self._packing, self._drawing, self._writing = Turns(), Turns(), Turns()
        self._hears_the_end = False
        self._sweeping: asyncio.TimerHandle | None = None

    def routes(self, base: str) -> list[BaseRoute]:
        """Return the routes under a path: "" or one that begins with a slash and ends without."""
        answers: tuple[tuple[str, str, _Handler], ...] = (
            ("GET", "", self.page),
            ("POST", "", self.introduce),
            ("GET", "/{code}", self.page),
            ("POST", "/{code}/open", self.open),
            ("POST", "/{code}/tell", self.tell),
            ("POST", "/{code}/tally", self.tally),
            ("POST", "/{code}/close", self.close),
            ("POST", "/{code}/results", self.results),
            ("GET", "/{code}/notes", self.notes_page),
            ("POST", "/{code}/notes", self.notes),
            ("POST", "/{code}/stage", self.stage),
            ("POST", "/{code}/join", self.join),
            ("GET", "/{code}/events", self.events),
            ("GET", "/{code}/now", self.now),
            ("GET", "/{code}/scene/{scene}", self.scene),
            ("POST", "/{code}/vote", self.vote),
        )
        return [
            Route(f"{base}/class{path}", _or_refusal(answer), methods=[method])
            for method, path, answer in answers
        ]

    # ------------------------------------------------ the teacher

    async def introduce(self, request: Request) -> Response:
        """Return the code, the ticket and a QR code of a key: for followers, or for the teacher's own phone; no class is opened."""
        key = bearer(request)
        message = await object_of(request, most=MAX_POST)
        address = message.get("address") if message else None
        if not is_key(key) or not isinstance(address, str) or not is_own(address, request):
            raise _RefusedError("The key or the address is not valid. Open the class from the app.", 400)
        address = reachable(address, listens_on=st.get_option("server.address"), own=own_address())
        code, ticket = code_of(key), ticket_of(key)
        # A QR code takes as long as a hundred other requests: it is made in a thread, and kept with an open class,
        # unless it contains the key.
        own = message is not None and message.get("notes") is True
        place = f"{address}/{code}/notes#{key}" if own else f"{address}/{code}#{ticket}"
        room = None if own else self._school.taught(code, key, now=self._clock())
        drawn = room.qr if room else None
        if drawn is None or drawn[0] != place:
            async with self._drawing.turn(place_of(request)):
                drawn = place, *await asyncio.to_thread(qr_path, place)
        if room:
            room.qr = drawn
        qr = {"path": drawn[1], "side": drawn[2]}
        return _answer({"code": code, "ticket": ticket, "address": address, "qr": qr})

    async def open(self, request: Request) -> Response:
        """Open the class of a key, or return the one that is open."""
        key, code = bearer(request), request.path_params["code"]
        if not is_key(key) or code_of(key) != code:
            raise _RefusedError("The code does not match the key.", 403)
        now = self._clock()
        opened = self._school.open(key, address=place_of(request), now=now)
        # The followers of a class that was closed for this one ask again until their teacher reopens it.
        self._end_those_that_are_gone(b": this class gave way\n\n")
        room = self._school.taught(code, key, now=now)
        if opened is None or room is None:
            raise _RefusedError("The limit of open classes is reached. Try again later.", 503)
        self._news.setdefault(room, News())
        self._sweep_later()
        return _answer({"code": code})

    async def tell(self, request: Request) -> Response:
        """Change what everybody sees."""
        return await self._one_at_a_time(self._tell, request)

    async def _one_at_a_time(
        self, answer: Callable[[Classroom, Request], Awaitable[Response]], request: Request
    ) -> Response:
        # These messages are large: only one of each kind is in memory for a class.
        reading = self._taught(request), answer.__name__
        if reading in self._reading:
            raise _RefusedError("Another message is still being read. Send one at a time.", 429)
        self._reading.add(reading)
        try:
            return await answer(reading[0], request)
        finally:
            self._reading.discard(reading)

    async def _tell(self, room: Classroom, request: Request) -> Response:
        message = await object_of(request, most=MAX_TOLD)
        if message is None:
            raise _RefusedError("The message is not valid JSON, or too long. Use a shorter text.", 400)
        async with self._packing.turn(place_of(request)) if "scene" in message else nullcontext():
            try:
                room.tell(message, now=self._clock())
            except ClassError as error:
                raise _RefusedError(str(error), 422) from error
        news = self._news.get(room)
        if news is None:  # the class ended while this request waited
            raise _RefusedError(_GONE, 404)
        news.tell(_event(room))
        return _answer(room.tally(now=self._clock()))

    async def tally(self, request: Request) -> Response:
        """Return to the teacher how many followers there are and how many have answered."""
        return _answer(self._taught(request).tally(now=self._clock()))

    async def results(self, request: Request) -> Response:
        """Return the rows that a browser sends as CSV in which no cell is a formula."""
        return await self._one_at_a_time(self._results, request)

    async def _results(self, _room: Classroom, request: Request) -> Response:
        message = await object_of(request, most=MAX_TOLD)
        rows = message.get("rows") if message else None
        if not isinstance(rows, list) or not all(map(_is_row, rows)):
            raise _RefusedError("The results are not rows of texts and numbers.", 400)
        async with self._writing.turn(place_of(request)):
            cells = (dict(zip(RESULTS, row, strict=True)) for row in rows)
            table = await asyncio.to_thread(table_csv, RESULTS, cells)
        return Response(table, media_type="text/csv", headers=_NO_STORE)

    async def close(self, request: Request) -> Response:
        """End a class; everybody is told, and all its data is deleted."""
        self._taught(request)
        self._school.close(request.path_params["code"])
        self._end_those_that_are_gone()
        return _answer({})

    # ------------------------------------------------ the teacher's own screen

    async def notes_page(self, _request: Request) -> Response:
        """Send the page of the teacher's own screen; it contains nothing of any lecture."""
        return _html(packed_page("Notes", "present/lecture/notes_page"))

    async def notes(self, request: Request) -> Response:
        """Return what only the teacher sees; pass a button press in the request on to the projector's page."""
        room, now = self._taught(request), self._clock()
        message = await object_of(request, most=MAX_POST)
        desk = self._desks.get(room)
        if message and desk:
            press, at = message.get("press"), message.get("at")
            if not is_press(press) or isinstance(at, bool) or not isinstance(at, int):
                raise _RefusedError("The message is not a press of a button.", 400)
            desk.press(press, at=at)
        question = room.state()["question"]
        return _answer(
            {"scene": desk and desk.seen(now=now), "tally": room.tally(now=now), "question": question}
        )

    async def stage(self, request: Request) -> Response:
        """Take the scene that the projector's page shows; return the next press on the teacher's own screen."""
        room = self._taught(request)
        message = await object_of(request, most=MAX_SHOWN) or {}
        scene, elapsed, heard = (message.get(key) for key in ("scene", "elapsed", "heard"))
        if (
            not isinstance(scene, dict)
            or not isinstance(elapsed, int)
            or not 0 <= elapsed < 1 << 31
            or not isinstance(heard, int | None)
        ):
            raise _RefusedError("The message is not a scene of a lecture.", 400)
        desk = self._desks.setdefault(room, Desk())
        desk.show(scene, elapsed=elapsed, now=self._clock())
        self._hear_the_end()
        return _answer(await desk.after(heard))

    # ------------------------------------------------ the followers

    async def page(self, _request: Request) -> Response:
        """Send the followers' page."""
        return _html(packed_page("Class", "parts/player/merge_player", "present/classroom/follower_page"))

    async def join(self, request: Request) -> Response:
        """Return the ticket of a class for its code."""
        address, code = place_of(request), request.path_params["code"]
        if self._school.must_wait(address, now=self._clock()):
            raise _RefusedError("Too many wrong codes. Wait a minute, or use the QR code.", 429)
        ticket = self._school.ticket(code, address=address, now=self._clock()) if is_code(code) else None
        if ticket is None:
            raise _RefusedError(_GONE, 404)
        return _answer({"ticket": ticket})

    async def events(self, request: Request) -> Response:
        """Stream what everybody sees, now and whenever it changes."""
        room = self._followed(request)
        # Looked up now: the class may end before the stream begins, and its last message is still sent.
        news = self._news.get(room)
        if news is None:
            raise _RefusedError(_GONE, 404)
        if self._streams >= self._max_streams:
            raise _RefusedError("Too many connections are open. Poll every two seconds instead.", 503)
        self._hear_the_end()
        voter = self._admit(room, request)
        # Counted here, since the response is sent later, after many others may have been returned.
        self._streams += 1
        news.listeners += 1
        room.opened(voter)
        headers = _NO_STORE | {"X-Accel-Buffering": "no"}
        return CountedStream(
            self._events(room, news, voter), headers=headers, ended=lambda: self._ended(room, news, voter)
        )

    async def now(self, request: Request) -> Response:
        """Return what everybody sees, for a browser that receives no events."""
        room = self._followed(request)
        voter = self._admit(room, request)
        return _answer(room.state() | {"voter": voter, "now": self._clock()})

    async def scene(self, request: Request) -> Response:
        """Return what the player draws; its id is derived from its content, so a browser requests it only once.

        Returns null for a scene that was replaced in the meantime: the next state is on its way.
        """
        room = self._followed(request)
        if room.scene_id != request.path_params["scene"]:
            return _answer(None)
        headers = {"Content-Encoding": "gzip", "Cache-Control": "private, max-age=3600, immutable"}
        return Response(room.scene, media_type="application/json", headers=headers)

    async def vote(self, request: Request) -> Response:
        """Count an answer."""
        room = self._followed(request)
        message = await object_of(request, most=MAX_POST)
        if message is None or not message.keys() <= {"voter", "question", "option"}:
            raise _RefusedError("The message is not a valid answer.", 400)
        voter, number, option = (message.get(key) for key in ("voter", "question", "option"))
        try:
            room.vote(voter, number=number, option=option, now=self._clock())
        except AnsweredError as error:
            raise _RefusedError(str(error), 409) from error
        except StrangerError as error:
            raise _RefusedError(str(error), 403) from error
        except ClassError as error:
            raise _RefusedError(str(error), 422) from error
        return _answer({})

    # ------------------------------------------------ inside

    def _taught(self, request: Request) -> Classroom:
        key, now = bearer(request), self._clock()
        return _there(is_key(key) and self._school.taught(request.path_params["code"], key, now=now))

    def _followed(self, request: Request) -> Classroom:
        ticket = request.query_params.get("ticket", "")
        return _there(self._school.followed(request.path_params["code"], ticket, now=self._clock()))

    def _admit(self, room: Classroom, request: Request) -> str | None:
        voter = request.query_params.get("voter")
        return room.admit(voter, address=place_of(request), now=self._clock())

    async def _events(self, room: Classroom, news: News, voter: str | None) -> AsyncIterator[bytes]:
        # How long a browser waits before it reconnects, then the voter's id, and the server's time: a phone's
        # clock may be wrong by minutes.
        first = json.dumps({"voter": voter, "now": self._clock()})
        yield f"retry: 1000\nevent: voter\ndata: {first}\n\n".encode()
        event = _event(room)
        while True:
            yield event
            while (told := await news.after(event, seconds=ALIVE)) is None:
                yield b"event: alive\ndata: 0\n\n"
            event = told
            if news.over:
                yield event
                return

    def _ended(self, room: Classroom, news: News, voter: str | None) -> None:
        self._streams -= 1
        news.listeners -= 1
        room.closed(voter, now=self._clock())

    def _end_those_that_are_gone(self, last: bytes = b"event: over\ndata: {}\n\n") -> None:
        for room in [room for room in self._news if room not in self._school]:
            self._news.pop(room).end(last)
        self._desks = {room: desk for room, desk in self._desks.items() if room in self._school}

    def _hear_the_end(self) -> None:
        if not self._hears_the_end:
            self._hears_the_end = True
            when_told_to_end(self._let_go)

    def _let_go(self) -> None:
        # Browsers reconnect by themselves to the next server that starts.
        for news in self._news.values():
            news.end(b": this server ends\n\n")
        for desk in self._desks.values():
            desk.let_go()

    def _sweep_later(self) -> None:
        if self._sweeping is None and self._news:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = None
        self._school.sweep(now=self._clock())
        self._end_those_that_are_gone()
        self._sweep_later()


def class_routes() -> list[BaseRoute]:
    """Return the routes of the classes of this process; none if a setting turns classes off."""
    class_offer.base = None
    if os.environ.get(CLASSES, "").lower() == "off":
        return []
    class_offer.base = f"{base_path()}/class"
    return ClassRoutes(School(), max_streams=connections_that_fit(MAX_STREAMS)).routes(base_path())


def _event(room: Classroom) -> bytes:
    return b"data: " + json.dumps(room.state(), separators=(",", ":")).encode("ascii") + b"\n\n"


def _answer(content: dict[str, Any] | None, status: int = 200) -> Response:
    # In ASCII: an unpaired surrogate, which a teacher may have typed, cannot be encoded in UTF-8.
    return Response(json.dumps(content), status, media_type="application/json", headers=_NO_STORE)


def _html(page: Page) -> Response:
    headers = {
        "Content-Encoding": "gzip",
        "Content-Security-Policy": page.policy,
        "Cache-Control": "no-cache",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(page.packed, media_type="text/html", headers=headers)


def _is_row(row: object) -> bool:
    return (
        isinstance(row, list)
        and len(row) == len(RESULTS)
        and all(isinstance(cell, str | int | float | None) for cell in row)
    )


def _there(room: Classroom | Literal[False] | None) -> Classroom:
    if not room:
        raise _RefusedError(_GONE, 404)
    return room


def _or_refusal(handler: _Handler) -> _Handler:
    """Return a handler that answers as `handler` does, or with the reason for a rejection."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except _RefusedError as error:
            return _answer({"error": str(error)}, error.status)
        except ClassError as error:
            return _answer({"error": str(error)}, 429)

    return answer
