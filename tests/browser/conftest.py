"""A server, a Chromium and pages for the browser tests."""

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import chromium
import pytest
from apps import open_app
from component_pages import html_of
from driver import PATIENCE_SECONDS, Server, serve, watch_errors, watching, written
from playwright.sync_api import Browser, Page, expect, sync_playwright
from profiles import Profile, Profiles

expect.set_options(timeout=PATIENCE_SECONDS * 1000)

# The files with the longest tests, longest first: begun last, one of them would keep a whole run waiting at its end.
LONGEST = (
    "test_every_page",
    "test_lecture",
    "test_class",
    "test_trust",
    "test_uploads",
    "test_installed",
    "test_translated",
    "test_pictures_taken_along",
    "test_class_game",
    "test_old_browsers",
    "test_long_training",
)

LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()
SHARED = pytest.StashKey[Server]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Start one server for all test processes, with the first of them: it keeps every vocabulary in memory."""
    config: pytest.Config = node.config
    if SHARED not in config.stash:
        held = ExitStack()
        config.add_cleanup(held.close)
        folder = Path(held.enter_context(TemporaryDirectory()))
        config.stash[SHARED] = held.enter_context(serve(environment=watching(folder)))
    shared = config.stash[SHARED]
    node.workerinput["server"] = (shared.url, shared.pid, str(shared.log))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests."""
    order = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.path.stem, len(order)))


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app on its own port; one for all tests of a run, at whose end it must have written no file."""
    if shared := getattr(pytestconfig, "workerinput", {}).get("server"):
        url, pid, log = shared
        running: AbstractContextManager[Server] = nullcontext(Server(url, pid, Path(log)))
    else:
        running = serve(environment=watching(tmp_path_factory.mktemp("watching")))
    with running as server:
        yield server
        assert written(server) == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium; one for all tests of a process."""
    patch = pytest.MonkeyPatch()
    # Playwright's driver is a Node process, which with so small a space for new objects takes a fifth less memory.
    patch.setenv("NODE_OPTIONS", "--max-semi-space-size=2")
    with sync_playwright() as playwright:
        patch.undo()
        running = chromium.launch(playwright)
        loop = asyncio.get_running_loop()
        yield running
        asyncio._set_running_loop(loop)
        running.close()


@pytest.fixture(autouse=True)
def thread_of_playwright(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make Playwright's event loop the thread's running loop only in tests with a browser.

    Otherwise it would always count as running, and no other test could run an event loop.
    """
    if "browser" in request.fixturenames and (loop := request.session.stash.get(LOOP, None)):
        asyncio._set_running_loop(loop)
    yield
    if loop := asyncio._get_running_loop():
        request.session.stash[LOOP] = loop
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """The profiles of the browser."""
    return Profiles(browser)


@pytest.fixture
def browser_errors() -> list[str]:
    """The console errors and uncaught exceptions in the pages of this test.

    Any error fails the test at its end; a test that causes errors checks and clears the list.
    """
    return []


@pytest.fixture
def new_page(profiles: Profiles, browser_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in an empty profile: `new_page(color_scheme="dark", viewport={...})`."""
    lent: list[Profile] = []

    def make(**options: Any) -> Page:
        lent.append(profiles.lend(**options))
        watch_errors(lent[-1].page, browser_errors)
        return lent[-1].page

    yield make
    for profile in lent:
        profiles.take_back(profile)
    assert not browser_errors


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page of laptop size in an empty profile."""
    return new_page()


@pytest.fixture
def open_html(new_page: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """Opens a text as a page from file://, with the network off."""

    def open_it(text: str, **options: Any) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        # A profile of its own: a file ends the process in which the scripts of the app are compiled.
        page = new_page(offline=True, **options)
        page.goto(path.as_uri())
        return page

    return open_it


@pytest.fixture
def open_picture(open_html: Callable[..., Page]) -> Callable[..., Page]:
    """Opens one component of a page of the app by itself, with the message that the app sends it.

    `open_picture("parts/player/merge_player", "Train", {"step": "3"}, viewport=PHONE)`: the run needs no browser
    and the page no server, so this takes a fifth of the time of `open_page`. Nothing answers the component.
    """

    def open_it(component: str, name: str, query: dict[str, str] | None = None, **options: Any) -> Page:
        return open_html(html_of(open_app(name, query=query), component), **options)

    return open_it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Append the end of the server's log to a failure."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    # After the last test of a process, the server is gone, and so is its log.
    if report.failed and isinstance(server, Server) and server.log.exists():
        report.sections.append(("server log", server.log.read_text(errors="replace")[-5000:]))
    return report
