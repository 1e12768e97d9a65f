"""Nothing is lost, nothing is stored, nobody else gets in: what only a real server and browser can show."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from class_lesson import PHONE, join, open_class, see_step
from driver import (
    Server,
    at_rest,
    box_of,
    choose,
    free_port,
    go_to,
    open_page,
    serve,
    share,
    text_box,
    type_text,
    until,
    wait_for_run,
    watch_errors,
    watching,
    written,
)
from player_words import past
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from bpe_core import load_published
from explorer_ui.parts.text_box.paste_guard import MAX_BOX
from explorer_ui.visit.links import text_to_query

HOSTILE_NAME = "<img src=x onerror=window.hacked=1> $x^2$ :red[y] **b** ![](http://evil.example/a.png).txt"


class Line:
    """The connection of a page to its server, which a test can close."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.told = page.locator("#bpe-connection")
        self.is_cut = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/_stcore/stream", self._connect)
        page.route("**/_stcore/*", lambda route: route.abort() if self.is_cut else route.fallback())

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close()
        else:
            socket.connect_to_server()
            self.sockets.append(socket)

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Close the connection, and prevent a new one until the block ends; both are told."""
        self.is_cut = True
        self.sockets[-1].close()
        expect(self.told).to_contain_text("Can't reach the server.")
        yield
        self.is_cut = False
        expect(self.told).to_have_text("")
        wait_for_run(self.page)


def test_a_picture_whose_run_ended_with_the_connection_is_drawn_again(
    new_page: Callable[..., Page], server: Server
) -> None:
    """The server stops a run when the connection drops, and the browser removes what had not been drawn yet.

    By itself it asks for another run only if it had heard of that one.
    """
    page = new_page()
    sockets: list[WebSocketRoute] = []
    heard: list[ForwardMsg] = []
    stopped: list[ForwardMsg] = []  # all that is heard of a run that was stopped before it drew the player

    def connect(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            assert isinstance(message, bytes)
            heard.append(ForwardMsg.FromString(message))
            socket.send(message)

        socket.connect_to_server().on_message(pass_on)
        for message in stopped:
            socket.send(message.SerializeToString())
        sockets.append(socket)

    def kinds() -> list[str | None]:
        return [told.WhichOneof("type") for told in heard]

    def part_has_run() -> bool:
        is_over = "new_session" in kinds() and kinds()[-2:] == ["script_finished", "session_status_changed"]
        return is_over and bool(heard[-2].metadata.run.fragment_ids)

    page.route_web_socket("**/_stcore/stream", connect)
    open_page(page, server, "Train", text=text_to_query("kept kept kept"))
    heard.clear()
    page.get_by_role("button", name="Last step").click()
    until(page, part_has_run, expected=True)
    drawn = {"ref_hash", "new_element"}
    told_of_it = heard[kinds().index("new_session") :]
    stopped.extend(
        told for told in told_of_it if not drawn & {told.WhichOneof("type"), told.delta.WhichOneof("type")}
    )
    # After a run of the whole page, a new connection asks for none.
    type_text(page, "kept through the break, kept")
    player = page.locator(".bpe-player")
    before = player.element_handle()
    assert before
    heard.clear()
    sockets[-1].close()
    # It is gone, or Streamlit begins another run so soon that it never was.
    until(page, lambda: "new_session" in kinds() or not before.is_visible(), expected=True)
    expect(player).to_be_visible()
    wait_for_run(page)
    expect(text_box(page)).to_have_value("kept through the break, kept")
    assert len(sockets) == 2


def test_a_connection_that_drops_loses_nothing_and_without_one_that_is_said_and_the_pictures_work(
    new_page: Callable[..., Page], server: Server, browser_errors: list[str]
) -> None:
    """Streamlit's own message would cover the page and mention a terminal, which a visitor does not have."""
    page = new_page(viewport={"width": 390, "height": 800})
    line = Line(page)
    told = line.told
    open_page(page, server, "Train", tokenizer="gpt2")
    # A connection that drops for a moment loses nothing: it is the same session as before, and continues.
    type_text(page, "kept kept kept through the break")
    page.get_by_role("button", name="Last step").click()
    wait_for_run(page)
    done = past(page).inner_text()
    line.sockets[-1].close()
    page.wait_for_function("() => (window.idleSince = undefined, true)")
    expect(text_box(page)).to_have_value("kept kept kept through the break")
    until(page, lambda: len(line.sockets), 2)
    wait_for_run(page)
    expect(text_box(page)).to_have_value("kept kept kept through the break")
    expect(past(page)).to_have_text(done, use_inner_text=True)
    type_text(page, "ab ab ab cd cd")
    page.get_by_role("button", name="First step").click()
    # A browser without a network says so at once, long before it gives up the connection that it had.
    page.context.set_offline(True)
    expect(told).to_contain_text("Can't reach the server.")
    page.context.set_offline(False)
    expect(told).to_have_text("")
    with line.cut():
        page.wait_for_function(
            "() => performance.getEntriesByName(location.origin + '/_stcore/health').length > 1"
        )
        expect(page.get_by_role("dialog")).to_have_count(0)
        # The message covers nothing: the app ends where it begins.
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            expect(told).to_be_in_viewport(ratio=1)
            top = box_of(told)
            app = box_of(page.get_by_test_id("stApp"))
            assert app["y"] + app["height"] <= top["y"] < 800
            assert told.evaluate("element => element.scrollHeight <= element.clientHeight")
        # Everything that the browser draws keeps working.
        before = past(page).inner_text()
        page.get_by_role("button", name="One step forward").click()
        expect(past(page)).not_to_have_text(before)
        # Text typed meanwhile is sent when the connection is back.
        text_box(page).fill("xyxyxy typed without a connection")
    expect(text_box(page)).to_have_value("xyxyxy typed without a connection")
    # At the step that was taken meanwhile, if Streamlit has kept the session.
    expect(page.locator(".bpe-player .tok").first).to_have_text(re.compile("^xy?$"))

    go_to(page, "Tokens")
    type_text(page, "one lower two")
    drawn = page.locator(".bpe-strip .tok")
    expect(drawn).to_have_count(3)
    with line.cut():
        # Typed text is tokenized, a token shows its details, and the views can be changed.
        text_box(page).fill("the lowest newspapers, naïve")
        ids = load_published("gpt2").encode("the lowest newspapers, naïve")
        expect(drawn).to_have_count(len(ids))
        until(page, lambda: drawn.evaluate_all("nodes => nodes.map((node) => +node.dataset.id)"), ids)
        drawn.nth(1).click()
        expect(page.locator(".bpe-strip .card")).to_contain_text("lowest")
        page.get_by_role("button", name="Ids", exact=True).click()
        expect(drawn.nth(1)).to_contain_text(str(ids[1]))
    expect(text_box(page)).to_have_value("the lowest newspapers, naïve")
    # Python has the text too, at the depth that was chosen meanwhile.
    expect(page.get_by_text("exactly these ids")).to_be_visible()
    expect(drawn).to_have_text([str(one) for one in ids])

    go_to(page, "Growth")
    sentence, size = page.locator(".bpe.growth .sentence"), page.locator(".bpe.growth .where")
    slider = page.get_by_role("slider", name="Vocabulary size")
    of_gpt2 = page.get_by_role("button", name="The vocabulary of GPT-2", exact=True)
    expect(of_gpt2).to_be_visible()
    with line.cut():
        of_gpt2.click()
        expect(sentence).to_contain_text("of GPT-2")
        slider.press("Home")
        expect(sentence).to_contain_text("takes 29 tokens")
        slider.press("ArrowRight")
        expect(sentence).not_to_contain_text("takes 29 tokens")
        grown = size.inner_text()
    # The position is sent to Python later, so that it is not lost on another page.
    for name in ("Tokens", "Growth"):
        go_to(page, name)
    expect(size).to_have_text(grown, use_inner_text=True)
    expect(sentence).to_contain_text("of GPT-2")
    browser_errors.clear()


