"""Under a finger: what is pressed is large enough, nothing zooms by accident, nothing is wider than the screen."""

from collections.abc import Callable

import pytest
from driver import Server, open_page
from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}

# Under 40 pixels high, or narrower than 30; or a field that a phone zooms in on.
SMALL = """player => [...player.querySelectorAll("button, select, input, summary")].filter(node => {
    const { width, height } = node.getBoundingClientRect();
    const zooms = node.matches("select, input:not([type=range])") && parseFloat(getComputedStyle(node).fontSize) < 16;
    return node.checkVisibility({ visibilityProperty: true }) && width > 1 && !node.closest(".tree, .stage")
        && (height < 40 || width < 30 || zooms);
}).map(node => `${node.className} ${node.ariaLabel ?? node.textContent} ${node.offsetWidth}x${node.offsetHeight}`)"""


@pytest.mark.parametrize("kind", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize(
    "name", ["Predict the next step before you see it", "Make your own merges, next to BPE's"]
)
def test_what_is_pressed_is_large_enough(
    new_page: Callable[..., Page], server: Server, kind: dict[str, object], name: str
) -> None:
    page = new_page(**kind)
    open_page(page, server, "Train", step=6)
    player = page.locator(".bpe-player")
    before = page.locator(".stage .tok").first.bounding_box()
    assert player.evaluate(SMALL) == []
    page.get_by_role("button", name=name).tap()
    page.locator(".stage .tok").nth(1).tap()
    expect(page.get_by_role("status").filter(has_text="Now touch the token next to it.")).to_be_visible()
    after = page.locator(".stage .tok").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"]
    page.locator(".stage .tok").nth(2).tap()
    assert player.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("visualViewport.scale") == 1


# What a finger meets 18 pixels above, below and next to a help sign.
AROUND = """sign => {
    sign.scrollIntoView({ block: "center" });
    const { x, y, width, height } = sign.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return [[0, 0], [0, -18], [0, 18], [-18, 0], [18, 0]].map(
        ([right, down]) => document.elementFromPoint(middle[0] + right, middle[1] + down) === sign
            || sign.contains(document.elementFromPoint(middle[0] + right, middle[1] + down)));
}"""


def test_a_finger_meets_help_signs(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(**PHONE)
    open_page(page, server, "Bytes")
    signs = page.get_by_role("button", name="Help for")
    assert [all(sign.evaluate(AROUND)) for sign in signs.all()] == [True] * 4


def test_no_table_lies_over_what_follows_it(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(**PHONE)
    open_page(page, server, "Vocabulary", tokenizer="gpt2")
    tables = page.get_by_test_id("stDataFrame")
    expect(tables).to_have_count(3)
    for following, table in (("What the list is made of", tables.nth(1)), ("Try this", tables.nth(2))):
        lower, upper = page.get_by_role("heading", name=following).bounding_box(), table.bounding_box()
        assert lower is not None
        assert upper is not None
        assert upper["y"] + upper["height"] <= lower["y"]
