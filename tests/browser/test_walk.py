"""Problems that newcomers once had on their first way through the course."""

import re

from driver import Server, address_of, open_page, tab, text_box, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.visit.links import text_to_query

MAIN = "document.querySelector('[data-testid=stMain]')"


def test_a_page_reached_by_a_button_begins_at_its_top(page: Page, server: Server) -> None:
    open_page(page, server)
    page.get_by_text("What does <|endoftext|> in a prompt do?").click()
    wait_for_run(page)
    page.get_by_role("button", name="See it on Tokens").last.click()
    # The landing page has the same question in its list, far below, so the address is checked too.
    expect(page).to_have_url(re.compile("/tokens"))
    wait_for_run(page)
    expect(page.get_by_text("Which tokens does my text have?")).to_be_in_viewport()
    assert page.evaluate(f"{MAIN}.scrollTop") == 0


def test_what_to_look_for_is_seen_after_a_text_to_try(page: Page, server: Server) -> None:
    open_page(page, server, "Characters")
    page.get_by_role("button", name="Two ways to write é").click()
    wait_for_run(page)
    expect(page.get_by_text("They look the same, but one is a single code point")).to_be_in_viewport()


def test_a_tree_a_little_too_wide_is_drawn_whole(page: Page, server: Server) -> None:
    open_page(page, server, "Vocabulary", text=text_to_query("ている" * 9))
    fits = "node => node.scrollWidth <= node.clientWidth + 1"
    tree = page.locator(".merge-tree .scroller")
    expect(tree).to_be_visible()
    assert tree.evaluate(fits)


def test_a_text_is_kept_when_a_page_is_tapped_right_after_typing(page: Page, server: Server) -> None:
    open_page(page, server, "Train")
    for number, name in enumerate(("Tokens", "Vocabulary", "Train", "Compare")):
        text = f"typed {number} and gone at once"
        text_box(page).fill(text)
        # A tap, like a click by a driver, presses and releases in the same moment.
        page.get_by_role("link", name=name, exact=True).first.click()
        expect(page).to_have_url(address_of(server, name))
        wait_for_run(page)
        expect(text_box(page)).to_have_value(text)
        expect(tab(page, name)).to_have_attribute("aria-current", "page")