def test_a_server_that_restarts_loses_no_link_nothing_typed_and_no_class(
    new_page: Callable[..., Page], browser_errors: list[str]
) -> None:
    port = free_port()
    teacher, student = new_page(), new_page(**PHONE)
    behind_a_proxy = student.context.new_page()
    watch_errors(behind_a_proxy, browser_errors)
    # A proxy that holds events back.
    behind_a_proxy.route("**/events?*", lambda route: None)
    with serve(port=port) as server:
        open_page(teacher, server, "Encode", text=text_to_query("from the link"), num_merges=3)
        encoded = teacher.get_by_label("A new text to encode")
        encoded.fill("typed on Encode")
        encoded.press("Enter")
        wait_for_run(teacher)
        go_to(teacher, "Train")
        code = open_class(teacher)
        for phone in (student, behind_a_proxy):
            join(phone, server, code)
        teacher.keyboard.press("Escape")
        teacher.keyboard.press("ArrowRight")
        for phone in (student, behind_a_proxy):
            see_step(phone, 1)
        # The step is sent to the class at once; the tab stores it after the debounce delay.
        wait_for_run(teacher)
        share(teacher, "Copy the link")
        wait_for_run(teacher)
        told = teacher.locator('[role="dialog"] .stVerticalBlock').first
        # The box with the link comes after the sentence, and draws its end last.
        expect(told).to_contain_text("/train?text=")
        words = at_rest(teacher, told.inner_text, looks=10)
    for phone in (student, behind_a_proxy):
        expect(phone.locator(".status")).to_contain_text("Connection lost")
    # Without a server, a dialog of the app keeps its words.
    teacher.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState !== 'CONNECTED'"
    )
    expect(told).to_have_js_property("innerText", words)
    teacher.keyboard.press("Escape")
    with serve(port=port) as server:
        teacher.wait_for_function(
            "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState === 'CONNECTED'"
        )
        wait_for_run(teacher)
        expect(text_box(teacher)).to_have_value("from the link")
        expect(teacher.get_by_role("spinbutton", name="Merges to learn")).to_have_value("3")
        # The tab sends its step to the new server, in a separate run.
        expect(teacher.locator(".bpe-player")).to_have_attribute("data-painted", "1")
        for phone in (student, behind_a_proxy):
            see_step(phone, 1)
        teacher.keyboard.press("Escape")
        teacher.keyboard.press("ArrowRight")
        for phone in (student, behind_a_proxy):
            see_step(phone, 2)
        expect(teacher.locator(".class-name .code")).to_have_text(code)
        # The settings of other pages come back too.
        go_to(teacher, "Encode")
        expect(encoded).to_have_value("typed on Encode")
        for page in (teacher, student, behind_a_proxy):
            page.goto("about:blank")
        # While there was no server, the browser logged errors.
        browser_errors.clear()


