"""The private parts of Streamlit that the app replaces or relies on have their effect, on a server that runs.

A part that is renamed raises an error; one that is no longer called vanishes in silence, and with it a promise of
docs/security_promises.md. So each test here looks at what a visitor gets, or what stays in the memory of the server.
"""

import asyncio
import gc
import gzip
import logging
import re
import tempfile
import weakref
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import cast
from unittest.mock import Mock

import pytest
import streamlit
from packaging.version import Version
from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette.starlette_app import create_streamlit_routes
from test_requirements import APP, locked, required

from explorer_ui.browser import assets
from explorer_ui.cache.bounded import CACHE
from explorer_ui.server import document, downloads, housekeeping, uploads
from tests.streamlit_sessions import Server, Visitor, streamlit_server

ROOT = Path(__file__).parents[1]
STATIC = Path(streamlit.__path__[0]) / "static"
SCRIPT = r'"(\./static/js/[^"]+)"'
PAGE = """
import streamlit as st
st.session_state.text = "a secret"
st.file_uploader("A file")
for middle in (b"a", b"b"):
    made = b"x" * 1_500_000 + middle + b"x" * 500_000
    st.download_button(str(middle), lambda made=made: made, "text.txt", on_click="ignore")
"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with streamlit_server(tmp_path, monkeypatch, page=PAGE) as running:
        yield running


def uploaded() -> MemoryUploadedFileManager:
    return cast("MemoryUploadedFileManager", Runtime.instance().uploaded_file_mgr)


def test_a_visitor_who_left_is_forgotten_after_two_minutes_though_nobody_else_leaves(server: Server) -> None:
    sessions, files, before = [], uploaded(), open_files()
    for number in range(3):
        with server.visitor() as visitor:
            sessions.append(weakref.ref(visitor.session))
            files.add_file(visitor.id, UploadedFileRec(str(number), "a.txt", "text/plain", b"a secret"))
    tick(server, seconds=119)
    # A connection that dropped finds its text again.
    assert all(session() for session in sessions)
    tick(server, seconds=2)
    assert [session() for session in sessions] == [None] * 3
    assert not files.file_storage
    assert open_files() <= before
    assert not Runtime.instance()._session_mgr.list_sessions()


def test_one_who_left_is_forgotten_while_another_stays_and_does_nothing(server: Server) -> None:
    with server.visitor() as stays:
        with server.visitor() as leaves:
            session = weakref.ref(leaves.session)
        tick(server, seconds=121)
        assert session() is None
        assert stays.session.session_state["text"] == "a secret"


def open_files() -> int:
    """How many files this process has open; each session's event loop has three."""
    listed = Path("/proc/self/fd")
    return len(list(listed.iterdir())) if listed.exists() else 0


def tick(server: Server, *, seconds: float) -> None:
    """Let time pass, and the server keep its house once."""
    server.now += seconds
    assert server.client.portal
    server.client.portal.call(housekeeping.forget_those_who_left)
    gc.collect()


def test_a_duty_that_fails_is_logged_and_ends_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    names = ("forget_those_who_left", "drop_unused", "give_memory_back")
    duties = [Mock(side_effect=AttributeError(name)) for name in names]
    for name, duty in zip(names, duties, strict=True):
        monkeypatch.setattr(housekeeping, name, duty)
    monkeypatch.setattr(housekeeping, "EVERY_SECONDS", 0)

    async def keep_until_the_last_was_done_twice() -> None:
        task = asyncio.create_task(housekeeping._keep_house())
        while duties[-1].call_count < 2:
            await asyncio.sleep(0)
            assert not task.done()
        task.cancel()

    with caplog.at_level(logging.ERROR):
        asyncio.run(asyncio.wait_for(keep_until_the_last_was_done_twice(), 60))
    assert min(duty.call_count for duty in duties) >= 2
    assert {str(record.exc_info[1]) for record in caplog.records if record.exc_info} == {*names}


