"""On a touch screen: targets are large enough, nothing zooms by accident, nothing is wider than the screen."""

from collections.abc import Callable

from component_pages import PLAYER, STRIP, Opener
from driver import Server, box_of, go_to, open_page, see_that_it_fits, share, until, wait_for_run
from playwright.sync_api import Locator, Page, ViewportSize, expect
from steady import spilling

from explorer_ui.visit.links import text_to_query

UPRIGHT: ViewportSize = {"width": 390, "height": 844}
PHONE = {"viewport": UPRIGHT, "has_touch": True, "is_mobile": True}
TABLET: ViewportSize = {"width": 820, "height": 1180}

# Controls under 40 pixels high or narrower than 30, and fields that a phone would zoom in on.
SMALL = """player => [...player.querySelectorAll("button, select, input, summary")].filter(node => {
    const { width, height } = node.getBoundingClientRect();
    const zooms = node.matches("select, input:not([type=range])") && parseFloat(getComputedStyle(node).fontSize) < 16;
    return node.checkVisibility({ visibilityProperty: true }) && width > 1 && !node.closest(".tree, .stage")
        && (height < 40 || width < 30 || zooms);
}).map(node => `${node.className} ${node.ariaLabel ?? node.textContent} ${node.offsetWidth}x${node.offsetHeight}`)"""


def test_what_is_pressed_is_large_enough(open_picture: Opener) -> None:
    for size in (UPRIGHT, TABLET):
        page = open_picture(PLAYER, "Train", {"step": "6"}, **PHONE)
        page.set_viewport_size(size)
        usual = box_of(page.locator(".stage .tok").first)["height"]
        assert page.locator(".bpe-player").evaluate(SMALL) == []
        page.get_by_role("button", name="Predict the next step before you see it").tap()
        check_sizes(page, usual)
    page = open_picture(PLAYER, "By hand", **PHONE)
    for size in (TABLET, UPRIGHT):
        page.set_viewport_size(size)
        check_sizes(page, usual)


def check_sizes(page: Page, usual: float) -> None:
    """Check the sizes of tokens that are to be touched, and of controls after one was; usually a token is lower."""
    player = page.locator(".bpe-player")
    assert player.evaluate(SMALL) == []
    page.locator(".stage .tok").nth(1).tap()
    expect(page.get_by_role("status").filter(has_text="Now touch the token next to it.")).to_be_visible()
    assert box_of(page.locator(".stage .tok").first)["height"] > usual
    sizes = page.locator(".stage .tok").evaluate_all(
        "nodes => nodes.map(n => [n.offsetWidth, n.offsetHeight])"
    )
    assert min(min(size) for size in sizes) >= 32
    page.locator(".stage .tok").nth(2).tap()
    assert player.evaluate(SMALL) == []
    see_that_it_fits(page)
    assert page.evaluate("visualViewport.scale") == 1


# The elements 18 pixels above, below and next to a help sign, where a finger may touch.
AROUND = """sign => {
    sign.scrollIntoView({ block: "center" });
    const { x, y, width, height } = sign.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    return [[0, 0], [0, -18], [0, 18], [-18, 0], [18, 0]].map(
        ([right, down]) => document.elementFromPoint(middle[0] + right, middle[1] + down) === sign
            || sign.contains(document.elementFromPoint(middle[0] + right, middle[1] + down)));
}"""


SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
ROOM_BELOW = """() => {
    const { scrollHeight, scrollTop, clientHeight } = document.querySelector("[data-testid=stMain]");
    return scrollHeight - scrollTop - clientHeight;
}"""


