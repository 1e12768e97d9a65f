"""One text at six depths in a browser: what moves, and the highlights when a reader points at something."""

import re

import pytest
from driver import Server, open_page, type_text, until, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.visit.links import text_to_query

HOSTILE = "<img src=x onerror=alert(1)> $x$ [a](javascript:alert(1)) :smile: \u202eevil\u202c \0 a\u0301\u0301 </textarea>"


def open_hostile(page: Page, server: Server, name: str) -> None:
    """Open a page with a text that must not be read as markup."""
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    open_page(page, server, name, text=text_to_query(HOSTILE))
    expect(page.locator(".bpe-strip .tok").first).to_be_visible()
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(page.locator("a[href^=javascript]")).to_have_count(0)


def test_a_glyph_is_found_by_its_byte_its_name_and_its_character(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes", text="a b")
    page.get_by_role("radio", name="How GPT-2 writes a byte").click()
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
        cells = table.locator(".grid .cell.found")
        until(page, lambda cells=cells, found=found: set(found) - {*cells.all_inner_texts()}, set())
    search.fill("no such thing")
    expect(table.locator(".told")).to_have_text("No byte matches.")


def test_a_chunk_lights_its_branch_keys_go_on_and_two_patterns_differ(page: Page, server: Server) -> None:
    open_hostile(page, server, "Chunks")
    type_text(page, "I'm in room 42")
    view = page.locator(".bpe-strip").first
    chunks = view.locator(".tok")
    expect(chunks).to_have_text(["I", "'m", "·in", "·room", "·42"], use_inner_text=True)
    chunks.nth(4).hover()
    expect(view.locator(".row.pointed .meaning")).to_contain_text("digits")
    expect(view.get_by_role("tooltip")).to_contain_text("branch 9 of 12")
    view.locator(".branches .row").nth(7).hover()
    expect(view.locator(".tok.lit")).to_have_text(["I", "·in", "·room"], use_inner_text=True)
    view.locator(".branches .row").nth(4).click()
    chunks.first.hover()
    expect(view.locator(".branches .row").nth(4)).to_have_attribute("aria-pressed", "true")
    expect(view.locator(".tok.lit")).to_have_text(["'m"])
    # What was highlighted is so no longer at another depth.
    view.get_by_role("button", name="Tokens", exact=True).click()
    expect(chunks.first).to_have_css("opacity", "1")
    wait_for_run(page)
    view.get_by_role("button", name="Chunks", exact=True).click()
    wait_for_run(page)

    page.mouse.move(0, 0)
    type_text(page, "one two three")
    expect(chunks).to_have_text(["one", "·two", "·three"], use_inner_text=True)
    view.locator(".box").focus()
    # The first press goes to the first chunk.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(view.locator("[aria-selected=true]")).to_have_text("·two", use_inner_text=True)

    type_text(page, "in 2024")
    page.get_by_role("radio", name="Next to another pattern").click()
    sides = page.locator(".bpe-strip:has(.differs)")
    expect(sides.nth(0).locator(".differs")).to_have_text(["·2024"], use_inner_text=True)
    expect(sides.nth(1).locator(".differs")).to_have_text(["·", "202", "4"], use_inner_text=True)


def test_the_strip_stays_while_its_text_is_divided_in_another_way(page: Page, server: Server) -> None:
    open_page(page, server, "Tokens", text="naïve", tokenizer="gpt2")
    strip = page.locator(".bpe-strip")
    strip.evaluate("strip => strip.kept = true")
    for depth, pieces in {
        "Chunks": ["naïve"],
        "Characters": list("naïve"),
        "Bytes": ["6e", "61", "c3", "af", "76", "65"],
        "Bits": ["01101110", "01100001", "11000011", "10101111", "01110110", "01100101"],
        "Ids": ["2616", "38776"],
        "Tokens": ["na", "ïve"],
    }.items():
        strip.get_by_role("button", name=depth, exact=True).click()
        expect(strip.locator(".tok")).to_have_text(pieces)
        wait_for_run(page)
        expect(page).to_have_url(re.compile("/tokens$" if depth == "Tokens" else f"depth={depth.lower()}"))
        assert strip.evaluate("strip => strip.kept")
    # What belongs to the depth comes with it, and the keys go through the depths.
    strip.locator(".box").focus()
    page.keyboard.press("ArrowDown")
    expect(strip.locator(".branches .row").first).to_be_visible()
    strip.locator(".tok").first.hover()
    page.keyboard.press("ArrowDown")
    strip.locator(".tok").nth(2).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("LATIN SMALL LETTER I WITH DIAERESIS")
    page.keyboard.press("ArrowDown")
    strip.locator(".tok").nth(3).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("C3 is the first of two bytes, AF continues")


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
    view = page.locator(".bpe-strip").first
    expect(view.locator(".tok.left-over")).to_have_text([",", "&", ":", ".", "!"])
    editor = page.get_by_role("textbox", name="Your pattern")
    editor.fill("a|(b")
    editor.press("Control+Enter")
    expect(page.get_by_text("missing )")).to_be_visible()
    editor.fill(r"\w+|\W")
    editor.press("Control+Enter")
    wait_for_run(page)
    expect(view.locator(".tok.left-over")).to_have_count(0)
    expect(view.locator(".branches .branch")).to_have_text([r"\w+", r"\W"])


# From left to right, as the Unicode bidirectional algorithm orders the words of each line.
SEEN = {
    "שלום\nThe quick fox.": [["⏎", "שלום"], ["The", "·quick", "·fox", "."]],
    "Title\nשלום עולם": [["Title", "⏎"], ["·עולם", "שלום"]],
    "abc שלום עולם def 12": [["abc", "·עולם", "·שלום", "·def", "·12"]],
    "שלום abc def עולם": [["·עולם", "·abc", "·def", "שלום"]],
}


def test_chunks_are_in_the_order_in_which_a_mixed_text_is_read(page: Page, server: Server) -> None:
    open_page(page, server, "Chunks", text="low")

    def lines() -> list[list[str]]:
        """The chunks of each line, from left to right."""
        boxes = page.locator(".bpe-strip .tok").evaluate_all(
            """nodes => nodes.map((node) => {
                const { left, top } = node.getBoundingClientRect();
                return [Math.round(top), left, node.innerText];
            })"""
        )
        tops = {top for top, _, _ in boxes}
        return [[word for at, _, word in sorted(boxes) if at == top] for top in sorted(tops)]

    for text, seen in SEEN.items():
        type_text(page, text)
        until(page, lines, seen)