def test_other_machines_are_not_answered(server: Server) -> None:
    # 127.0.0.2 takes the role of this machine's network address: a server that listens on all addresses
    # answers there.
    with socket.create_server(("", 0)) as open_to_all:
        try:
            socket.create_connection(("127.0.0.2", open_to_all.getsockname()[1]), timeout=5).close()
        except OSError:
            pytest.skip("this system has one loopback address")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", int(server.url.rpartition(":")[2])), timeout=5)


def upload(page: Page, name: str, content: bytes) -> None:
    page.get_by_label("Upload a text file").and_(page.locator("input")).set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": content}
    )
    wait_for_run(page)


def test_a_file_runs_nothing_and_is_not_written_to_disk_and_no_text_is_too_long_for_a_message(
    page: Page, server: Server, tmp_path: Path
) -> None:
    """The fixture `server` checks for all tests of a process that nothing is written; this adds files."""
    outside: list[str] = []
    page.on("request", lambda request: outside.append(request.url) if "evil.example" in request.url else None)
    open_page(page, server, "Train")
    for content in (b"\xff\xfe\x00", b"\xff", b"=1+1 =1+1 =1+1"):
        upload(page, HOSTILE_NAME, content)
        if content.startswith(b"\xff"):
            expect(page.get_by_text("is not valid UTF-")).to_contain_text(HOSTILE_NAME)
        else:
            expect(text_box(page)).to_have_value(content.decode())
        # The name of a file is shown as text.
        assert page.evaluate("window.hacked") is None
        expect(page.locator('img[src="x"], img[src*="evil"], .katex')).to_have_count(0)
    # A table offers no download that a spreadsheet would run.
    page.get_by_role("radio", name="Every merge").click()
    wait_for_run(page)
    page.get_by_test_id("stDataFrame").hover()
    toolbar = page.get_by_test_id("stElementToolbar")
    expect(toolbar.get_by_role("button", name="Fullscreen")).to_be_visible()
    expect(toolbar.get_by_label("Download as CSV")).to_be_hidden()

    go_to(page, "Chunks")
    choose(page, "Split pattern", "one of your own")
    # A text that no message could carry is not taken, and that is said.
    go_to(page, "Tokens")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    box = text_box(page)
    type_text(page, "a text")
    page.evaluate("(length) => navigator.clipboard.writeText('x'.repeat(length))", MAX_BOX)
    box.press("End")
    box.press("Control+v")
    expect(page.get_by_text(f"The text would then have {MAX_BOX + 6:,} characters")).to_be_visible()
    expect(box).to_have_value("a text")
    box.press_sequentially(", and on it goes")
    expect(box).to_have_value("a text, and on it goes")
    expect(page.get_by_text("The text would then")).to_have_count(0)

    choose(page, "Tokenizer", "from a file")
    # More than a megabyte, which the parser of uploads would store in a temporary file.
    file = {"name": "no.tiktoken", "mimeType": "text/plain", "buffer": b"no table" * 200_000}
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.get_by_test_id("stFileUploader").locator("input").set_input_files(file)
    wait_for_run(page)
    assert written(server) == []
    # Python, watched in the same way, tells of a write.
    program = f"open({str(tmp_path / 'made')!r}, 'w').close()"
    told = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | watching(tmp_path), capture_output=True, check=True
    )
    assert b"WROTE" in told.stderr
    assert not outside