def swipe(page: Page, node: Locator, *, up: int) -> None:
    """Swipe upwards from the middle of an element."""
    box = box_of(node)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = page.context.new_cdp_session(page)
    for kind, by in (
        ("touchStart", 0),
        *(("touchMove", up * part // 8) for part in range(1, 9)),
        ("touchEnd", 0),
    ):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y - by}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_meets_every_control_and_sign_swipes_over_tables_and_is_told_of_what_it_touches(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(**PHONE)
    open_page(page, server, "Train", tokenizer="gpt2")
    see_that_controls_fit(page)
    go_to(page, "Vocabulary")
    see_that_tables_take_no_swipe(page)

    go_to(page, "Characters")
    signs = page.get_by_role("button", name="Help for")
    expect(signs).to_have_count(4)
    until(
        page,
        lambda: signs.evaluate_all(f"signs => signs.every((sign) => ({AROUND})(sign).every(Boolean))"),
        True,
    )
    for name, fact in (("Characters", "U+"), ("Decode", "bytes"), ("Start", "occurs here")):
        if name != "Characters":
            go_to(page, name)
        token = page.locator(".bpe-strip .tok").first
        token.scroll_into_view_if_needed()
        token.tap()
        sheet = sheet_over(page, token)
        expect(sheet).to_contain_text(fact)
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)


def see_that_controls_fit(page: Page) -> None:
    """On Train and Encode, presenting too; in landscape the picture is in view."""
    controls = ".bpe-player .transport :is(button, select)"
    for name in ("Train", "Encode"):
        if name != "Train":
            go_to(page, name)
        expect(page.locator(".bpe-player .tok").first).to_be_visible()
        assert spilling(page, controls) == [], name
        share(page, "Project the picture")
        expect(page.locator(".bpe.presenting")).to_have_count(1)
        assert spilling(page, f"{controls}, .bpe-player :is(.past, .upcoming)") == [], name
        page.keyboard.press("Escape")
        expect(page.locator(".presenting")).to_have_count(0)
        wait_for_run(page)
    page.set_viewport_size({"width": 844, "height": 390})
    for name in ("Encode", "Train"):
        go_to(page, name)
        for seen in (
            ".asked > strong",
            *(f".bpe-player {part}" for part in (".past", ".stage", "[aria-label='Play']")),
        ):
            expect(page.locator(seen).first).to_be_in_viewport(ratio=1)
    page.set_viewport_size(UPRIGHT)


def see_that_tables_take_no_swipe(page: Page) -> None:
    """None takes a swipe from the page, or lies over what follows it."""
    tables = page.get_by_test_id("stDataFrame")
    expect(tables).to_have_count(3)
    figures = page.get_by_role("heading", name="The vocabulary in figures")
    lower, upper = box_of(figures), box_of(tables.nth(1))
    assert upper["y"] + upper["height"] <= lower["y"]
    for table in tables.all():
        table.scroll_into_view_if_needed()
        before = page.evaluate(SCROLLED)
        # At the end of the page, downwards.
        swipe(page, table, up=90 if page.evaluate(ROOM_BELOW) > 100 else -90)
        page.wait_for_function(f"() => Math.abs({SCROLLED} - {before}) > 50")
    # The buttons that open the full screen stay visible after another table was touched.
    page.get_by_role("button", name="Fullscreen").first.tap()
    rows = tables.first.locator(".dvn-scroller")
    expect(rows).to_have_css("overflow-y", "auto")


def sheet_over(page: Page, token: Locator) -> Locator:
    """The panel about a touched token, which must be inside the window and must not cover the token."""
    sheet = page.locator(".sheet:popover-open")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(token).to_be_in_viewport(ratio=1)

    def are_apart() -> bool:
        # The boxes may be drawn anew while the answer to the touch arrives.
        box, touched = sheet.bounding_box(), token.bounding_box()
        if box is None or touched is None:
            return False
        return touched["y"] + touched["height"] <= box["y"] or box["y"] + box["height"] <= touched["y"]

    until(page, are_apart, expected=True)
    return sheet


SWIPE = """(sheet, by) => {
    const { x, y } = sheet.getBoundingClientRect();
    for (const [name, down] of [["touchstart", 0], ["touchmove", by / 2], ["touchend", by]]) {
        const touch = new Touch({ identifier: 1, target: sheet, clientX: x + 20, clientY: y + 10 + down });
        const touches = name === "touchend" ? [] : [touch];
        sheet.dispatchEvent(new TouchEvent(name, { bubbles: true, touches, changedTouches: [touch] }));
    } }"""


def test_a_touched_token_tells_about_itself_until_it_is_closed(open_picture: Opener) -> None:
    query = {"tokenizer": "gpt2", "text": text_to_query("The baker bakes bread")}
    page = open_picture(STRIP, "Tokens", query, **PHONE)
    token = page.locator(".bpe-strip .tok").first
    token.tap()
    sheet = sheet_over(page, token)
    for fact in ("464", "54 68 65", "1 of 5"):
        expect(sheet).to_contain_text(fact)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    token.tap()
    sheet_over(page, token)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    # It is swiped away too, but not by a small movement.
    token.tap()
    sheet_over(page, token).evaluate(SWIPE, 20)
    expect(sheet).to_be_visible()
    sheet.evaluate(SWIPE, 120)
    expect(sheet).to_have_count(0)

    # Next to a wide window, nothing covers the line of a touched token.
    page.set_viewport_size(TABLET)
    token = page.locator(".bpe-strip .tok").nth(3)
    token.tap()
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("bytes")
    expect(page.locator(".sheet:popover-open")).to_have_count(0)
    box, line = box_of(card), box_of(token)
    assert box["y"] >= line["y"] + line["height"] or box["y"] + box["height"] <= line["y"]


def test_a_touched_token_of_the_player_tells_about_itself_until_another_place_is_touched(
    open_picture: Opener,
) -> None:
    page = open_picture(PLAYER, "Train", {"step": "14"}, **PHONE)
    newest = page.locator(".stage .tok.newest").first
    newest.tap()
    sheet = sheet_over(page, newest)
    expect(sheet).to_contain_text("merge 14")
    expect(sheet.locator(".tree")).to_be_visible()
    other = page.locator(".stage .tok").first
    other.tap()
    expect(sheet_over(page, other)).to_contain_text("nothing: a base unit")
    page.locator(".past").tap()
    expect(sheet).to_have_count(0)
    newest.tap()
    sheet_over(page, newest).get_by_role("button", name="Go to merge 14, which made it").tap()
    expect(page.locator('.bpe-player[data-painted="13"]')).to_be_visible()
    expect(sheet).to_have_count(0)
