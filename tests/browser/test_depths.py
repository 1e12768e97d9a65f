"""One text at six depths in a browser: what moves, and the highlights when a reader points at something."""

import re

from component_pages import STRIP, Opener, draw_anew, messages_of
from driver import Server, open_page, until, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.names import BYTES_TABS
from tests.apps import open_app


def test_a_glyph_is_found_by_its_byte_its_name_and_its_character(open_picture: Opener) -> None:
    query = {"text": text_to_query("a b"), "bytes_tab": BYTES_TABS[1]}
    page = open_picture("places/tokens/text_to_ids/glyph_table", "Bytes", query)
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


def test_a_chunk_lights_its_branch_keys_go_on_and_two_patterns_differ(open_picture: Opener) -> None:
    page = open_picture(STRIP, "Chunks", {"text": text_to_query("I'm in room 42")})
    view = page.locator(".bpe-strip")
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
    view.get_by_role("button", name="Chunks", exact=True).click()
    page.mouse.move(0, 0)
    view.locator(".box").focus()
    # The first press goes to the first chunk.
    for key in ("Home", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(view.locator("[aria-selected=true]")).to_have_text("·in", use_inner_text=True)

    sides = messages_of(open_app("Chunks", text="in 2024", chunks_tab="Next to another pattern"), STRIP)[1:]
    for side, differing in zip(sides, (["·2024"], ["·", "202", "4"]), strict=True):
        draw_anew(page, side)
        expect(page.locator(".differs")).to_have_text(differing, use_inner_text=True)


# After "Try this" the page scrolls along with the result for a while, but stops when a finger or the mouse is
# down: a button that moves away before it is released would not be pressed.
MOVED_UNDER_THE_HAND = """button => {
    const page = document.querySelector("[data-testid=stMain]");
    button.scrollIntoView({ block: "center" });
    const before = page.scrollTop;
    document.dispatchEvent(new Event("pointerdown"));
    return new Promise((resolve) => setTimeout(() => resolve(page.scrollTop - before), 110));
}"""


def test_the_strip_stays_while_its_text_is_divided_in_another_way_and_a_try_opens_what_it_speaks_of(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Tokens", text="naïve", tokenizer="gpt2")
    strip = page.locator(".bpe-strip")
    strip.evaluate("strip => strip.kept = true")
    for depth, pieces in {
        "Bits": ["01101110", "01100001", "11000011", "10101111", "01110110", "01100101"],
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
    strip.get_by_role("button", name="Chunks", exact=True).click()
    wait_for_run(page)
    page.get_by_role("button", name="Digits by three").click()
    wait_for_run(page)
    expect(page.get_by_text("differently, as marked here")).to_be_visible()
    last = page.get_by_role("button", name="Commas that no branch matches")
    assert last.evaluate(MOVED_UNDER_THE_HAND) == 0
    last.click()
    wait_for_run(page)
    expect(page.locator(".bpe-strip .tok.left-over")).to_have_text([",", "&", ":", ".", "!"])
