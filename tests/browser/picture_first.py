"""A page on screens of four sizes: it begins with its picture, fits the width, and is at most two screens high."""

from collections.abc import Iterator
from typing import NamedTuple

from driver import at_rest, see_that_it_fits, wait_for_run
from playwright.sync_api import Page, ViewportSize


class Size(NamedTuple):
    """A screen: how far down a picture may begin, how much of it must be visible, in pixels, and how many marks."""

    width: int
    height: int
    lowest_top: int
    least_seen: int = 1
    marks: int = 10
    """At least this many tokens, bars or arcs must be visible, or all of them."""


# A phone, the narrowest one, a laptop of 1280 pixels at 200%, a small laptop.
SIZES = (
    Size(390, 844, lowest_top=300),
    Size(320, 640, lowest_top=639),
    Size(640, 360, lowest_top=359, marks=5),
    Size(1280, 720, lowest_top=262, least_seen=400),
)
SMALL_LAPTOP: ViewportSize = {"width": SIZES[-1].width, "height": SIZES[-1].height}

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


# A select box narrower than this does not show its option.
LEAST_CHOICE = 140
NARROWEST = """() => Math.min(9999, ...[...document.querySelectorAll(
    '.st-key-question [data-testid="stSelectbox"], .st-key-question [data-testid="stMultiSelect"]')]
    .map((node) => node.getBoundingClientRect().width).filter(Boolean))"""


def wrong_on_screens(page: Page, name: str) -> Iterator[str]:
    """Yield what is wrong with a page, and the position of its picture, on each screen; it keeps the last size."""
    picture = page.locator(
        "[data-picture], [data-testid=stDataFrame], [data-testid=stFileUploader], .st-key-hero"
    ).first
    for width, height, lowest_top, least_seen, marks in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_for_run(page)
        page.get_by_test_id("stMain").evaluate("node => node.scrollTo(0, 0)")
        see_that_it_fits(page)
        if width > 400 and page.evaluate(NARROWEST) < LEAST_CHOICE:
            yield f"{width}x{height}: a choice is narrow"
        if name == "Start":
            continue
        found = at_rest(page, lambda: picture.evaluate(MEASURE))
        if found["top"] > lowest_top:
            yield f"{width}x{height}: begins {found['top']:.0f} px from the top, {lowest_top} at most"
        if found["seen"] < min(least_seen, found["height"]):
            yield f"{width}x{height}: {found['seen']:.0f} px are seen, {least_seen} at least"
        if found["marks"] < min(marks, found["all"]):
            yield f"{width}x{height}: {found['marks']} of {found['all']} marks are seen"
    high = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    if high > 2 * height:
        yield f"{high} pixels are more than two screens"
