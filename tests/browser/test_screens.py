"""No page jumps while it loads or while one types, or reaches over the edge of a small or an enlarged screen."""

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page

from explorer_ui.shell.course import PAGES

MOST_SHIFT = 0.1
"""From here on the Web Vitals call a layout shift noticeable."""

# As the Web Vitals have it: the worst window of at most five seconds in which no second passes without a shift.
OBSERVE = """window.shift = 0;
let sum = 0, first = -Infinity, last = -Infinity;
new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value } of list.getEntries()) {
        if (hadRecentInput) continue;
        if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
        [sum, last] = [sum + value, startTime];
        window.shift = Math.max(window.shift, sum);
    }
}).observe({ type: "layout-shift", buffered: true });"""

# A laptop of 1280 pixels at 200%, the narrowest phone, and between phone and tablet.
SIZES = ((640, 360), (320, 640), (440, 900))

SIDEWAYS = """() => {
    const main = document.querySelector('[data-testid="stMain"]');
    return Math.max(main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth);
}"""

# A choice of which less than this is seen says nothing.
LEAST_CHOICE = 140
NARROWEST = """() => Math.min(9999, ...[...document.querySelectorAll(
    '.st-key-question [data-testid="stSelectbox"], .st-key-question [data-testid="stMultiSelect"]')]
    .map((node) => node.getBoundingClientRect().width).filter(Boolean))"""


@pytest.mark.parametrize("width", [390, 1280, 360])
def test_start_does_not_jump_while_it_loads(page: Page, server: Server, width: int) -> None:
    page.add_init_script(OBSERVE)
    page.set_viewport_size({"width": width, "height": {390: 844, 1280: 720, 360: 640}[width]})
    open_page(page, server)
    assert page.evaluate("window.shift") < MOST_SHIFT


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_nothing_is_too_wide(page: Page, server: Server, name: str) -> None:
    open_page(page, server, "" if name == "Start" else name)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_run(page)
        assert page.evaluate(SIDEWAYS) <= 0, f"{width}x{height}"
        if width > 400:
            assert page.evaluate(NARROWEST) >= LEAST_CHOICE, f"{width}x{height}"
