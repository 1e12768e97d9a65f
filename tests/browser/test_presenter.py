"""The presenter view of every page: what a lecture hall sees, and the keys of a remote control."""

from collections.abc import Iterator

from driver import Server, at_rest, box_of, go_to, open_page, text_box, until, wait_for_run
from picture_first import SMALL_LAPTOP
from playwright.sync_api import Page, ViewportSize, expect

from explorer_ui.visit.links import text_to_query
from explorer_ui.words.course import PAGES

LECTURE_HALL: ViewportSize = {"width": 1920, "height": 1080}
LEAST_TYPE = 28

# In a drawing of tokens, bars or arcs, the letters are next to the marks.
MEASURE = """node => {
    const { currentCSSZoom: zoom } = node;
    const letters = [...node.querySelectorAll("*")].filter(
        (each) => !each.matches(".hex, .hex *, .label, .roof, .name, .tick, .count, .at, .id, .point, .bits, .bits *")
            && [...each.childNodes].some((child) => child.nodeType === 3 && child.data.trim()));
    const root = node.closest(".bpe");
    const { left, top, right, bottom } = root.getBoundingClientRect();
    return {
        type: Math.min(...letters.map((each) => parseFloat(getComputedStyle(each).fontSize) * zoom)),
        covered: [left, top, right, bottom].map(Math.round),
        spills: root.scrollHeight > root.clientHeight + 1 || root.scrollWidth > root.clientWidth + 1,
        picture: node.getBoundingClientRect().toJSON(),
    };
}"""


def enlarged(page: Page) -> None:
    """Wait until the size of the picture has not changed for a fifth of a second."""
    presented = page.locator(".bpe.presenting")
    at_rest(page, lambda: presented.evaluate("node => getComputedStyle(node).zoom"), looks=5)


def wrong_with_the_size(page: Page) -> Iterator[str]:
    """Yield what is too small or not in view, once the picture has its size in the presenter view of a lecture hall."""
    expect(page.locator(".bpe.presenting")).to_have_count(1)
    enlarged(page)
    picture = page.locator("[data-picture]").first
    found = picture.evaluate(MEASURE)
    if found["covered"] != [0, 0, 1920, 1080]:
        yield f"presented: covers {found['covered']}"
    if not found["type"] >= LEAST_TYPE:
        yield f"presented: type of {found['type']} px"
    box = found["picture"]
    if box["left"] < 0 or box["right"] > 1920 or box["width"] * box["height"] <= 0.27 * 1920 * 1080:
        yield f"presented: the picture is at {box}"
    if found["spills"]:
        yield "presented: something is below or beside the screen"
    if not picture.evaluate(SEEN):
        yield "presented: none of the marks is in view"


