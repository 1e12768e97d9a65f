"""Every page begins with its picture: its position on screens of four sizes, and how much of it is visible."""

from collections.abc import Iterator
from typing import NamedTuple

from driver import wait_for_run
from playwright.sync_api import Page


class Size(NamedTuple):
    """A screen: how far down a picture may begin, and how much of it must be visible, in pixels."""

    width: int
    height: int
    lowest_top: int
    least_seen: int


SIZES = (Size(1280, 720, 262, 400), Size(844, 390, 389, 1), Size(360, 640, 639, 1), Size(390, 844, 300, 1))

MARKS = 10
"""At least this many tokens, bars or arcs must be visible, or all of them."""


TABLES = {"Prices", "Save", "Homework", "Tokenizer file"}
"""The pages that show tables, a sentence, or the box for files until one is open, and no picture."""

# A question that has a text as its subject.
QUERIES = {"Challenge": {"challenge_kind": "pair", "challenge_seed": 1}}

# The element that draws tokens, bars or arcs has an attribute with their selector; a view may also be a table.
MEASURE = """node => {
    const box = node.getBoundingClientRect();
    const [bottom, right] = [Math.min(box.bottom, innerHeight), Math.min(box.right, innerWidth)];
    const marks = [...node.querySelectorAll(node.dataset.picture)];
    const seen = marks.filter((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return width && x > box.left && x < right && y > box.top && y < bottom;
    });
    return { top: box.top, height: box.height, seen: bottom - box.top, marks: seen.length, all: marks.length };
}"""


def misplaced(page: Page) -> Iterator[str]:
    """Yield where the page's picture is too low or not visible, on each screen; the page keeps the last size."""
    picture = page.locator(
        "[data-picture], [data-testid=stDataFrame], [data-testid=stFileUploader], .st-key-hero"
    ).first
    for width, height, lowest_top, least_seen in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_run(page)
        found = picture.evaluate(MEASURE)
        if found["top"] > lowest_top:
            yield f"{width}x{height}: begins {found['top']:.0f} px from the top, {lowest_top} at most"
        if found["seen"] < min(least_seen, found["height"]):
            yield f"{width}x{height}: {found['seen']:.0f} px are seen, {least_seen} at least"
        if found["marks"] < min(MARKS, found["all"]):
            yield f"{width}x{height}: {found['marks']} of {found['all']} marks are seen"
