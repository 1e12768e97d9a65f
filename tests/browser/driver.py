"""Starts the app for browser tests, opens its pages, and waits for runs to end."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

from playwright.sync_api import ConsoleMessage, FloatRect, Locator, Page, expect
from playwright.sync_api import TimeoutError as TakesTooLong

from explorer_ui.visit.names import ALONE
from explorer_ui.words.course import page_of, tabs_of

ROOT = Path(__file__).parents[2]
T = TypeVar("T")

# Every step may take this long, including the start of a server, since the machine may be busy.
PATIENCE_SECONDS = 180

# The page is idle if for 100 ms no run was requested or unfinished, no element was grey (some load their code
# when first shown) and no component undrawn (a component has its style sheet before it draws); for 600 ms while a
# component is waiting for the end of a delay, all of which are shorter, or while another run may follow (see
# SHORT_TIMERS and ASKED in profiles.py).
IDLE = """() => {
    const drawn = ({ shadowRoot: root }) => root?.firstElementChild
        && (root.childElementCount > 1 || !root.querySelector("style"));
    const app = document.querySelector('[data-testid="stApp"]')?.dataset;
    const waits = Object.entries({
        "a run": app?.testScriptState !== "notRunning" || performance.now() - window.askedAt < 60_000,
        "the connection": app?.testConnectionState !== "CONNECTED",
        "an element": document.querySelector('[data-testid="stSkeleton"], [data-testid="stAppSkeleton"]'),
        "an answer": ["bpe-asking", "bpe-goes"].some((name) => document.documentElement.classList.contains(name)),
        "a component": ![...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].every(drawn),
    }).flatMap(([what, waits]) => (waits ? [what] : []));
    const idle = !waits.length;
    if (!idle) window.waitsFor = waits;
    window.idleSince = idle ? window.idleSince ?? performance.now() : undefined;
    const noneWaits = window.shortTimers?.size === 0;
    // What the last of them has sent arrives a moment later.
    const since = noneWaits ? Math.max(window.idleSince, window.firedAt ?? 0) : window.idleSince;
    return idle && performance.now() - since > (noneWaits && !window.askedTwice ? 100 : 600);
}"""


# Logs every file that a Python process opens for writing, makes, moves or removes.
WATCH = """
import os, sys
def watch(event, args):
    if event == "open":
        path, mode, flags = args
        if isinstance(path, int) or not (flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND):
            return
    elif event not in {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink",
                       "os.truncate", "shutil.move", "shutil.copyfile", "tempfile.mkstemp", "tempfile.mkdtemp",
                       "sqlite3.connect"}:
        return
    if os.fspath(args[0] or "") not in {"/dev/null", b"/dev/null"}:
        sys.stderr.write(f"WROTE {event} {args!r}\\n")
sys.addaudithook(watch)
"""


def watching(folder: Path) -> dict[str, str]:
    """The environment in which a Python process logs what it writes to the disk; `folder` gets a file for it."""
    (folder / "sitecustomize.py").write_text(WATCH)
    return {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def written(server: "Server") -> list[str]:
    """What a server that is watched has written to the disk."""
    return [line for line in server.log.read_text(errors="replace").splitlines() if "WROTE" in line]


# Addresses of servers that were stopped: a page that is still open searches for its server, and logs errors.
stopped: set[str] = set()


@dataclass(frozen=True)
class Server:
    """A running app: its address without a slash at the end, its process, and the file it logs to."""

    url: str
    pid: int
    log: Path


@contextmanager
def serve(
    script: str | Path = "app.py",
    *,
    options: tuple[str, ...] = (),
    port: int | None = None,
    root: Path = ROOT,
    within: tuple[str, ...] = (),
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Run a Streamlit script from the root of the project on a port of 127.0.0.1, until the block ends.

    Without `port`, a free port is used; `root` is another checkout. `within` is a command that runs another
    command, such as `unshare`; `environment` is added to that of this process.

    Raises:
        RuntimeError: the server did not start; the message carries its log.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        port = port or free_port()
        command = [*within, sys.executable, "-m", "streamlit", "run", str(script), *options]
        command += ["--server.headless=true", f"--server.port={port}"]
        command += ["--browser.gatherUsageStats=false"]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=root,
                env=os.environ | (environment or {}),
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            server = Server(url=f"http://127.0.0.1:{port}", pid=process.pid, log=log)
            wait_until_healthy(server, process)
            yield server
        finally:
            stopped.add(f"http://127.0.0.1:{port}")
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_until_healthy(server: Server, process: subprocess.Popen[bytes]) -> None:
    """Return when the server answers; raises RuntimeError with its log if it ends or takes too long."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"The app did not start:\n{server.log.read_text(errors='replace')}")


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def open_page(page: Page, server: Server, name: str = "", **query: str | int) -> None:
    """Open a page by its name ("" is Start), and wait for its run."""
    page.goto(address_of(server, name, **query))
    wait_for_run(page)


def address_of(server: Server, name: str = "", **query: str | int) -> str:
    """The address of a page by its name, with settings; with `view="player"`, of its picture alone."""
    page = page_of(name or "Start")
    told = urlencode({**(page.alone if query.get("view") == ALONE else page.query), **query})
    return f"{server.url}/{page.path}" + (f"?{told}" if told else "")


def wait_for_run(page: Page) -> None:
    """Wait until the app has finished what the last action requested."""
    page.evaluate("window.idleSince = undefined")
    try:
        # By default Playwright checks at every frame, which would make the browser draw frames all the time.
        page.wait_for_function(IDLE, timeout=PATIENCE_SECONDS * 1000, polling=50)
    except TakesTooLong as error:
        raise AssertionError(f"{page.url} last waited for {page.evaluate('window.waitsFor')}") from error


