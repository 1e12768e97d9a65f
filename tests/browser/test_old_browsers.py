"""The oldest browsers that docs/deploying.md names, and those that store nothing; and a page that can't appear says why."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from class_lesson import LAPTOP, PHONE, end_class, join, open_class, see_step
from component_pages import go
from driver import PATIENCE_SECONDS, Server, go_to, open_page, share, text_box, until, wait_for_run
from playwright.sync_api import Browser, Page, expect

from bpe_core import load_published

TEXT = "naïve שלום 👍🏽 12345"

# What Firefox 115, Chrome 110 or Safari 16.4 lack of what later ones have, and storage that the visitor has blocked.
LACKING = {
    "old": """
        for (const [owner, ...names] of [
            [Intl, "Segmenter"], [Promise, "withResolvers", "try"], [Object, "groupBy"], [Map, "groupBy"],
            [Array, "fromAsync"], [globalThis, "Iterator"], [URL, "parse", "canParse"], [AbortSignal, "any"],
            [RegExp, "escape"], [String.prototype, "isWellFormed", "toWellFormed"],
            [Uint8Array.prototype, "toBase64", "toHex"],
            [Set.prototype, "union", "intersection", "difference", "isSubsetOf"],
        ])
            for (const name of names) delete owner[name];
        for (const take of ["querySelector", "querySelectorAll", "matches", "closest"])
            for (const { prototype } of [Document, DocumentFragment, Element]) {
                const native = prototype[take];
                if (native) prototype[take] = function (selector) {
                    if (/:has\\(/u.test(selector)) throw new SyntaxError(selector);
                    return native.call(this, selector);
                };
            }
    """,
    "storing nothing": """
        for (const name of ["localStorage", "sessionStorage"])
            Object.defineProperty(window, name, {
                get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
            });
    """,
}


@contextmanager
def page_with(browser: Browser, script: str, **options: object) -> Iterator[Page]:
    """A page in whose documents the script runs first."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_SECONDS * 1000)
    context.add_init_script(script)
    yield context.new_page()
    context.close()


def test_an_old_browser_and_one_that_stores_nothing_teach_and_follow_each_other(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    errors: list[str] = []
    with page_with(browser, LACKING["old"]) as old, page_with(browser, LACKING["storing nothing"]) as other:
        for page in (old, other):
            page.on("pageerror", lambda error: errors.append(str(error)))
        for teacher, student in ((old, other), (other, old)):
            teacher.set_viewport_size(LAPTOP["viewport"])
            open_page(teacher, server, "Tokens", tokenizer="gpt2")
            text_box(teacher).fill(TEXT * 3)
            wait_for_run(teacher)
            teacher.locator(".bpe-strip").get_by_role("button", name="Ids", exact=True).click()
            ids = teacher.locator(".bpe-strip .tok")
            expect(ids).to_have_text([str(id_) for id_ in load_published("gpt2").encode_ordinary(TEXT * 3)])
            go_to(teacher, "Train")
            student.set_viewport_size(PHONE["viewport"])
            join(student, server, open_class(teacher))
            go(teacher, 2)
            see_step(student, 2)
            teacher.get_by_label("Step number").blur()
            teacher.keyboard.press("p")
            expect(teacher.locator(".bpe-player.presenting, .presenting .bpe-player").first).to_be_visible()
            teacher.keyboard.press("p")
            # A full screen cannot be given another size.
            until(teacher, lambda teacher=teacher: teacher.evaluate("document.fullscreenElement"), None)
            end_class(teacher)
        share(other, "Save as a web page")
        with other.expect_download() as saving:
            other.get_by_role("dialog").get_by_role("button", name="Save bpe.html").click()
        saving.value.save_as(tmp_path / "bpe.html")
        # Last, since a file is opened in another process.
        for page in (other, old):
            page.goto((tmp_path / "bpe.html").as_uri())
            go(page, 1)
    assert not errors


def without_websocket(page: Page) -> None:
    page.route_web_socket("**/_stcore/stream", lambda socket: socket.close())


def without_file(name: str) -> Callable[[Page], None]:
    return lambda page: page.route(re.compile(rf"/{name}\.[^/]*\.js"), lambda route: route.abort())


# What is wrong, and the beginning of what is said 15 seconds later.
BROKEN = {
    "script": (without_file("index"), "A script of this page could not be loaded."),
    "module": (without_file("text_box"), "Part of this page could not be loaded."),
    # Last, since the route of a web socket stays.
    "websocket": (without_websocket, "Can't connect to the server."),
}


def test_a_page_that_does_not_appear_says_why(browser: Browser, server: Server) -> None:
    with page_with(browser, "") as page:
        page.clock.install()
        for broken, (breaks, words) in BROKEN.items():
            page.unroute_all()
            breaks(page)
            page.goto(f"{server.url}/train")
            said = page.locator("#bpe-first-sight > p")
            expect(said).to_have_text("The page is loading.")
            if broken != "script":
                state = "CONNECTED" if broken == "module" else "PINGING_SERVER"
                page.locator(f'[data-testid="stApp"][data-test-connection-state="{state}"]').wait_for()
            page.clock.run_for(16_000)
            expect(said).to_contain_text(words)
            expect(said).to_be_in_viewport()


def test_a_browser_that_is_too_old_is_told_so(browser: Browser, server: Server) -> None:
    lacking = "delete globalThis[location.hash.slice(1)]; delete Array.prototype[location.hash.slice(1)]"
    with page_with(browser, lacking) as page:
        for address in ("train#toSorted", "train?view=player#DecompressionStream"):
            page.goto(f"{server.url}/{address}")
            expect(page.get_by_text("Chrome or Edge 110, Firefox 115 or Safari 16.4")).to_be_visible()