def test_an_upload_is_written_to_no_disk_and_kept_while_a_box_holds_it(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = uploaded()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    token = server.client.get("/_stcore/health").cookies["_streamlit_xsrf"]
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    with server.visitor() as visitor:
        answer = server.client.put(  # its size is not announced
            f"/_stcore/upload_file/{visitor.id}/large",
            content=iter([head, b"x" * (uploads.MAX_FILE + 500_000), b"\r\n--edge--\r\n"]),
            headers={"x-xsrftoken": token, "content-type": "multipart/form-data; boundary=edge"},
        )
        assert answer.status_code == 413
        for name in ("held", "loose"):
            answer = server.client.put(
                f"/_stcore/upload_file/{visitor.id}/{name}",
                files={"file": ("a.txt", b"x" * 3_000_000)},
                headers={"x-xsrftoken": token},
            )
            assert answer.status_code == 204
        (box,) = [one.file_uploader.id for one in visitor.elements if one.HasField("file_uploader")]
        visitor.run(**{box: ("file_uploader_state_value", "held")})
        assert 6_000_000 < uploads.kept_bytes(files) < 6_100_000
        uploads.drop_unused(uploads.drop_unused(set()))
        assert list(files.file_storage[visitor.id]) == ["held"]


def pressed(visitor: Visitor) -> list[str]:
    """The addresses of the files whose buttons a visitor presses."""
    buttons = [one.download_button for one in visitor.elements if one.HasField("download_button")]
    return [Runtime.instance().media_file_mgr.execute_deferred(one.deferred_file_id) for one in buttons]


def fetched_late(server: Server, slow: Visitor, other: Visitor) -> list[int]:
    """The answers to a visitor who presses all buttons, and fetches the files when another one has used the app."""
    addresses = pressed(slow)
    for _ in range(5):
        other.run()
    return [server.client.get(address).status_code for address in addresses]


def test_a_file_waits_for_its_browser_while_others_use_the_app(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.visitor() as slow, server.visitor() as other:
        assert fetched_late(server, slow, other) == [200, 200]
        with monkeypatch.context() as limited:
            limited.setattr(downloads, "MAX_KEPT", 3_000_000)  # one file, and a half
            assert fetched_late(server, slow, other) == [404, 200]
        monkeypatch.setattr(downloads, "KEPT_SECONDS", 0)
        assert fetched_late(server, slow, other) == [404, 404]


def test_long_files_that_differ_in_one_byte_are_not_the_same(server: Server) -> None:
    with server.visitor() as visitor:
        one, other = (server.client.get(address).content for address in pressed(visitor))
    assert one != other
    assert one.replace(b"a", b"b") == other


def test_streamlits_document_is_the_apps_and_its_scripts_may_run(server: Server) -> None:
    answer = server.client.get("/train", headers={"accept": "text/html"})
    assert "<h1>How are tokens learned?</h1>" in answer.text
    assert 'as="font"' not in answer.text
    policy = answer.headers["content-security-policy"]
    scripts = re.findall(r"<script(?![^>]* src=)[^>]*>(.*?)</script>", answer.text, re.DOTALL)
    assert scripts
    for script in scripts:
        assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    # The style sheet that it names comes without fonts, compressed.
    (sheet,) = re.findall(r'href="\./(static/css/[^"]+)"', answer.text)
    style = server.client.get(f"/{sheet}", headers={"accept-encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"
    assert style.text
    fonts = "".join(re.findall(r"@font-face\{[^}]*", style.text))
    assert not re.search("Source Sans|Material Symbols Rounded", fonts)


def test_every_script_that_is_preloaded_is_one_of_streamlits() -> None:
    everywhere = (document._PLAYER, document._EVERYWHERE, document._WIDGETS)
    groups = (*everywhere, *document._ALSO.values(), *document._BELOW.values())
    names = {name for group in groups for name in group if "/" not in name}
    assert not names - document._SCRIPTS.keys()
    # A script follows all that it imports, according to the scripts themselves; the document names the others.
    named = set(re.findall(SCRIPT, document._DOCUMENT.decode()))
    for name in names:
        files = document._SCRIPTS[name]
        assert len(set(files)) == len(files)
        assert not named & set(files)
        imported = set().union(*map(imports_of, files))
        assert imported <= named | set(files)
        # Each is there because another imports it.
        assert set(files[1:]) <= imported


def imports_of(address: str) -> set[str]:
    """What a naive search of the whole script finds."""
    text = (STATIC / address).read_text("utf-8")
    found = re.findall(r'\b(?:from|import)\s*["\']\./([^"\']+\.js)["\']', text)
    return {f"./static/js/{name}" for name in found}


@pytest.mark.parametrize(
    "manifest", [None, "", "[]", '{"index.html": {}}', '{"index.html": {"dynamicImports": ["a.tsx"]}}']
)
def test_a_streamlit_that_lists_its_scripts_otherwise_preloads_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manifest: str | None
) -> None:
    if manifest is not None:
        (tmp_path / "manifest.json").write_text(manifest, "utf-8")
    scripts = document._scripts(tmp_path)
    assert scripts == {}
    monkeypatch.setattr(document, "_SCRIPTS", scripts)
    text = document._document("Vocabulary", typed=False)[0].decode()
    assert re.findall(SCRIPT, text) == re.findall(SCRIPT, document._DOCUMENT.decode())


def test_streamlit_has_no_address_that_nobody_has_judged(server: Server) -> None:
    """Those that the app closes are in `requests.py`; a new one is closed there, or listed here."""
    open_to_all = {
        "/_stcore/health", "/_stcore/host-config", "/media/{file_id:path}", "/_stcore/stream",
        "/_stcore/upload_file/{session_id}/{file_id}", "/component/{path:path}",
        "/_stcore/bidi-components/{path:path}",
        "",  # the files below /static, and the document
    }  # fmt: skip
    paths = {str(getattr(route, "path", "")) for route in create_streamlit_routes(Runtime.instance())}
    closed = paths - open_to_all
    assert open_to_all <= paths
    assert {server.client.get(path).text for path in closed} == {"This address is disabled."}


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_no_header_is_sent_twice(server: Server, encoding: str) -> None:
    module = f"{assets.base_path}/{assets.component_address('visit/tab_memory')}"
    (script, *_) = STATIC.glob("static/js/index.*.js")
    accept = {"accept": "text/html", "accept-encoding": encoding}
    of_streamlit = (f"/static/js/{script.name}", "/_stcore/health")
    for path in ("/", "/train", module, *of_streamlit, "/class/BREADS", "/none"):
        headers = server.client.get(path, headers=accept).headers
        assert len(headers.multi_items()) == len(headers), path
        varies = headers.get("vary", "").lower().split(", ")
        assert len(varies) == len(set(varies)), path


def test_a_module_is_packed_or_unpacked_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"{assets.base_path}/{assets.component_address('visit/tab_memory')}"
    read: list[str] = []
    monkeypatch.setattr(assets, "component_file", lambda address: read.append(address) or b"a module")
    monkeypatch.setattr(gzip, "decompress", None)
    CACHE.clear()
    for encoding in ("gzip", "identity") * 3:
        answer = server.client.get(module, headers={"accept-encoding": encoding})
        assert answer.content == b"a module"
        assert answer.headers["vary"] == "Accept-Encoding"
    assert len(read) == 2
    CACHE.clear()


def test_the_versions_that_are_named_are_those_that_the_tests_run_with() -> None:
    promises = (ROOT / "docs" / "security_promises.md").read_text("utf-8")
    (line,) = re.findall(r"^Tested with Streamlit (.+)\.$", promises, re.MULTILINE)
    named = set(re.findall(r"\d+\.\d+\.\d+", line))
    assert named >= set(locked(APP)["streamlit"])
    (requirement,) = [one for one in required("requirements.txt") if one.name == "streamlit"]
    (oldest,) = [one.version for one in requirement.specifier if one.operator == ">="]
    assert min(map(Version, named)).release[:2] == Version(oldest).release[:2]
    assert all(requirement.specifier.contains(version) for version in named)
