"""The app as an ASGI application: headers on every response, limits on requests and uploads."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest
import streamlit
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state.query_params import QueryParams
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.app_discovery import discover_asgi_app

from bpe_core import RECIPES, Tokenizer, load_published, pretokenize, train
from explorer_ui.browser import assets
from explorer_ui.browser.encoder import live
from explorer_ui.browser.encoder.live import live_encoder
from explorer_ui.browser.files import common_js, component_js, components, read_css
from explorer_ui.cache.bounded import CACHE
from explorer_ui.present.classroom.codes import code_of
from explorer_ui.present.classroom.school import School
from explorer_ui.present.classroom.state import MAX_SCENE
from explorer_ui.server import requests, uploads
from explorer_ui.server.application import MIDDLEWARE, ROUTES
from explorer_ui.server.class_routes import MAX_TOLD, ClassRoutes
from explorer_ui.server.document import StyledDocument
from explorer_ui.server.first_sight import first_sight
from explorer_ui.server.headers import FRAMED_BY
from explorer_ui.server.requests import MAX_BODY, MAX_PART, METRICS
from explorer_ui.server.uploads import MAX_FILE, MAX_SESSION_UPLOADS, MAX_UPLOADS
from explorer_ui.words.course import PLACES, page_of
from explorer_ui.words.film import ACTS, EXAMPLE
from tests.sampling import IN_TURNS

ROOT = Path(__file__).parents[1]


async def echo_length(request: Request) -> PlainTextResponse:
    length = 0
    async for part in request.stream():
        length += len(part)
    return PlainTextResponse(str(length))


Headers = tuple[tuple[bytes, bytes], ...]
PAGE: Headers = ((b"accept", b"text/html"),)
PACKED: Headers = ((b"accept-encoding", b"gzip, br"),)
STREAMLIT = Path(streamlit.__path__[0]) / "static"
DOCUMENT = STREAMLIT / "index.html"


def streamlits(_: Request) -> HTMLResponse:
    """Streamlit's document."""
    return HTMLResponse(DOCUMENT.read_bytes(), headers={"etag": "without"})


def scope_of(path: str, *, method: str, query: str = "", headers: Headers = ()) -> dict[str, Any]:
    scope = {"type": "http", "http_version": "1.1", "server": ("127.0.0.1", 80), "scheme": "http"}
    asked = {"method": method, "path": path, "raw_path": path.encode(), "root_path": ""}
    return scope | asked | {"query_string": query.encode(), "headers": list(headers)}


def ask(
    app: ASGIApp,
    path: str,
    *,
    method: str = "GET",
    query: str = "",
    body: Iterable[bytes] = (),
    headers: Headers = (),
) -> tuple[int, dict[str, str], bytes]:
    """Send one request to an ASGI application; returns the status, the headers and the body of its response."""
    answers: list[Message] = []
    parts = list(body) or [b""]
    scope = scope_of(path, method=method, query=query, headers=headers)

    async def receive() -> Message:
        if not parts:
            await asyncio.Event().wait()  # a client that stays connected, but sends nothing more
        part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Message) -> None:
        answers.append(message)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    start, *rest = answers
    # Sent in parts, so that for a client that reads nothing, only one part is in memory.
    assert max(len(message.get("body", b"")) for message in rest) <= MAX_PART
    assert [message.get("more_body", False) for message in rest] == [True] * (len(rest) - 1) + [False]
    named = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], named, b"".join(message.get("body", b"") for message in rest)


def application() -> Starlette:
    rest = Route("/{path:path}", echo_length, methods=["GET", "POST", "PUT"])
    return Starlette(routes=[*ROUTES, rest], middleware=MIDDLEWARE)


def kept_for_ever(address: str) -> tuple[dict[str, str], bytes]:
    """The headers and the body of a file that browsers never ask for again, packed or not."""
    status, headers, body = ask(application(), address)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    _, packed_headers, packed = ask(application(), address, headers=PACKED)
    assert packed_headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == body
    return headers, body


def test_streamlit_finds_the_application() -> None:
    found = discover_asgi_app(ROOT / "app.py")
    assert found.is_asgi_app
    assert found.import_string == "app:app"


@pytest.mark.parametrize("path", ["/", "/train", "/media/a", "/_stcore/metrics"])
def test_every_answer_carries_the_headers(path: str) -> None:
    _, headers, _ = ask(application(), path)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    scripts = policy.partition("script-src ")[2].partition(";")[0]
    assert "unsafe" not in scripts
    assert "*" not in policy


