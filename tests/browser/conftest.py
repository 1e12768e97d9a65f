"""A server, a Chromium and pages for the browser tests."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import chromium
import pytest
from driver import Server, serve, watch_errors
from playwright.sync_api import Browser, Page, expect, sync_playwright

LAPTOP = {"width": 1280, "height": 800}

# A busy machine is not a bug: what is expected is waited for as long as any other step.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The app, on a port of its own; one for all tests of a process."""
    with serve() as running:
        yield running


# While Playwright is open its event loop holds the thread; closed after each file, it is in no one's way.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        running = chromium.launch(playwright)
        yield running
        running.close()


@pytest.fixture
def browser_errors() -> list[str]:
    """What went wrong in the pages of this test: console errors and uncaught exceptions.

    They fail the test at its end; a test that provokes one on purpose looks at the list and clears it.
    """
    return []


@pytest.fixture
def new_page(browser: Browser, browser_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Makes pages, each in a fresh profile: `new_page(color_scheme="dark", viewport={...})`."""
    contexts = []

    def make(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": LAPTOP, "locale": "en-GB", **options})
        contexts.append(context)
        page = context.new_page()
        watch_errors(page, browser_errors)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not browser_errors


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page of laptop size in a fresh profile."""
    return new_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Put the end of the server's log under a failure."""
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    # After the last test of a process the server is gone, and its log with it.
    if report.failed and isinstance(server, Server) and server.log.exists():
        report.sections.append(("server log", server.log.read_text(errors="replace")[-5000:]))
    return report
