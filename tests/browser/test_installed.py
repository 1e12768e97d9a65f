"""The installed program opens the app: from any folder, with the app's own settings, on localhost only."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import PATIENCE_SECONDS, Server, free_port, open_page, type_text, wait_until_healthy
from playwright.sync_api import Page, expect

from tests.installed import Installed, environment


@pytest.fixture
def server(installed: Installed, tmp_path: Path) -> Iterator[Server]:
    """The app, started by the installed program from an empty folder."""
    port = free_port()
    log = tmp_path / "server.log"
    (tmp_path / "empty").mkdir()
    command = [str(installed.bin / "bpe-explorer"), "app", "--no-browser", "--port", str(port)]
    # Tests that run in the background of a shell ignore Ctrl+C, and programs that they start would, too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=tmp_path / "empty", stdout=output, stderr=subprocess.STDOUT, env=environment()
        )
    signal.signal(signal.SIGINT, before)
    try:
        running = Server(url=f"http://127.0.0.1:{port}", pid=process.pid, log=log)
        wait_until_healthy(running, process)
        yield running
    finally:
        process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
        status = process.wait(timeout=PATIENCE_SECONDS)
    assert "Traceback" not in log.read_text("utf-8", "replace")
    assert os.name == "nt" or status == 130


def test_a_text_is_trained_on_in_the_installed_app(server: Server, page: Page) -> None:
    answers: list[tuple[str, int]] = []
    page.on("response", lambda answer: answers.append((answer.url.rpartition("/")[2], answer.status)))
    open_page(page, server, "Train")
    type_text(page, "hug hugs hugging hugged")
    number = page.get_by_label("Step number")
    number.fill("2")
    number.press("Enter")
    expect(page.locator(".bpe-player .tok", has_text="hug").first).to_be_visible()
    # The components are sent as files, not with every message.
    for module in ("merge_player.", "text_box."):
        assert {status for name, status in answers if name.startswith(module)} == {200}
    # The app's settings apply, not Streamlit's defaults: the colour of the page, and the address.
    colour = page.evaluate("getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor")
    assert colour == "rgb(252, 252, 250)"
    assert "Network URL" not in server.log.read_text("utf-8", "replace")
    assert "External URL" not in server.log.read_text("utf-8", "replace")