def test_an_unexpected_error_carries_the_headers_and_is_logged() -> None:
    def fail(_: Request) -> Response:
        raise ValueError("unexpected")

    app = Starlette(routes=[Route("/fails", fail)], middleware=MIDDLEWARE)
    answer = TestClient(app, raise_server_exceptions=False).get("/fails")
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    with pytest.raises(ValueError, match="unexpected"):  # which the server logs
        TestClient(app).get("/fails")


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_part_of_a_body_is_cut_and_only_the_last_piece_ends_it(goes_on: bool) -> None:
    part = {"type": "http.response.body", "body": b"a" * (requests.MAX_PART + 1), "more_body": goes_on}
    assert [one["more_body"] for one in requests._in_parts(part)] == [True, goes_on]


@pytest.mark.parametrize("host", ["[", "[::1", "a:99999", "a:0"])
def test_a_class_is_introduced_under_no_address_that_does_not_exist(host: str) -> None:
    headers = ((b"host", host.encode()), (b"authorization", b"Bearer " + b"ab" * 32))
    body = json.dumps({"address": f"http://{host}/class"}).encode()
    status, answered, _ = ask(application(), "/class", method="POST", body=[body], headers=headers)
    assert status == 400
    assert answered["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("packed", [(), PACKED])
@pytest.mark.parametrize(
    ("path", "heading"), [("/train", "How are tokens learned?"), ("/", ACTS["learned"].sentence)]
)
def test_the_document_has_the_style_sheet_and_the_first_sight_of_its_page(path, heading, packed):
    own = HTMLResponse("a page of our own")
    inner = StyledDocument(Starlette(routes=[Route("/class", lambda _: own), Route(path, streamlits)]))
    status, headers, body = ask(inner, path, headers=PAGE + packed)
    assert status == 200
    assert int(headers["content-length"]) == len(body)
    # A browser that has a document without the style sheet requests it again.
    assert not {"etag", "last-modified"} & headers.keys()
    text = (gzip.decompress(body) if packed else body).decode()
    # Streamlit's scripts, whose digests are in the policy, are unchanged; the app's own script is a file.
    *scripts, first = re.findall(r"<script.*?</script>", text)
    assert scripts == re.findall(r"<script.*?</script>", DOCUMENT.read_text("utf-8"))
    assert 'src="/modules/first_sight.' in first
    assert read_css("page/page") in text
    assert f"<h1>{heading}</h1>" in text
    assert all(f">{escape(place)}</a>" in text for place in PLACES.values())
    assert "SourceSans" not in text
    # The document for a link with a text names the encoder's files too.
    linked = ask(inner, path, query="text=abc", headers=PAGE)[2].decode()
    assert text.count('as="fetch"') == 0
    assert linked.count('as="fetch"') == 3
    for address in re.findall(r'load"(?: as="fetch")? crossorigin href="/([^"]+)"', linked):
        assert ask(application(), f"/{address}")[0] == 200
    assert ask(inner, "/class", headers=PAGE + packed)[2] == b"a page of our own"
    assert ask(inner, path)[2] == DOCUMENT.read_bytes()
    # An embedded player is shown without the page around it.
    assert b"<h1>" not in ask(inner, path, query="view=player", headers=PAGE)[2]


def test_the_link_to_vocabulary_loads_its_picture_and_then_its_tables() -> None:
    inner = StyledDocument(Starlette(routes=[Route(path, streamlits) for path in ("/train", "/vocabulary")]))
    elsewhere = ask(inner, "/train", headers=PAGE)[2].decode()
    loaded = re.findall(r'data-page="Vocabulary" crossorigin href="[^"]*/(\w+)\.', elsewhere)
    assert {"merge_tree", "DataFrame"} <= set(loaded)
    assert loaded.index("merge_tree") < loaded.index("DataFrame")
    # The page itself needs its other files first.
    own = ask(inner, "/vocabulary", headers=PAGE)[2].decode()
    assert not re.search(r'rel="modulepreload"[^>]*/DataFrame\.', own)


def test_what_is_loaded_before_the_first_sight_is_small() -> None:
    """This counts the document and its style sheet, without which a browser paints nothing."""
    files = Mount("/static", StaticFiles(directory=STREAMLIT / "static"))
    inner = Starlette(routes=[Route("/", streamlits), files], middleware=MIDDLEWARE)
    sheet = next(STREAMLIT.rglob("index.*.css")).relative_to(STREAMLIT).as_posix()
    assert sum(len(ask(inner, path, headers=PAGE + PACKED)[2]) for path in ("/", f"/{sheet}")) < 40_000


def test_the_first_sight_is_the_first_picture_of_the_film_or_one_row_of_tokens() -> None:
    film, row = first_sight(page_of("Start")), first_sight(page_of("Train"))
    chunks = [re.findall(r"<i>(.)</i>", chunk) for chunk in film.split("<span>")[1:]]
    words = [chunk.text for chunk in pretokenize(EXAMPLE, RECIPES["gpt4o"].split_pattern)]
    assert ["".join(chunk).replace("·", " ") for chunk in chunks] == words
    assert str(sum(map(len, chunks))) + " characters" in film
    # Computed by hand: ·b occurs 5 times, re 4 times, and ak 3 times; ties are broken by first occurrence.
    tokens = re.findall(r"<i class=t\d>([^<]*)</i>", row)
    assert tokens[:9] == ["the", "·b", "ak", "e", "r", "·break", "s", "·", "the"]
    assert "".join(tokens).replace("·", " ") == EXAMPLE


@IN_TURNS
@pytest.mark.parametrize("path", [*components(), assets.COMMON])
def test_the_module_of_a_component_is_kept_for_ever_under_an_address_that_names_its_bytes(path: str) -> None:
    assert assets.base_path
    address = f"{assets.base_path}/{assets.component_address(path)}"
    common = f"./{assets.component_address(assets.COMMON)}"
    module = common_js() if path == assets.COMMON else component_js(path, common=common)
    headers, body = kept_for_ever(address)
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'"
    assert body.decode() == module
    assert ask(application(), address.replace(".js", ".py"))[0] == 404
    assert ask(application(), f"{assets.base_path}/..%2Fassets.py")[0] == 404


def test_the_files_of_an_encoder_are_kept_for_ever_under_addresses_that_name_their_bytes() -> None:
    data = live_encoder(load_published("p50k_edit"), "ordinary")
    assert len(data["merges"]) == 2
    for address in (data["parts"], data["categories"], *data["merges"]):
        _, body = kept_for_ever(address)
        assert sha256(body).hexdigest().startswith(address.rpartition(".")[2])
        assert ask(application(), address[:-1] + "x")[0] == 404
    assert ask(application(), "/encoder/..%2Fapp.py")[0] == 404


@pytest.mark.parametrize("folder", ["encoder", "modules"])
def test_an_address_without_a_file_takes_no_room_in_the_cache(folder: str) -> None:
    app, kept = application(), len(CACHE)
    for number in range(20):
        assert ask(app, f"/{folder}/player.{number}")[0] == 404
    assert len(CACHE) == kept


def test_only_what_merges_bytes_by_lowest_rank_for_ever_is_encoded_in_the_browser(monkeypatch):
    trained = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=1), name="gpt2")
    assert live_encoder(trained, "ordinary") is None
    assert live_encoder(load_published("qwen2.5"), "ordinary") is None  # it changes the text first
    monkeypatch.setattr(live, "base_path", None)  # as when the pages are started without routes
    assert live_encoder(load_published("gpt2"), "ordinary") is None


