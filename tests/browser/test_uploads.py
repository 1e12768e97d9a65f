"""Uploads to a server that cannot write files, and more uploads than it may keep."""

import base64
import http.client
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from driver import ROOT, Server, choose, go_to, open_page, serve, wait_for_run
from playwright.sync_api import Page, Request, expect

from explorer_ui.parts.say.failures import BUG
from explorer_ui.server.uploads import MAX_SESSION_UPLOADS

# Runs a command with read-only file systems; exits with 9 if a folder can still be written to.
READ_ONLY = """
mount --make-rprivate / || exit 9
cut -d' ' -f2 /proc/self/mounts | while read point; do mount -o remount,bind,ro "$point" 2>/dev/null; done
for folder in /tmp /var/tmp /dev/shm "$HOME" "$PWD"; do
    [ -d "$folder" ] && touch "$folder/written" 2>/dev/null && { rm "$folder/written"; exit 9; }
done
exec "$@"
"""
WITHIN = ("unshare", "--mount", "sh", "-c", READ_ONLY, "sh")


def table_of_more_than_a_megabyte() -> bytes:
    """A table of ranks: all pairs of bytes, and many of three.

    The parser of uploads would store that much in a temporary file.
    """
    tokens = [bytes([byte]) for byte in range(256)]
    tokens += [bytes(pair) for pair in product(range(256), repeat=2)]
    tokens += [bytes(three) for three in islice(product(range(256), repeat=3), 40_000)]
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))


def upload_tokenizer(page: Page, content: bytes) -> Request:
    """Upload a table of ranks on the open Tokens page; returns the request that sent it."""
    box = page.get_by_test_id("stFileUploader").locator("input")
    file = {"name": "table.tiktoken", "mimeType": "text/plain", "buffer": content}
    with page.expect_request(lambda request: request.method == "PUT") as sent:
        box.set_input_files(file)
    wait_for_run(page)
    return sent.value


def may_mount() -> bool:
    """Return whether file systems can be made read-only for one process here."""
    if not shutil.which("unshare") or not hasattr(os, "geteuid") or os.geteuid():
        return False
    return subprocess.run([*WITHIN, "true"], capture_output=True, check=False).returncode == 0


def resident_bytes(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise RuntimeError("no such line")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_where_nothing_can_be_written_files_are_read_and_a_flood_of_them_goes_when_its_session_does(
    new_page: Callable[..., Page], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = table_of_more_than_a_megabyte()
    assert len(content) > 1_100_000
    # The server's housekeeping, three times as often as usual.
    (tmp_path / "sitecustomize.py").write_text(
        "from explorer_ui.server import housekeeping\nhousekeeping.EVERY_SECONDS = 10\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    # Only root may remount file systems, on Linux, and not everywhere.
    with serve(within=WITHIN if may_mount() else ()) as server:
        page = new_page()
        open_page(page, server, "Tokens")
        choose(page, "Tokenizer", "from a file")
        sent = upload_tokenizer(page, content)
        # The page asks for the split pattern, which such a file does not contain.
        expect(page.get_by_text("does not contain a split pattern")).to_be_visible()
        choose(page, "does not contain a split pattern", "not at all")
        expect(page.get_by_role("button", name="tokens.csv")).to_be_visible()
        # No page writes to the disk, as tests of other servers show, or needs to.
        go_to(page, "Train")
        expect(page.get_by_text(BUG)).to_have_count(0)
        assert "Traceback" not in server.log.read_text(errors="replace")

        before = resident_bytes(server.pid)
        answers = [flood(server, sent, number) for number in range(50)]
        # All 245 MB are accepted; the session's oldest files are dropped.
        assert answers.count(204) == 50
        assert resident_bytes(server.pid) - before < MAX_SESSION_UPLOADS + 60_000_000
        page.goto("about:blank")
        for _ in range(1_200):
            if resident_bytes(server.pid) - before < 30_000_000:
                break
            time.sleep(0.1)
        assert resident_bytes(server.pid) - before < 30_000_000


def flood(server: Server, sent: Request, number: int) -> int:
    """Send 4.9 MB to the address of an upload, as another file; returns the status of the response."""
    edge = "edge-of-the-parts"
    body = (
        (
            f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{number}.tiktoken"\r\n'
            "Content-Type: text/plain\r\n\r\n"
        ).encode()
        + b"x" * 4_900_000
        + f"\r\n--{edge}--\r\n".encode()
    )
    path, _, _ = urlsplit(sent.url).path.rpartition("/")
    headers = {name: value for name, value in sent.all_headers().items() if name in ("cookie", "x-xsrftoken")}
    headers["content-type"] = f"multipart/form-data; boundary={edge}"
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    try:
        connection.request("PUT", f"{path}/{number:08d}-0000-4000-8000-000000000000", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
