"""Whether a page jumps while it loads or while someone types, or an element is larger than its box."""

from playwright.sync_api import Page

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
            // A test that sets it to 0 does not want to know what was before.
            if (!window.shift || startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime];
            [sum, last] = [sum + value, startTime];
            window.shift = Math.max(window.shift, sum);
        }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    add(observer.takeRecords());
    return window.shift;
}"""


def spilling(page: Page, selector: str) -> list[str]:
    """The texts of the elements that are larger than their box, or extend beyond the window."""
    found: list[str] = page.locator(selector).evaluate_all(
        """nodes => nodes.filter((node) => node.checkVisibility({ contentVisibilityAuto: true })
            && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1
                || node.getBoundingClientRect().right > innerWidth)).map((node) => node.textContent)"""
    )
    return found