def test_who_may_frame_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def ancestors(query: str) -> str:
        policy = ask(application(), "/train", query=query)[1]["content-security-policy"]
        return policy.partition("frame-ancestors ")[2]

    assert ancestors("text=abc") == "'self'"
    assert ancestors("view=player") == "*"
    monkeypatch.setenv(FRAMED_BY, "https://lms.example https://wiki.example")
    assert ancestors("view=player") == ancestors("") == "'self' https://lms.example https://wiki.example"


PARTS = ["view=player", "%76iew=%70layer", "view=", "View=player", "a", "&", "&", ";", "?", "+", "=", "%00"]
QUERIES = st.lists(st.sampled_from(PARTS)).map("".join)


@given(QUERIES)
@example("view=&view=player")
@example("view=player&view=")
@example("view=player" + "&a" * 999)
@example("view=player" + "&a" * 1_000)
@example("view=\xe9&view=player\xe9")
def test_anybody_may_frame_only_what_streamlit_takes_for_the_player_alone(query: str) -> None:
    policy = ask(application(), "/train", query=query)[1]["content-security-policy"]
    read = QueryParams()
    read.populate_from_query_string(query)
    alone = "view" in read and read["view"] == "player"
    assert policy.endswith("frame-ancestors *" if alone else "frame-ancestors 'self'")


