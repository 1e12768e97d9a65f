"""What axe-core does not check: forced colours, and buttons on top of other elements."""

from collections.abc import Callable

import pytest
from driver import Server, box_of, open_page, wait_for_run
from playwright.sync_api import Page


def test_with_forced_colours_one_sees_what_is_chosen(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(forced_colors="active")
    outline = "node => getComputedStyle(node).outlineStyle"
    open_page(page, server, "Vocabulary")
    chosen, other = (page.get_by_role("radio", name=name, exact=True) for name in ("text", "id"))
    assert [one.evaluate(outline) for one in (chosen, other)] == ["solid", "none"]
    open_page(page, server, "Chunks")
    choices = page.get_by_test_id("stMain").get_by_role("radio")
    assert [choices.nth(number).evaluate(outline) for number in (0, 1)] == ["solid", "none"]
    chunk = page.locator(".bpe-strip .tok").nth(1)
    assert chunk.evaluate("node => getComputedStyle(node).borderInlineStartWidth") != "0px"
    open_page(page, server, "Train")
    box = page.get_by_test_id("stCheckbox").first.locator("label > div").first
    checked = box.evaluate("node => getComputedStyle(node).backgroundColor")
    page.get_by_role("checkbox", name="Stop when no pair repeats").press(" ")
    wait_for_run(page)
    assert box.evaluate("node => getComputedStyle(node).backgroundColor") != checked


def test_a_table_keeps_its_buttons_off_what_stands_above_it(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_page(page, server, "Decode")
    heading = box_of(page.get_by_text("Characters that no single token holds"))
    bar = box_of(page.get_by_test_id("stElementToolbar").first)
    assert bar["y"] >= heading["y"] + heading["height"] - 1


# For each page: what only a background or a shadow showed, and what shows it now.
TOLD = {
    "Chat": """() => {
        const root = [...document.querySelectorAll("*")].map((node) => node.shadowRoot);
        const all = (kind) => root.flatMap((one) => [...(one?.querySelectorAll(kind) ?? [])]);
        const swatch = (node) => getComputedStyle(node, "::before").backgroundColor;
        return [new Set(all(".counts th.content, .counts th.injected").map(swatch)).size === 2,
            all(".tok.injected").every((node) => getComputedStyle(node).outlineStyle === "dashed"),
            all(".tok.injected").length > 0]; }""",
    "Languages": """() => [new Set([...document.querySelectorAll(".st-key-reasons button")].map((node) =>
        getComputedStyle(node, "::before").backgroundColor)).size === 4]""",
    "Compare": """() => {
        const boxes = [...document.querySelectorAll("*")].flatMap((node) =>
            [...(node.shadowRoot?.querySelectorAll(".boxes i") ?? [])]);
        const widths = (differs) => new Set(boxes.filter((box) => box.matches(".differs") === differs)
            .map((box) => getComputedStyle(box).borderTopWidth));
        const letters = [...document.querySelectorAll("*")].flatMap((node) =>
            [...(node.shadowRoot?.querySelectorAll(".letters") ?? [])]);
        const bare = (node) => getComputedStyle(node).forcedColorAdjust === "none";
        return [letters.length > 0 && letters.every(bare), [...widths(true)].join() === "3px", [...widths(false)].join() === "1px"]; }""",
}


@pytest.mark.parametrize("name", TOLD)
def test_with_forced_colours_one_sees_what_a_background_told(
    new_page: Callable[..., Page], server: Server, name: str
) -> None:
    page = new_page(forced_colors="active")
    open_page(page, server, name)
    assert all(page.evaluate(TOLD[name]))
