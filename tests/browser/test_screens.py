"""The landing page does not jump while it loads."""

import pytest
from driver import Server, open_page
from playwright.sync_api import Page

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


@pytest.mark.parametrize("width", [390, 1280, 360])
def test_start_does_not_jump_while_it_loads(page: Page, server: Server, width: int) -> None:
    page.add_init_script(OBSERVE)
    page.set_viewport_size({"width": width, "height": {390: 844, 1280: 720, 360: 640}[width]})
    open_page(page, server)
    assert page.evaluate("window.shift") < MOST_SHIFT