def test_a_body_over_the_limit_is_refused() -> None:
    part = b"x" * 10_000
    assert ask(application(), "/elsewhere", method="POST", body=[part] * 6)[2] == b"60000"
    assert ask(application(), "/elsewhere", method="POST", body=[part] * 7)[0] == 413
    assert 6 * len(part) < MAX_BODY < 7 * len(part)


@pytest.mark.parametrize("base", ["", "/base"])
def test_a_teachers_messages_are_read_as_far_as_their_routes_allow(base: str) -> None:
    app = Starlette(routes=ClassRoutes(School()).routes(base), middleware=MIDDLEWARE)
    key = "ab" * 32
    scene, rows = '{"scene":{"text":"%s"}}', '{"rows":[[1,"%s","a","yes",1,1]]}'
    with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:

        def send(what: str, message: str) -> tuple[int, str]:
            answer = client.post(f"{base}/class/{code_of(key)}/{what}", content=message)
            return answer.status_code, answer.text

        assert send("open", "{}")[0] == 200
        longest = {"tell": (scene, MAX_SCENE - 11), "results": (rows, MAX_TOLD - len(rows) + 2)}
        for what, (message, most) in longest.items():
            for length in (MAX_BODY - 100, MAX_BODY + 1, most):
                assert send(what, message % ("x" * length))[0] == 200
            status, answer = send(what, message % ("x" * MAX_TOLD))
            # The route's own sentence, not that of the server.
            assert (status, '"error"' in answer) == (400, True)


@pytest.mark.parametrize("length", [0, MAX_PART, MAX_PART + 1, 3 * MAX_PART])
def test_a_long_answer_is_sent_in_parts(length: int) -> None:
    body = b"x" * length
    app = Starlette(routes=[Route("/long", lambda _: Response(body))], middleware=MIDDLEWARE)
    assert ask(app, "/long")[2] == body


def test_metrics_are_closed_unless_they_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    for base in ("", "/base"):
        assert ask(application(), f"{base}/_stcore/metrics")[0] == 404
    monkeypatch.setenv(METRICS, "open")
    assert ask(application(), "/_stcore/metrics")[0] == 200
    assert ask(application(), "/_stcore/agent/openapi.json")[0] == 404


@pytest.mark.parametrize("path", ["/auth/login", "/auth/logout", "/oauth2callback", "/base/auth/login"])
def test_there_is_nothing_to_sign_in_to(path: str) -> None:
    assert ask(application(), path)[0] == 404


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """Streamlit's manager of uploads, without a server, and with room that does not depend on this machine's memory."""
    keeper = MemoryUploadedFileManager("/_stcore/upload_file")
    monkeypatch.setattr(uploads, "_files", lambda: keeper)
    monkeypatch.setattr(uploads, "_ROOM", MAX_UPLOADS)
    return keeper


def kept(files: MemoryUploadedFileManager, session_id: str) -> list[str]:
    return list(files.file_storage.get(session_id, {}))


def upload_to(files: MemoryUploadedFileManager) -> ASGIApp:
    """The application with a route that keeps uploads, as Streamlit's does."""

    async def keep(request: Request) -> PlainTextResponse:
        data = await request.body()
        name = request.path_params["file"]
        files.add_file(request.path_params["session"], UploadedFileRec(name, name, "text/plain", data))
        return PlainTextResponse("kept")

    routes = [Route("/_stcore/upload_file/{session}/{file}", keep, methods=["PUT"])]
    return Starlette(routes=routes, middleware=MIDDLEWARE)


def put(app: ASGIApp, session: str, file: str, size: int) -> int:
    headers = ((b"upgrade-insecure-requests", b"1"), (b"content-length", str(size).encode()))
    path = f"/_stcore/upload_file/{session}/{file}"
    return ask(app, path, method="PUT", body=[b"x" * size], headers=headers)[0]


def add(files: MemoryUploadedFileManager, session: str, file: str, *, name: str = "a.txt") -> None:
    """Keep an empty file, as if it had arrived."""
    files.add_file(session, UploadedFileRec(file, name, "text/plain", b""))


