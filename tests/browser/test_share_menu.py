"""The menu "Present & share" in the bar: its lines, its keys, and its place on every screen."""

from driver import Server, go_to, open_page, share, text_box, wait_for_run
from playwright.sync_api import Page, expect

LINES = [
    "Project the picture",
    "Open a class",
    "Give a lecture",
    "Copy the link",
    "Save the picture",
    "Save as a web page",
    "Package for a learning platform",
    "Embed in slides or a course page",
    "Print",
]
PICTURES = {
    "Ways": "bpe-other_splits",
    "Vocabulary": "bpe-vocabulary",
    "Tokens": "bpe-tokens",
    "Growth": "bpe-smaller_or_larger",
}
INSIDE = """node => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, innerWidth - right, innerHeight - bottom].every((room) => room >= 0)
        && node.scrollWidth <= node.clientWidth;
}"""


def test_it_is_reached_by_keys_fits_every_screen_saves_pictures_and_says_why_a_page_cannot_do_something(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Growth", text="low lower lowest")
    opener = page.get_by_role("button", name="Present & share")
    lines = page.locator(".share-list")
    opener.press("Enter")
    expect(lines.locator("strong")).to_have_text(LINES)
    for key, name in (
        ("ArrowDown", "Open a class"),
        ("End", "Print"),
        ("ArrowDown", LINES[0]),
        ("ArrowUp", "Print"),
        ("Home", LINES[0]),
    ):
        page.keyboard.press(key)
        expect(lines.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Escape")
    expect(lines).to_be_hidden()
    expect(opener).to_be_focused()
    # It leaves the keys of a remote control to the page.
    opener.press("Enter")
    size = page.locator(".bpe.growth .where")
    expect(size).to_contain_text("20,000")
    page.keyboard.press("PageDown")
    expect(size).not_to_contain_text("20,000")
    expect(lines).to_be_hidden()
    # A press next to it closes it.
    opener.click()
    page.mouse.click(20, 400)
    expect(lines).to_be_hidden()

    for wide, high in ((390, 844), (844, 390), (320, 640), (1280, 720)):
        page.set_viewport_size({"width": wide, "height": high})
        wait_for_run(page)
        opener.click()
        assert lines.evaluate(INSIDE), wide
        last = lines.get_by_role("button", name="Print")
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(last).to_be_hidden()

    # Every picture is saved with all its marks.
    for name, file in PICTURES.items():
        go_to(page, name)
        expect(page.locator("[data-picture]").first).to_be_visible()
        opener.click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the picture: SVG").click()
        assert download.value.suggested_filename == f"{file}.svg"
        saved = download.value.path().read_text("utf-8")
        texts = page.locator("[data-picture]").first.evaluate(
            """node => [...node.querySelectorAll("text, .tok")].map(({ textContent }) => textContent).filter(Boolean)"""
        )
        assert all(text in saved for text in texts if text.isalpha()), name
        assert "class=" not in saved, name

    text_box(page).fill("")
    expect(page.locator(".bpe.growth")).to_have_count(0)
    opener.click()
    for name in ("Project the picture", "Save the picture", "Save as a web page"):
        line = lines.get_by_role("button", name=name)
        expect(line).to_contain_text("There is no picture on this page")
        line.dispatch_event("click")
        expect(lines).to_be_visible()
    page.keyboard.press("Escape")
    go_to(page, "Chat")
    share(page, "Project the picture")
    expect(page.locator(".bpe.presenting")).to_be_visible()
    opener.click()
    expect(lines.get_by_role("button", name="Project the picture")).to_contain_text("It is projected already")
    expect(lines.get_by_role("button", name="Open a class")).to_contain_text("Phones wait")
    package = lines.get_by_role("button", name="Package for a learning platform")
    expect(package).to_have_attribute("aria-disabled", "true")