def wrong_when_presented(page: Page, name: str) -> Iterator[str]:
    """Show only the picture of an open page, then leave that view; yield what a lecture hall could not see."""
    page.set_viewport_size(LECTURE_HALL)
    wait_for_run(page)
    picture = page.locator("[data-picture]").first
    before = box_of(picture)
    page.keyboard.press("p")
    yield from wrong_with_the_size(page)
    if name != "Start":
        question = page.get_by_text(next(each.question for each in PAGES if each.name == name), exact=True)
        expect(question).to_be_in_viewport(ratio=1)
        if (size := question.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")) < LEAST_TYPE:
            yield f"presented: the question has {size} px"
    see_each_press(page)
    leave(page)
    after = box_of(picture)
    if any(after[side] != before[side] for side in ("x", "y", "width")):
        yield f"presented: the picture was at {before}, and is at {after} after it"


# Whether all of an element is in the window.
IS_SEEN = "node => node.getBoundingClientRect().bottom <= innerHeight"


def leave(page: Page) -> None:
    """Leave the presenter view."""
    page.keyboard.press("Escape")
    expect(page.locator(".bpe.presenting")).to_have_count(0)
    page.wait_for_function("() => !document.fullscreenElement")
    wait_for_run(page)


SEEN = """(node) => [...node.querySelectorAll(node.dataset.picture)].some((mark) => {
    const { left, top, width } = mark.getBoundingClientRect();
    return mark.checkVisibility() && width && left < innerWidth && top < innerHeight;
})"""


def see_each_press(page: Page) -> None:
    """Press Page Down: either the picture changes and is still seen, or the view says that it has no further step."""
    picture, note = page.locator("[data-picture]").first, page.locator(".presenter-bar .note")

    def drawn() -> list[str]:
        # What a remote control can change: everything that components draw.
        found: list[str] = page.locator(".presenting").evaluate_all(
            "nodes => nodes.map((node) => node.outerHTML)"
        )
        return found

    for _ in range(3):
        before = drawn()
        page.keyboard.press("PageDown")
        until(page, lambda before=before: any(note.all_text_contents()) or drawn() != before, expected=True)
        # A step may still be drawn.
        until(page, lambda: picture.evaluate(SEEN), expected=True)


def test_tokens_are_walked_through_sized_and_set_in_the_presenter_view_which_may_be_opened_again_at_once(
    page: Page, server: Server
) -> None:
    page.set_viewport_size(LECTURE_HALL)
    open_page(page, server, "Tokens", tokenizer="o200k_base", text=text_to_query("one two three"))
    page.keyboard.press("p")
    enlarged(page)
    # A remote control walks through the picture.
    marked = page.locator(".bpe-strip .tok.cursor")
    for key, text in (("PageDown", "one"), (" ", "·two"), ("PageDown", "·three"), ("PageUp", "·two")):
        page.keyboard.press(key)
        expect(marked).to_have_text(text)
    card = page.locator(".bpe-strip .card")
    expect(card).to_contain_text("two")
    token, told = box_of(marked), box_of(card)
    assert abs(told["x"] - token["x"]) < 2
    assert 0 < told["y"] - (token["y"] + token["height"]) < 20
    # The form is in a drawer.
    form = page.get_by_role("combobox", name="Tokenizer")
    expect(form).to_be_hidden()
    page.get_by_role("button", name="Settings", exact=True).click()
    form.click()
    page.get_by_role("option", name="GPT-2", exact=False).first.click()
    wait_for_run(page)
    expect(page.locator(".bpe-strip.presenting")).to_be_visible()
    text_box(page).fill("p is a letter here")
    expect(page.locator(".bpe-strip.presenting")).to_be_visible()
    page.get_by_role("button", name="Leave the presenter view").click()
    expect(page.locator(".presenting")).to_have_count(0)
    expect(form).to_be_visible()
    # A short text fills the stage.
    sizes = []
    for text in ("low lower lowest " * 300, "low"):
        text_box(page).fill(text)
        wait_for_run(page)
        text_box(page).blur()
        page.keyboard.press("p")
        enlarged(page)
        sizes.append(page.locator("[data-picture]").first.evaluate(MEASURE)["type"])
        page.keyboard.press("Escape")
        expect(page.locator(".presenting")).to_have_count(0)
    long, short = sizes
    assert short > 2.5 * long >= 2.5 * LEAST_TYPE

    # Who presents again while the screen still leaves the last view stays in the new one.
    for name in ("Tokens", "Train"):
        go_to(page, name)
        page.evaluate(
            """() => {
                const never = new Promise((filled) => { window.filled = filled; });
                document.documentElement.requestFullscreen = () => never;
            }"""
        )
        page.keyboard.press("p")
        expect(page.locator(".bpe.presenting")).to_have_count(1)
        page.evaluate("document.dispatchEvent(new Event('fullscreenchange'))")
        expect(page.locator(".bpe.presenting")).to_have_count(1)
        # What the browser's own key leaves is the new view.
        page.evaluate(
            "Promise.resolve(window.filled()).then(() => document.dispatchEvent(new Event('fullscreenchange')))"
        )
        expect(page.locator(".bpe.presenting")).to_have_count(0)


def test_what_is_longest_is_whole_on_a_small_laptop(page: Page, server: Server) -> None:
    """A question of the Quiz with six merges and its reason; figures of three digits next to all languages."""
    page.set_viewport_size(SMALL_LAPTOP)
    open_page(page, server, "Challenge", challenge_kind="counting", text=text_to_query("daybreak"))
    page.keyboard.press("p")
    expect(page.locator(".challenge-card.presenting")).to_be_visible()
    page.keyboard.press("PageDown")
    reason = page.locator(".outcome .reason").last
    expect(reason).to_contain_text("the lowest rank goes first")
    assert page.locator(".subject .chip").count() == 12
    until(page, lambda: reason.evaluate(IS_SEEN), expected=True)
    page.keyboard.press("Escape")

    open_page(page, server, "Languages", tokenizer="gpt2")
    page.keyboard.press("p")
    for _ in range(2):
        page.keyboard.press("PageDown")
    expect(page.locator(".language-costs .told")).to_have_text("Only this reason: split pattern")
    last = page.locator(".language-costs li").last
    expect(last).to_contain_text("178.0 ×")
    until(page, lambda: last.evaluate(IS_SEEN), expected=True)
