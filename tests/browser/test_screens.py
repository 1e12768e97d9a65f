"""No page jumps while it loads or while someone types, or overflows a small or enlarged screen."""

from collections.abc import Callable

import pytest
from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page

from explorer_ui.words.course import PAGES, page_of

MOST_SHIFT = 0.1
"""From this value on, a layout shift is noticeable according to Web Vitals."""

# As Web Vitals define it: the worst window of at most five seconds in which no second passes without a shift.
# The browser returns all shifts since the document was opened, so no initialization script is needed; it
# would stay with the page, which later tests use again.
OBSERVE = """() => {
    window.shift = 0;
    let sum = 0, first = -Infinity, last = -Infinity;
    const add = (entries) => {
        for (const { hadRecentInput, startTime, value } of entries) {
            if (hadRecentInput) continue;
            if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
            [sum, last] = [sum + value, startTime];
            window.shift = Math.max(window.shift, sum);
        }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    add(observer.takeRecords());
    return window.shift;
}"""

# A laptop of 1280 pixels at 200%, the narrowest phone, and between phone and tablet.
SIZES = ((640, 360), (320, 640), (440, 900))

SIDEWAYS = """() => {
    const main = document.querySelector('[data-testid="stMain"]');
    return Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth);
}"""

# A select box narrower than this does not show its option.
LEAST_CHOICE = 140
NARROWEST = """() => Math.min(9999, ...[...document.querySelectorAll(
    '.st-key-question [data-testid="stSelectbox"], .st-key-question [data-testid="stMultiSelect"]')]
    .map((node) => node.getBoundingClientRect().width).filter(Boolean))"""


@pytest.mark.parametrize("width", [1280, 360])
def test_start_does_not_jump_while_it_loads(page: Page, server: Server, width: int) -> None:
    page.set_viewport_size({"width": width, "height": {1280: 720, 360: 640}[width]})
    open_page(page, server)
    assert page.evaluate(OBSERVE) < MOST_SHIFT


@pytest.mark.parametrize("width", [1280, 390])
def test_a_default_font_of_32_px_moves_and_cuts_nothing(
    new_page: Callable[..., Page], server: Server, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": {1280: 720, 390: 844}[width]})
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 32}})
    for name in ("", "Train", "Vocabulary"):
        open_page(page, server, name)
        assert page.evaluate(OBSERVE) < MOST_SHIFT, name
        assert page.evaluate(SIDEWAYS) <= 0, name
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


def type_a_word(page: Page) -> None:
    box = text_box(page)
    box.press("End")
    wait_for_run(page)
    page.evaluate("window.shift = 0")
    box.press_sequentially(" more")
    wait_for_run(page)


@pytest.mark.parametrize("name", ["Encode", "Growth", "Seam"])
def test_a_wide_page_does_not_jump(page: Page, server: Server, name: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, server, name)
    assert page.evaluate(OBSERVE) < MOST_SHIFT
    type_a_word(page)
    assert page.evaluate("window.shift") < MOST_SHIFT


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_nothing_jumps_or_is_too_wide(page: Page, server: Server, name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, server, "" if name == "Start" else name)
    assert page.evaluate(OBSERVE) < MOST_SHIFT
    if page_of(name).takes_text:
        type_a_word(page)
    assert page.evaluate("window.shift") < MOST_SHIFT, "while typing"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_run(page)
        assert page.evaluate(SIDEWAYS) <= 0, f"{width}x{height}"
        if width > 400:
            assert page.evaluate(NARROWEST) >= LEAST_CHOICE, f"{width}x{height}"
