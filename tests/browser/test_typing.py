"""The keys after typing: Esc leaves the text box, and then the keys of a remote control are the page's."""

from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page, expect


def test_esc_leaves_the_box_and_then_the_keys_are_the_pages(page: Page, server: Server) -> None:
    open_page(page, server, "Train", text="low lower lowest", step=0)
    step = page.get_by_label("Step number")
    box = text_box(page)
    box.press("End")
    box.press_sequentially(" p")
    expect(box).to_have_value("low lower lowest p")
    wait_for_run(page)
    page.keyboard.press("PageDown")
    expect(step).to_have_value("0")
    # Only a finger gets the row of tokens below the box.
    expect(page.locator(".live-row")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(box).not_to_be_focused()
    page.keyboard.press("PageDown")
    expect(step).to_have_value("1")
    # A black screen: the next key only ends it.
    page.keyboard.press("p")
    expect(page.locator(".bpe-player.presenting")).to_be_visible()
    black = page.locator("html.bpe-blank")
    for key, ends in ((".", "."), ("b", "B"), ("B", "PageDown"), (".", "Escape")):
        page.keyboard.press(key)
        expect(black).to_have_count(1)
        color = page.evaluate("getComputedStyle(document.documentElement, '::after').backgroundColor")
        assert color == "rgb(0, 0, 0)"
        page.keyboard.press(ends)
        expect(black).to_have_count(0)
        expect(step).to_have_value("1")
        expect(page.locator(".bpe-player.presenting")).to_be_visible()
    # A reload keeps this view and the step, once the tab has stored it; a link opens the page.
    page.wait_for_function(
        "() => JSON.parse(sessionStorage.getItem('bpe-chosen') ?? '{}').chosen?.step === '1'"
    )
    page.reload()
    wait_for_run(page)
    expect(page.locator(".bpe-player.presenting")).to_be_visible()
    expect(step).to_have_value("1")
    # The second merge is shown in beats: counted, chosen, merged.
    for _ in range(3):
        page.keyboard.press("PageDown")
    expect(step).to_have_value("2")
    open_page(page, server, "Growth", text="low lower lowest", grown="gpt2")
    expect(page.locator(".bpe.growth")).to_be_visible()
    expect(page.locator(".presenting")).to_have_count(0)

    # In the presenter view, Page Down is never the box's.
    page.keyboard.press("Home")
    size = page.locator(".bpe.growth .where")
    expect(size).to_contain_text("256")
    page.keyboard.press("p")
    expect(page.locator(".growth.presenting")).to_be_visible()
    # Presented, a press doubles the vocabulary.
    for key, expected in (("PageDown", "512"), ("ArrowRight", "1,024"), ("PageUp", "512")):
        page.keyboard.press(key)
        expect(size).to_contain_text(expected)
    page.get_by_role("button", name="Settings", exact=True).click()
    text_box(page).press("End")
    box.press_sequentially("b.p")
    expect(box).to_have_value("low lower lowestb.p")
    wait_for_run(page)
    page.keyboard.press("PageDown")
    expect(size).to_contain_text("1,024")
    # Esc leaves the box first, and then the view.
    page.keyboard.press("Escape")
    expect(box).not_to_be_focused()
    expect(page.locator(".growth.presenting")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".presenting")).to_have_count(0)
    page.reload()
    wait_for_run(page)
    expect(page.locator(".bpe.growth")).to_be_visible()
    expect(page.locator(".presenting")).to_have_count(0)