def test_a_session_keeps_its_newest_files(files: MemoryUploadedFileManager) -> None:
    app = upload_to(files)
    for number in range(12):
        assert put(app, "mine", str(number), 19_000_000) == 200
        assert uploads.kept_bytes(files) <= MAX_SESSION_UPLOADS
    assert kept(files, "mine") == ["8", "9", "10", "11"]


def test_empty_files_take_room_too(files: MemoryUploadedFileManager) -> None:
    for number in range(3):
        add(files, "mine", str(number), name="n" * 1_000)
    record = uploads.kept_bytes(files) // 3
    assert record > 8_000 + 1_000
    uploads.make_room(files, "mine", record)
    assert kept(files, "mine") == ["2"]


def test_all_sessions_together_stay_within_a_bound(files, monkeypatch):
    monkeypatch.setattr(uploads, "_ROOM", 4 * MAX_FILE + 1_000_000)
    app = upload_to(files)
    answers = [put(app, str(session), str(file), MAX_FILE) for session in range(3) for file in range(2)]
    assert answers == [200] * 4 + [503] * 2
    assert uploads.kept_bytes(files) <= uploads._ROOM


def test_to_make_room_looks_at_each_file_twice_at_most(files, monkeypatch):
    look = Mock(wraps=uploads._size)
    monkeypatch.setattr(uploads, "_size", look)
    for number in range(100):
        add(files, "mine", str(number))
    uploads.make_room(files, "mine", 0)
    assert not kept(files, "mine")
    assert 0 < look.call_count <= 200


def test_what_is_announced_and_does_not_arrive_keeps_nobody_out(files: MemoryUploadedFileManager) -> None:
    app = upload_to(files)
    headers = ((b"content-length", str(MAX_FILE).encode()),)

    async def announce_much_and_send_one_file() -> list[Message]:
        answers: list[Message] = []

        async def send(message: Message) -> None:
            answers.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"x" * 1_000, "more_body": False}

        async def receive_nothing() -> Message:
            await asyncio.Event().wait()
            return {}

        def put_to(session: int, receive: Receive) -> asyncio.Future[None]:
            scope = scope_of(f"/_stcore/upload_file/{session}/file", method="PUT", headers=headers)
            return asyncio.ensure_future(app(scope, receive, send))

        silent = [put_to(number // 2, receive_nothing) for number in range(8)]
        await asyncio.sleep(0.01)  # each has begun
        await put_to(9, receive)
        for one in silent:
            one.cancel()
        return answers

    start, *_ = asyncio.run(announce_much_and_send_one_file())
    assert start["status"] == 200


def test_what_arrives_counts_though_it_was_not_announced(files, monkeypatch):
    monkeypatch.setattr(uploads, "_ROOM", 5_000_000)
    app = upload_to(files)

    def send(size: int) -> int:
        parts = [b"x" * 100_000] * (size // 100_000)
        return ask(app, f"/_stcore/upload_file/{size}/file", method="PUT", body=parts)[0]

    assert [send(size) for size in (6_000_000, 2_000_000, 3_500_000, 500_000)] == [503, 200, 503, 200]
    assert send(MAX_FILE + 200_000) == 503
    monkeypatch.setattr(uploads, "_ROOM", MAX_UPLOADS)
    assert send(MAX_FILE + 200_000) == 413
    assert list(files.file_storage) == ["2000000", "500000"]


def test_one_file_too_large_is_refused_before_it_is_read(files: MemoryUploadedFileManager) -> None:
    assert put(upload_to(files), "mine", "large", MAX_FILE + 100_000) == 413
    assert not uploads.kept_bytes(files)


def test_a_file_that_no_page_holds_is_dropped(files, monkeypatch):
    in_boxes = Mock(side_effect=lambda session: iter({"mine": ["held"]}.get(session, [])))
    monkeypatch.setattr(uploads, "_in_boxes", in_boxes)
    for session, file in (("mine", "held"), ("mine", "loose"), ("gone", "left")):
        add(files, session, file)
    seen = uploads.drop_unused(set())
    assert in_boxes.mock_calls == [
        call("mine"),
        call("gone"),
    ]  # once for a session, however many files it has
    # A file that has just arrived belongs to no upload box yet; it stays until the next check.
    assert kept(files, "mine") == ["held", "loose"]
    uploads.drop_unused(seen)
    assert kept(files, "mine") == ["held"]
    assert kept(files, "gone") == []
