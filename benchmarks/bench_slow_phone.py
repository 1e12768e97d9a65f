"""What a slow phone loads, and how long it waits: Start cold and warm, the other pages, and the static site.

    python -m benchmarks.bench_slow_phone

Headless Chromium at 390x844 against a local server, with a CPU four times slower and the network of
Chromium's "Fast 3G": 562 ms per round trip, 1.6 Mbit/s down, 0.75 Mbit/s up, which Chromium does not apply to
the websocket. KB counts everything received, including headers; websocket messages count before compression.
"painted" is the first contentful paint or, on the pages after Start, the time until the picture is drawn.
"tokens" is the time until tokens of the text in the link are on the screen: GPT-2's, which the document itself
computes. "done" is the time until the app's own tokens are there or, on the pages after Start, until everything
is drawn. The files of the static site are sent compressed, and the text is typed there as soon as there is a box
for it. Seconds depend on what else the machine does; KB and requests do not.
"""

import gzip
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page, sync_playwright

from benchmarks.measure import KEEP, tell
from explorer_ui.site.files import site_files
from explorer_ui.visit.links import text_to_query
from tests.browser.chromium import launch
from tests.browser.driver import Server, serve, wait_for_run

TEXT = text_to_query("strawberry jam")
FIRST = """() => [...document.querySelectorAll("#bpe-first-sight i")].some(({ textContent }) => /jam\\d+$/.test(textContent))"""
TOKENS = """() => [...document.querySelectorAll("*")].some(({ shadowRoot }) =>
    [...shadowRoot?.querySelectorAll(".bpe-strip .tok") ?? []].some((token) => token.textContent.endsWith("jam")))"""
RESTED = """() => [...document.querySelectorAll('link[data-page=""]')].every(({ href }) => performance.getEntriesByName(href)[0])"""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime / 1000"
SHIFTS = """new Promise((done) => new PerformanceObserver((list) => done(
    list.getEntries().filter((shift) => !shift.hadRecentInput).reduce((sum, shift) => sum + shift.value, 0),
)).observe({ type: "layout-shift", buffered: true }))"""
ROUND_TRIP_MS = 562
DOWN, UP = 1_600_000 // 8, 750_000 // 8  # bytes per second
SLOWER = 4
# Elements that are on the screen of a page when its picture is drawn.
PICTURES = {
    "Train": ".bpe-player:not(.opening) .tok",  # Start has a player too
    "Bytes": ".st-key-tokens_strip",
    "Tokens": ".bpe-strip .tok",
    "Vocabulary": ".st-key-vocabulary_tree",
    "Growth": ".st-key-growth",
}


@dataclass
class Traffic:
    """What a page has received since the last `take`."""

    requests: int = 0
    received: int = 0
    told: int = 0

    def watch(self, session: CDPSession) -> None:
        """Count what the page of this session receives."""
        inline = set()  # requests for `data:` or `blob:` addresses, which send nothing

        def sent(event: dict[str, Any]) -> None:
            if event["request"]["url"].startswith(("data:", "blob:")):
                inline.add(event["requestId"])
            else:
                self._add(requests=1)

        def finished(event: dict[str, Any]) -> None:
            if event["requestId"] not in inline:
                self._add(received=event["encodedDataLength"])

        session.on("Network.requestWillBeSent", sent)
        session.on("Network.loadingFinished", finished)
        session.on(
            "Network.webSocketFrameReceived",
            # Binary frames arrive here in base64.
            lambda event: self._add(told=3 * len(event["response"]["payloadData"]) // 4),
        )

    def _add(self, *, requests: int = 0, received: int = 0, told: int = 0) -> None:
        self.requests += requests
        self.received += received
        self.told += told

    def take(self) -> str:
        """Return the cells of the table, and start counting again."""
        cells = f"{self.requests} | {self.received / 1000:,.0f} | {self.told / 1000:,.0f}"
        self.requests = self.received = self.told = 0
        return cells


def main() -> None:
    """Print the table."""
    tell("slow phone", _rows(), keep=KEEP in sys.argv)


def _rows() -> Iterator[str]:
    yield "| page | requests | KB | KB, websocket | painted, s | tokens, s | done, s | layout shift |"
    yield "|---|---|---|---|---|---|---|---|"
    with serve() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
        for name in ("Start, cold", "Start, warm"):
            page, traffic = _slow_page(context)
            yield _start(page, traffic, server, name)
            page.wait_for_function(RESTED, polling=200)
            yield f"| preloaded after it | {traffic.take()} | | | | |"
            if name.endswith("warm"):
                yield from _pages(page, traffic)
            page.close()
        with _host() as address:
            yield _site(*_slow_page(context), address)
        browser.close()


def _slow_page(context: BrowserContext) -> tuple[Page, Traffic]:
    page, traffic = context.new_page(), Traffic()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": ROUND_TRIP_MS, "downloadThroughput": DOWN, "uploadThroughput": UP},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    traffic.watch(session)
    page.set_default_timeout(180_000)
    return page, traffic


def _start(page: Page, traffic: Traffic, server: Server, name: str) -> str:
    def act() -> None:
        page.goto(f"{server.url}/?text={TEXT}", wait_until="commit")
        page.wait_for_function(FIRST, polling=50)

    tokens = _seconds(act)
    seconds = tokens + _seconds(lambda: page.wait_for_function(TOKENS, polling=50))
    wait_for_run(page)
    painted, shift = page.evaluate(PAINTED), page.evaluate(SHIFTS)
    return f"| {name} | {traffic.take()} | {painted:.1f} | {tokens:.1f} | {seconds:.1f} | {shift:.3f} |"


def _pages(page: Page, traffic: Traffic) -> Iterator[str]:
    for name, picture in PICTURES.items():
        link = page.locator(f".st-key-navigation [data-page='{name}']")

        def act(link=link, picture=picture) -> None:
            page.get_by_role("button", name="all pages").click()
            link.click()
            page.locator(picture).first.wait_for()

        painted = _seconds(act)
        seconds = painted + _seconds(lambda: wait_for_run(page))
        yield f"| {name} | {traffic.take()} | {painted:.1f} | | {seconds:.1f} | |"


@contextmanager
def _host() -> Iterator[str]:
    files = {f"/{name}": gzip.compress(data, mtime=0) for name, data in site_files().items()}
    files["/"] = files["/index.html"]

    class Host(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            data = files.get(self.path, b"")
            self.send_response(200 if data else 404)
            self.send_header("Content-Type", guess_type(self.path)[0] or "text/html")
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _site(page: Page, traffic: Traffic, address: str) -> str:
    def act() -> None:
        page.goto(address, wait_until="commit")
        page.get_by_role("textbox", name="Your text").fill("strawberry jam")
        page.locator("bpe-tokens .tok").first.wait_for()

    seconds = _seconds(act)
    return f"| Site, cold | {traffic.take()} | {page.evaluate(PAINTED):.1f} | {seconds:.1f} | | {page.evaluate(SHIFTS):.3f} |"


def _seconds(act: Callable[[], None]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
