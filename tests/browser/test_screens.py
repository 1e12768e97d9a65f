"""Pages in large type do not jump; `test_every_page.py` checks pages in the usual type."""

from collections.abc import Callable

import pytest
from driver import Server, open_page, see_that_it_fits
from playwright.sync_api import Page
from steady import MOST_SHIFT, OBSERVE

# What lies over something else in the head of the page.
COVERED = """() => {
    const head = '.st-key-navigation a, [data-testid="stMainMenu"], [data-testid="stAppDeployButton"]';
    const drawn = [...document.querySelectorAll(head), ...document.querySelector(
        '[class*="st-key-pages_menu"] [data-testid="stBidiComponentIsolated"]',
    ).shadowRoot.querySelectorAll(".opener, .open-share")].filter((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect();
    return drawn.flatMap((one) => drawn.filter((other) => other !== one
        && box(one).left < box(other).right && box(other).left < box(one).right
        && box(one).top < box(other).bottom && box(other).top < box(one).bottom).map((other) => other.textContent));
}"""


# A busy server draws a page element by element: each message of a run arrives this long after the one before.
ONE_BY_ONE = """
    window.WebSocket = class extends WebSocket {
        addEventListener(type, listen, ...how) {
            if (type !== "message") return super.addEventListener(type, listen, ...how);
            let due = 0;
            super.addEventListener(type, (message) => {
                due = Math.max(due + 60, performance.now());
                setTimeout(() => listen(message), due - performance.now());
            }, ...how);
        }
        set onmessage(listen) { this.addEventListener("message", listen); }
    };
"""


@pytest.mark.parametrize(
    ("width", "names"),
    [
        (1280, ["Vocabulary", "Homework"]),
        (390, ["", "Train", "Tokenizer file"]),
    ],
)
def test_a_default_font_of_32_px_moves_and_cuts_nothing_on_a_busy_server(
    new_page: Callable[..., Page], server: Server, width: int, names: list[str]
) -> None:
    page = new_page(viewport={"width": width, "height": {1280: 720, 390: 844}[width]})
    browser = page.context.new_cdp_session(page)
    browser.send("Page.enable")
    script = browser.send("Page.addScriptToEvaluateOnNewDocument", {"source": ONE_BY_ONE})
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
    try:
        for name in names:
            open_page(page, server, name)
            assert page.evaluate(OBSERVE) < MOST_SHIFT, name
            see_that_it_fits(page)
            assert page.evaluate(COVERED) == [], name
    finally:
        # Other tests use the page later, and all pages of the browser have these sizes.
        browser.send("Page.removeScriptToEvaluateOnNewDocument", script)
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
