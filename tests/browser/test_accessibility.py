"""What axe-core does not check: forced colours, and buttons on top of other elements."""

from collections.abc import Callable

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
