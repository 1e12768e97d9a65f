"""Only Streamlit's own files are sent compressed: no other file, no part of one, no other method."""

import asyncio
import gzip
from pathlib import Path
from unittest.mock import Mock

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from test_server import ask

from explorer_ui.server import compressed
from explorer_ui.server.application import MIDDLEWARE

FOLDER = Path(streamlit.__path__[0]) / "static"
SCRIPT = next(path for path in FOLDER.rglob("protobuf.*.js")).relative_to(FOLDER).as_posix()
GZIP = (b"accept-encoding", b"gzip, deflate, br")


def application() -> Starlette:
    """Streamlit's original files, behind the app's own middleware."""
    return Starlette(routes=[Mount("/", StaticFiles(directory=FOLDER))], middleware=MIDDLEWARE)


def asked(*headers: tuple[bytes, bytes], method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    return ask(application(), f"/{SCRIPT}", method=method, headers=headers)


def test_a_script_is_sent_compressed_and_kept_for_ever() -> None:
    status, headers, body = asked(GZIP)
    assert status == 200
    assert gzip.decompress(body) == (FOLDER / SCRIPT).read_bytes()
    assert len(body) < (FOLDER / SCRIPT).stat().st_size / 4
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")
    # Streamlit registers the other name when it starts.
    assert headers["content-type"].startswith(("text/javascript", "application/javascript"))
    assert int(headers["content-length"]) == len(body)
    assert {"immutable", "max-age=31536000"} <= set(headers["cache-control"].split(", "))
    # A request for the headers gets these alone, and other methods nothing.
    assert asked(GZIP, method="HEAD") == (200, headers, b"")
    assert asked(GZIP, method="POST")[0] == 405
    # A browser that has the file gets no body.
    again = asked(GZIP, (b"if-none-match", headers["etag"].encode()))
    assert (again[0], again[1]["etag"], again[2]) == (304, headers["etag"], b"")
    # The uncompressed file has another tag, so that a cache does not mix the two.
    assert asked()[1]["etag"] != headers["etag"]


def test_the_style_sheet_asks_for_no_font_of_text_and_for_no_icons() -> None:
    path = next(FOLDER.rglob("index.*.css"))
    before = path.read_text("utf-8")
    after = gzip.decompress(ask(application(), f"/static/css/{path.name}", headers=(GZIP,))[2]).decode()
    for font in ("SourceSans", "MaterialSymbols"):
        assert font in before
        assert font not in after
    assert before.count("@font-face") - after.count("@font-face") == 3
    assert after.count("{") == after.count("}") == before.count("{") - 3


@pytest.mark.parametrize("accepted", [b"", b"br", b"gzip;q=0", b"identity, gzip; q=0.0", b"*;q=0"])
def test_who_does_not_accept_gzip_gets_the_file_as_it_is(accepted: bytes) -> None:
    _, headers, body = asked((b"accept-encoding", accepted))
    assert body == (FOLDER / SCRIPT).read_bytes()
    assert "content-encoding" not in headers
    assert headers["vary"] == "Accept-Encoding"


def test_a_part_of_a_file_is_a_part_of_what_it_is() -> None:
    status, headers, body = asked(GZIP, (b"range", b"bytes=5-14"))
    assert (status, body) == (206, (FOLDER / SCRIPT).read_bytes()[5:15])
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../__init__.py", "/static/js/..%2f..%2f..%2f__init__.py", "/static/js/%2e%2e/%2e%2e/index.html",
        f"/static/js/..//js/{Path(SCRIPT).name}", "/static//etc/passwd", "/static/js/missing.js",
    ],
)  # fmt: skip
def test_no_address_leads_to_another_file(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "_compress_file", lambda found: pytest.fail(str(found)))
    assert "content-encoding" not in ask(application(), path, headers=(GZIP,))[1]


def test_only_files_of_the_folder_are_compressed_and_only_text() -> None:
    files = compressed.CompressedStatics(application())._files.values()
    assert all(path.resolve().is_relative_to(FOLDER.resolve()) for path in files)
    assert {path.suffix for path in files} <= {".js", ".css", ".svg"}
    # If a visitor requests all files, they stay below the limit in docs/security_promises.md together.
    assert sum(path.stat().st_size for path in files) < 40_000_000


def test_many_who_ask_at_once_have_the_file_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    result = compressed.Compressed(b"x", '"x"')
    compress = Mock(return_value=result)
    monkeypatch.setattr(compressed, "_compress_file", compress)
    middleware = compressed.CompressedStatics(application())

    async def ask_often() -> list[compressed.Compressed]:
        left = asyncio.create_task(middleware._compress(FOLDER / SCRIPT))
        await asyncio.sleep(0)
        left.cancel()  # a visitor who leaves does not end it for the others
        return await asyncio.gather(*(middleware._compress(FOLDER / SCRIPT) for _ in range(20)))

    assert asyncio.run(ask_often()) == [result] * 20
    compress.assert_called_once_with(FOLDER / SCRIPT)


def test_a_file_that_cannot_be_read_is_tried_again(tmp_path: Path) -> None:
    middleware = compressed.CompressedStatics(application())
    path = tmp_path / "late.js"

    async def ask_twice() -> compressed.Compressed:
        with pytest.raises(FileNotFoundError):
            await middleware._compress(path)
        path.write_text("late", "utf-8")
        return await middleware._compress(path)

    assert gzip.decompress(asyncio.run(ask_twice()).data) == b"late"
