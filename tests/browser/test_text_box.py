"""The text box: text is shown as typed, survives a reload, and can be replaced and restored."""

from collections.abc import Callable
from pathlib import Path

from driver import (
    Server,
    address_of,
    box_of,
    go_to,
    open_page,
    see_that_it_fits,
    tab,
    text_box,
    until,
    wait_for_run,
)
from playwright.sync_api import FilePayload, Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

WINDOWS = "a\tb\r\nend\r\n"


def try_it_on_a_phone(page: Page, name: str) -> None:
    """Press one of the texts to try, which are behind "Try" on a phone if the box is folded."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Fold the text").click()
    page.get_by_role("button", name="Try", exact=True).click()
    page.get_by_role("button", name=name, exact=True).click()
    text_box(page)


def upload(page: Page, file: Path | FilePayload) -> None:
    page.locator('.bpe-text-box input[type="file"]').set_input_files(file)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    wait_for_run(page)


def see_it_taken_along(page: Page, server: Server, name: str, text: str) -> None:
    expect(page).to_have_url(address_of(server, name))
    wait_for_run(page)
    expect(text_box(page)).to_have_value(text)
    expect(tab(page, name)).to_have_attribute("aria-current", "page")


def test_a_reload_loses_nothing_a_link_replaces_it_once_and_two_tabs_do_not_mix(
    page: Page, server: Server
) -> None:
    link = {"tokenizer": "gpt2", "text": text_to_query(WINDOWS)}
    open_page(page, server, "Tokens", **link)
    # The line ends of the link are kept, also after a reload.
    ids = load_published("gpt2").encode_ordinary(WINDOWS)
    drawn = page.locator(".bpe-strip .tok")
    for reload in (page.reload, lambda: None):
        until(page, lambda: drawn.evaluate_all("nodes => nodes.map((node) => +node.dataset.id)"), ids)
        reload()
        wait_for_run(page)
    text_box(page).fill("typed since")
    wait_for_run(page)
    other = page.context.new_page()
    open_page(other, server, "Tokens")
    text_box(other).fill("typed in another tab")
    wait_for_run(other)
    # Text typed since then takes precedence over the link.
    page.reload()
    wait_for_run(page)
    expect(text_box(page)).to_have_value("typed since")
    expect(page.get_by_role("combobox", name="Tokenizer")).to_have_value("OpenAI: GPT-2")
    expect(text_box(other)).to_have_value("typed in another tab")
    other.close()
    # The same link again: not a reload. What it replaces can be restored.
    open_page(page, server, "Tokens", **link)
    expect(text_box(page)).to_have_value("a\tb\nend\n")
    press(page, "Undo the link")
    expect(text_box(page)).to_have_value("typed since")


def test_what_is_typed_or_uploaded_is_taken_and_what_replaces_it_is_undone(
    page: Page, server: Server, tmp_path: Path
) -> None:
    open_page(page, server, "Tokens", tokenizer="gpt2")
    box = text_box(page)
    box.fill("")
    box.press_sequentially("Hello world")
    expect(page.get_by_text("[15496, 995]")).to_be_visible()
    expect(box).to_have_value("Hello world")
    box.fill("my own words")
    wait_for_run(page)
    file = tmp_path / "file.txt"
    file.write_text("from a file")
    strawberry = "The r's in strawberry"
    acts: dict[str, Callable[[], object]] = {
        "strawberry": lambda: page.get_by_label("Use a sample text").select_option("strawberry"),
        "file.txt": lambda: upload(page, file),
        strawberry: lambda: try_it_on_a_phone(page, strawberry),
    }
    for name, act in acts.items():
        act()
        undo = f"Undo “{name}”"
        expect(page.get_by_role("button", name=undo)).to_be_visible()
        expect(box).not_to_have_value("my own words")
        wait_for_run(page)
        press(page, undo)
        expect(box).to_have_value("my own words")
        expect(page.get_by_role("combobox", name="Tokenizer")).to_have_value("OpenAI: GPT-2")
    # The key of the browser's own undo does the same, until somebody types.
    press(page, "Clear the text")
    expect(page.get_by_role("button", name="Undo “Clear”")).to_be_visible()
    expect(box).to_have_value("")
    box.press("Control+z")
    expect(box).to_have_value("my own words")
    press(page, "Clear the text")
    expect(box).to_have_value("")
    box.press_sequentially("x")
    box.press("Control+z")
    expect(box).to_have_value("")
    # Undo and redo go by words, while the page changes at every key.
    box.press_sequentially("The baker bakes")
    for key, left in (
        ("z", "The baker "),
        ("z", "The "),
        ("Shift+Z", "The baker "),
        ("y", "The baker bakes"),
        ("z", "The baker "),
    ):
        box.press(f"Control+{key}")
        expect(box).to_have_value(left)
    # The page follows, and its caret is where typing goes on.
    expect(page.locator('[data-figure="Characters"]')).to_have_text("10")
    box.press_sequentially("rests")
    expect(box).to_have_value("The baker rests")

    # A file that is not UTF-8 is asked about.
    upload(page, {"name": "old.txt", "mimeType": "text/plain", "buffer": "déjà vu".encode("cp1252")})
    expect(page.get_by_role("alert")).to_contain_text("old.txt is not valid UTF-8 (byte 0xe9 at offset 1)")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        see_that_it_fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Read as Windows-1252").click()
    expect(page.get_by_text("old.txt was read as Windows-1252")).to_be_visible()
    expect(text_box(page)).to_have_value("déjà vu")
    expect(page.get_by_role("alert").filter(has_text="old.txt is not")).to_have_count(0)
    wait_for_run(page)
    # A byte order mark is removed and reported.
    upload(page, {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"\xef\xbb\xbfab"})
    expect(page.get_by_text("notes.txt begins with a byte order mark")).to_be_visible()
    expect(page.locator('[data-figure="Characters"]')).to_have_text("2")
    # Only the beginning of a long text is shown.
    upload(page, {"name": "long.txt", "mimeType": "text/plain", "buffer": b"ab " * 40_000})
    expect(page.get_by_text("long.txt · 120,000 characters")).to_be_visible()
    wait_for_run(page)
    expect(page.get_by_role("textbox", name="Your text")).to_be_hidden()
    press(page, "Edit all of the text")
    assert len(page.get_by_role("textbox", name="Your text").input_value()) == 120_000
    too_long = ("a long word🙂" * 83_334).encode()
    upload(page, {"name": "log.txt", "mimeType": "text/plain", "buffer": too_long})
    expect(page.get_by_role("alert")).to_contain_text("log.txt has 1,000,008 characters")
    page.get_by_role("button", name="Use the first 1,000,000 characters").click()
    expect(page.get_by_text("Only the first 1,000,000 characters of log.txt are used")).to_be_visible()
    expect(page.get_by_text("after a reload, upload it again")).to_be_visible()


def test_a_text_goes_along_to_what_try_this_shows_and_to_another_page_and_an_edit_keeps_the_step(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Tokens", tokenizer="gpt2")
    press(page, "The r's in strawberry")
    page.wait_for_function(
        "() => (document.querySelector('.st-key-look')?.getBoundingClientRect().top ?? 9999) < innerHeight * 0.4"
    )
    expect(page.locator(".st-key-look")).to_contain_text("A model receives the ids")
    # If a link to a tab is clicked right after typing, the text is not lost.
    for name in ("Seam", "Tokens"):
        text_box(page).fill(f"taken along to {name}")
        tab(page, name).click()
        see_it_taken_along(page, server, name, f"taken along to {name}")
    # An empty text has no average, so a dash is shown.
    expect(page.locator('[data-figure="Bytes per token"]')).not_to_have_text("–")
    text_box(page).fill("")
    expect(page.locator('[data-figure="Tokens"]')).to_have_text("0")
    expect(page.locator('[data-figure="Bytes per token"]')).to_have_text("–")
    # An incomplete character stays in the box during composition.
    compose = """(box, [name, value]) => {
        box.dispatchEvent(new CompositionEvent(name));
        box.value = value;
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        return box.value.charCodeAt(0);
    }"""
    assert text_box(page).evaluate(compose, ["compositionstart", "\ud83d"]) == 0xD83D
    expect(page.locator('[data-figure="Characters"]')).to_have_text("1")
    assert text_box(page).evaluate(compose, ["compositionend", "\ud83d"]) == 0xFFFD
    # Otherwise an unpaired surrogate is replaced, and the page says so.
    text_box(page).evaluate(
        "(box) => { box.value = 'a\\ud83d'; box.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(page.get_by_text("unpaired surrogate")).to_be_visible()
    expect(text_box(page)).to_have_value("a\ufffd")

    # A reload finds the text to encode and its step.
    go_to(page, "Encode")
    to_encode, step = page.get_by_label("A new text to encode"), page.get_by_label("Step number")
    to_encode.fill("The butter is better today. And bread.")
    expect(step).to_have_attribute("max", "29")
    wait_for_run(page)
    step.fill("5")
    step.press("Enter")
    page.wait_for_function(
        "() => JSON.parse(sessionStorage.getItem('bpe-chosen') ?? '{}').chosen?.encode_step === '5'"
    )
    wait_for_run(page)
    page.reload()
    wait_for_run(page)
    expect(to_encode).to_have_value("The butter is better today. And bread.")
    expect(step).to_have_value("5")

    # A link to another place takes the text along too.
    baker = "The baker bakes the bread, and the baker breaks the bread. The butter is better."
    text_box(page).fill(baker)
    page.get_by_role("link", name="Train", exact=True).first.click()
    see_it_taken_along(page, server, "Train", baker)
    last = page.locator(".bpe-player .total")
    page.get_by_role("group", name="Merge player").click(position={"x": 5, "y": 5})
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    expect(step).to_have_value("9")
    total = last.inner_text()
    box = text_box(page)
    box.press("End")
    box.press_sequentially(" And bread again and again.")
    expect(last).not_to_have_text(total)
    expect(step).to_have_value("9")
    # A text with fewer merges has no ninth step, so the player is at its last step.
    box.fill("low lower lowest")
    expect(last).to_have_text("/ 4")
    expect(step).to_have_value("4")


def test_a_narrow_phone_has_room_for_the_text_and_for_an_undo(page: Page, server: Server) -> None:
    open_page(page, server, "Train")
    page.locator("[data-offer='Train A tie']").dispatch_event("click")
    undo, other = page.get_by_role("button", name="Undo “A tie”"), page.locator("button.try")
    expect(undo).to_be_visible()
    wait_for_run(page)
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        see_that_it_fits(page)
        left, right = box_of(undo), box_of(other)
        below = left["y"] >= right["y"] + right["height"]
        assert below or left["x"] + left["width"] <= right["x"], width
