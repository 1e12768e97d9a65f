"""Whether a page jumps while it loads or while someone types, or overflows a small or enlarged screen."""

from collections.abc import Iterator

from driver import text_box, wait_for_run
from playwright.sync_api import Page
from profiles import PHONE

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


def type_a_word(page: Page) -> None:
    box = text_box(page)
    box.press("End")
    wait_for_run(page)
    page.evaluate("window.shift = 0")
    box.press_sequentially(" more")
    wait_for_run(page)


def jumps_on_loading(page: Page) -> Iterator[str]:
    """Yield whether the page has moved since it was opened."""
    if page.evaluate(OBSERVE) >= MOST_SHIFT:
        yield "it jumps while it loads"


def jumps_on_typing(page: Page) -> Iterator[str]:
    """Yield whether the page moves while a word is typed on a phone."""
    page.set_viewport_size(PHONE)
    wait_for_run(page)
    type_a_word(page)
    if page.evaluate("window.shift") >= MOST_SHIFT:
        yield "it jumps while one types"


def too_high(page: Page) -> Iterator[str]:
    """Yield by how much the opening example takes more than two screens of a small laptop."""
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_for_run(page)
    high = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    if high > 2 * 720:
        yield f"{high} pixels are more than two screens"


def overflows(page: Page) -> Iterator[str]:
    """Yield the sizes of the screen on which the page scrolls sideways, or cuts off what is chosen."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_run(page)
        if page.evaluate(SIDEWAYS) > 0:
            yield f"too wide for {width}x{height}"
        if width > 400 and page.evaluate(NARROWEST) < LEAST_CHOICE:
            yield f"a choice is narrow on {width}x{height}"
