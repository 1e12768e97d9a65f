"""The Bytes and Chunks pages in a browser: the highlights when a reader points at something."""

import pytest
from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.visit.links import text_to_query

HOSTILE = "<img src=x onerror=alert(1)> $x$ [a](javascript:alert(1)) :smile: \u202eevil\u202c \0 a\u0301\u0301 </textarea>"


def open_hostile(page: Page, server: Server, name: str) -> None:
    """Open a page with a text that must not be read as markup."""
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    open_page(page, server, name, text=text_to_query(HOSTILE))
    expect(page.locator(".byte-table, .chunk-view").first).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href^=javascript]").count() == 0


def show(page: Page, text: str) -> None:
    """Put another text into the box."""
    box = text_box(page)
    box.fill(text)
    box.press("Control+Enter")
    wait_for_run(page)


def test_a_glyph_is_found_by_its_byte_its_name_and_its_character(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes", text="a b")
    page.get_by_role("tab", name="How GPT-2 writes a byte").click()
    table = page.locator(".glyph-table")
    expect(table.locator(".grid .cell")).to_have_count(256)
    expect(table.locator(".grid .cell.used")).to_have_count(3)
    search = table.get_by_role("searchbox")
    for query, found in {
        "space": ["Ġ"],
        "0x0A": ["Ċ"],
        "Ġ": ["Ġ", "ł", "Ä"],
        "newline": ["Ċ"],
        "é": ["©", "Ã", "é"],
    }.items():
        search.fill(query)
        expect(table.locator(".grid .cell.found").first).to_be_visible()
        assert set(table.locator(".grid .cell.found").all_inner_texts()) >= set(found)
    search.fill("no such thing")
    expect(table.locator(".told")).to_have_text("No byte matches.")


def test_a_chunk_lights_its_branch_keys_go_on_and_two_patterns_differ(page: Page, server: Server) -> None:
    open_hostile(page, server, "Chunks")
    show(page, "I'm in room 42")
    view = page.locator(".chunk-view").first
    expect(view.locator(".chunk")).to_have_text(["I", "'m", "·in", "·room", "·42"])
    view.locator(".chunk").nth(4).hover()
    expect(view.locator(".row.pointed .meaning")).to_contain_text("digits")
    expect(view.locator(".told")).to_contain_text("·42 is matched by branch 9 of 12")
    view.locator(".branches .row").nth(7).hover()
    expect(view.locator(".chunk.lit")).to_have_text(["I", "·in", "·room"])
    view.locator(".branches .row").nth(4).click()
    view.locator(".chunk").first.hover()
    expect(view.locator(".branches .row").nth(4)).to_have_attribute("aria-pressed", "true")
    expect(view.locator(".chunk.lit")).to_have_text(["'m"])
    page.keyboard.press("Escape")

    page.mouse.move(0, 0)
    show(page, "one two three")
    expect(view.locator(".chunk")).to_have_text(["one", "·two", "·three"])
    box = page.locator(".chunk-view .text").first
    box.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(box.locator("[aria-selected=true]")).to_have_text("·two")

    show(page, "in 2024")
    page.get_by_role("tab", name="Next to another pattern").click()
    sides = page.locator(".chunk-view.comparing")
    expect(sides.nth(0).locator(".differs")).to_have_text(["·2024"])
    expect(sides.nth(1).locator(".differs")).to_have_text(["·", "202", "4"])


# After "Try this" the page scrolls along with the result for a while, but stops when a finger or the mouse is
# down: a button that moves away before it is released would not be pressed.
MOVED_UNDER_THE_HAND = """button => {
    const page = document.querySelector("[data-testid=stMain]");
    button.scrollIntoView({ block: "center" });
    const before = page.scrollTop;
    document.dispatchEvent(new Event("pointerdown"));
    return new Promise((resolve) => setTimeout(() => resolve(page.scrollTop - before), 110));
}"""


def test_a_try_opens_what_it_speaks_of_a_pattern_of_ones_own_too(page: Page, server: Server) -> None:
    open_page(page, server, "Chunks")
    for attempt, heading in {
        "Digits by three": "differently, as marked here",
        "dog. dog! dog?": "Two trainings",
    }.items():
        page.get_by_role("button", name=attempt).click()
        wait_for_run(page)
        expect(page.get_by_text(heading)).to_be_visible()
        wait_for_run(page)

    last = page.get_by_role("button", name="Commas that no branch matches")
    assert last.evaluate(MOVED_UNDER_THE_HAND) == 0
    last.click()
    wait_for_run(page)
    view = page.locator(".chunk-view").first
    expect(view.locator(".chunk.left-over")).to_have_text([",", "&", ":", ".", "!"])
    editor = page.get_by_role("textbox", name="Your pattern")
    editor.fill("a|(b")
    editor.press("Control+Enter")
    expect(page.get_by_text("missing )")).to_be_visible()
    editor.fill(r"\w+|\W")
    editor.press("Control+Enter")
    wait_for_run(page)
    expect(view.locator(".chunk.left-over")).to_have_count(0)
    expect(view.locator(".branches .branch")).to_have_text([r"\w+", r"\W"])


# From left to right, as the Unicode bidirectional algorithm orders the words of each line.
SEEN = {
    "שלום\nThe quick fox.": [["⏎", "שלום"], ["The", "·quick", "·fox", "."]],
    "Title\nשלום עולם": [["Title", "⏎"], ["·עולם", "שלום"]],
    "abc שלום עולם def 12": [["abc", "·עולם", "·שלום", "·def", "·12"]],
    "שלום abc def עולם": [["·עולם", "·abc", "·def", "שלום"]],
}


@pytest.mark.parametrize("text", SEEN)
def test_chunks_are_in_the_order_in_which_a_mixed_text_is_read(page: Page, server: Server, text: str) -> None:
    open_page(page, server, "Chunks", text=text)
    lines: dict[int, list[tuple[float, str]]] = {}
    for chunk in page.locator(".chunk-view .text .chunk").all():
        box = chunk.bounding_box() or {}
        lines.setdefault(round(box["y"]), []).append((box["x"], chunk.inner_text()))
    assert [[word for _, word in sorted(line)] for _, line in sorted(lines.items())] == SEEN[text]