def until(page: Page, look: Callable[[], object], expected: object) -> None:
    """Wait until `look` returns what is expected."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (seen := look()) != expected:
        assert time.monotonic() < deadline, f"{seen!r} instead of {expected!r} at {page.url}"
        page.wait_for_timeout(50)


# How many pixels a page is wider than the screen. On a phone `innerWidth` grows with a page that is too wide.
SIDEWAYS = """(width) => {
    const main = document.querySelector('[data-testid="stMain"]') ?? document.body;
    return Math.max(0, main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - width);
}"""


# Buttons whose label is wider than they are, unless it ends in an ellipsis. A sign may have a larger area to touch.
SQUEEZED = """(buttons) => buttons.filter((one) => one.textContent.trim() && one.scrollWidth > one.clientWidth
    && one.clientWidth && getComputedStyle(one).textOverflow !== "ellipsis").map((one) => one.textContent)"""


def see_that_it_fits(page: Page, box: Locator | None = None) -> None:
    """Wait until a page of a new width is drawn: pictures and tables are drawn again later than what they are in."""
    assert page.viewport_size
    until(page, lambda: page.evaluate(SIDEWAYS, page.viewport_size["width"]), expected=0)
    until(page, lambda: page.locator("button").evaluate_all(SQUEEZED), expected=[])
    if box:
        until(page, lambda: box.evaluate("box => box.scrollWidth <= box.clientWidth"), expected=True)


def tab(page: Page, name: str) -> Locator:
    """The tab of a page of the app; it is hidden while another place is open, and on a phone in a menu."""
    return page.locator(f".st-key-navigation [data-page='{_first_of_tab(name)}']")


def _first_of_tab(name: str) -> str:
    view = page_of(name).view
    return next(one.name for one in tabs_of(page_of(name).place) if one.view == view)


def has_tab(name: str) -> bool:
    """Whether a page has a tab of its own, and does not share it with another depth of the same text."""
    return name == _first_of_tab(name)


def go_to(page: Page, name: str) -> None:
    """Go to a page of the app by its tab, and by the word for its depth if it shares the tab."""
    tab(page, name).dispatch_event("click")
    wait_for_run(page)
    expect(tab(page, name)).to_have_attribute("aria-current", "page")
    if not has_tab(name):
        depth = page.locator(".depths").get_by_role("button", name=page_of(name).label, exact=True)
        depth.click()
        expect(depth).to_have_attribute("aria-pressed", "true")
        wait_for_run(page)


def share(page: Page, name: str) -> None:
    """Choose a line of "Present & share" in the bar."""
    page.get_by_role("button", name="Present & share").click()
    page.locator(".share-list").get_by_role("button", name=name).click()


def text_box(page: Page) -> Locator:
    """The text box, expanded if the page shows it as one line."""
    box = page.get_by_role("textbox", name="Your text")
    unfold = page.get_by_role("button", name=re.compile("Edit (all of )?the text"))

    def is_open() -> bool:
        # A press is lost if the page is drawn again at that moment, such as after a reload.
        if not box.is_visible() and unfold.is_visible():
            unfold.click()
        return box.is_visible()

    until(page, is_open, expected=True)
    return box


def type_text(page: Page, text: str) -> None:
    """Replace the text in the box, and wait until the app has it."""
    box = text_box(page)
    box.fill(text)
    box.press("Control+Enter")
    wait_for_run(page)


def at_rest(page: Page, look: Callable[[], T | None], *, without: T | None = None, looks: int = 2) -> T:
    """What `look` returns once that has been the same several times in a row, and is not what it was before."""
    seen: list[T | None] = []

    def rests() -> bool:
        seen.append(look())
        return seen[-1] not in (None, without) and seen[-looks:] == [seen[-1]] * looks

    until(page, rests, expected=True)
    assert seen[-1] is not None
    return seen[-1]


def box_of(found: Locator) -> FloatRect:
    """The box of an element once it has one, and rests: an element that is replaced meanwhile has none."""
    return at_rest(found.page, found.bounding_box)


def open_options(page: Page, label: str) -> None:
    """Open the list of a select box, and again if a run closed it."""
    box = page.get_by_role("combobox", name=label)

    def opened() -> bool:
        wait_for_run(page)
        if box.get_attribute("aria-expanded") == "true":
            return True
        # A list closes when the page scrolls, so the page scrolls first; two frames later that has ended.
        box.scroll_into_view_if_needed()
        page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        box.click()
        return False

    until(page, opened, expected=True)


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a select box."""
    open_options(page, label)
    page.get_by_role("option", name=option, exact=True).click()
    wait_for_run(page)


def watch_errors(page: Page, errors: list[str]) -> None:
    """Append the page's uncaught exceptions and console errors to `errors` as they happen."""

    def on_console(message: ConsoleMessage) -> None:
        # On a page opened at /train, Streamlit searches for its server under /train/_stcore/ first, then at
        # the root.
        looking_for_server = "404" in message.text and "/_stcore/" in message.location["url"]
        not_reached = "net::ERR_" in message.text or "WebSocket connection" in message.text
        outlived_server = not_reached and message.location["url"].startswith(tuple(stopped))
        if message.type == "error" and not looking_for_server and not outlived_server:
            errors.append(f"console: {message.text} ({message.location['url']})")

    page.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    page.on("console", on_console)
