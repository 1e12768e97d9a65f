"""Typing in a real browser: undo by words, files that are asked about, and the keys after typing."""

from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page, expect

SENTENCE = "The baker bakes bread and butter."  # 6 words


def test_undo_and_redo_go_by_words_while_the_page_changes_at_every_key(page: Page, server: Server) -> None:
    open_page(page, server, "Tokens", tokenizer="gpt2")
    box = text_box(page)
    expect(page.get_by_role("button", name="Fold the text")).to_have_text("Fold")
    box.fill("")
    wait_for_run(page)
    box.press_sequentially(SENTENCE)
    expect(box).to_have_value(SENTENCE)
    words = SENTENCE.split()
    for left in range(5, -1, -1):
        box.press("Control+z")
        expect(box).to_have_value("".join(f"{word} " for word in words[:left]))
    box.press("Control+Shift+Z")
    box.press("Control+y")
    expect(box).to_have_value("The baker ")
    # The page follows, and its caret is where typing goes on.
    expect(page.locator('[data-figure="Characters"]')).to_have_text("10")
    box.press_sequentially("rests")
    expect(box).to_have_value("The baker rests")
    wait_for_run(page)
    page.reload()
    wait_for_run(page)
    expect(text_box(page)).to_have_value("The baker rests")


def test_a_file_in_doubt_is_asked_about(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, server, "Tokens", tokenizer="gpt2", text="mine")
    upload = page.locator('.bpe-text-box input[type="file"]')
    upload.set_input_files(
        {"name": "old.txt", "mimeType": "text/plain", "buffer": "déjà vu".encode("cp1252")}
    )
    expect(page.get_by_role("alert")).to_contain_text("old.txt is not valid UTF-8 (byte 0xe9 at offset 1)")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("button", name="Read as Windows-1252").click()
    expect(page.get_by_text("old.txt was read as Windows-1252")).to_be_visible()
    expect(text_box(page)).to_have_value("déjà vu")
    expect(page.get_by_role("alert").filter(has_text="old.txt is not")).to_have_count(0)
    wait_for_run(page)
    long = "a🙂" * 500_001
    upload.set_input_files({"name": "log.txt", "mimeType": "text/plain", "buffer": long.encode()})
    expect(page.get_by_role("alert")).to_contain_text("log.txt has 1,000,002 characters")
    page.get_by_role("button", name="Use the first 1,000,000 characters").click()
    expect(page.get_by_text("Only the first 1,000,000 characters of log.txt are used")).to_be_visible()


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
    open_page(page, server, "Train", text="another text", step=0)
    expect(page.locator(".bpe-player")).to_be_visible()
    expect(page.locator(".presenting")).to_have_count(0)


def test_in_the_presenter_view_page_down_is_never_the_boxs(page: Page, server: Server) -> None:
    open_page(page, server, "Growth", text="low lower lowest", grown="gpt2")
    page.keyboard.press("Home")
    size = page.locator(".bpe.growth .where")
    expect(size).to_contain_text("256")
    page.keyboard.press("p")
    expect(page.locator(".growth.presenting")).to_be_visible()
    page.get_by_role("button", name="Settings", exact=True).click()
    box = text_box(page)
    box.press("End")
    box.press_sequentially("b.p")
    expect(box).to_have_value("low lower lowestb.p")
    wait_for_run(page)
    page.keyboard.press("PageDown")
    expect(size).not_to_contain_text("256")
    # Esc leaves the box first, and then the view.
    page.keyboard.press("Escape")
    expect(box).not_to_be_focused()
    expect(page.locator(".growth.presenting")).to_be_visible()
    page.reload()
    wait_for_run(page)
    expect(page.locator(".growth.presenting")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".presenting")).to_have_count(0)
    page.reload()
    wait_for_run(page)
    expect(page.locator(".bpe.growth")).to_be_visible()
    expect(page.locator(".presenting")).to_have_count(0)
