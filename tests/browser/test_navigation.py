"""The names of the pages: visible, in the order of the course, and two touches away on a phone."""

from collections.abc import Callable

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.words.course import PAGES

LOOK = "node => { const { backgroundColor, boxShadow, outlineStyle } = getComputedStyle(node); return [backgroundColor, boxShadow, outlineStyle]; }"


def test_one_sees_where_one_is_and_where_one_was(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes")
    names = page.get_by_role("navigation", name="Pages").get_by_role("link")
    expect(names).to_have_text([page.name for page in PAGES])
    for width in (1202, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        expect(names.last).to_be_in_viewport(ratio=0.85)
    names.get_by_text("Chunks", exact=True).click()
    wait_for_run(page)
    current = page.locator(".st-key-navigation [aria-current=page]")
    expect(current).to_have_text(["Chunks"])
    expect(page.locator(".st-key-navigation [aria-description=visited]")).to_have_text(["Bytes"])
    # The names stay in view, and a focused name does not look like that of the current page.
    page.get_by_test_id("stMain").evaluate("node => node.scrollTo(0, 600)")
    expect(current).to_be_in_viewport()
    current.focus()
    page.keyboard.press("Tab")
    focused = page.locator(".st-key-navigation a:focus-visible")
    expect(focused).to_have_text("Train")
    (_, bar, _), (_, no_bar, ring) = current.evaluate(LOOK), focused.evaluate(LOOK)
    assert bar != "none"
    assert (no_bar, ring) == ("none", "solid")


def test_on_a_phone_any_page_is_two_touches_away(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_page(page, server, "Tokens")
    page.get_by_role("button", name="Tokens: all pages").tap()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Challenge", exact=True).tap()
    wait_for_run(page)
    opener = page.get_by_role("button", name="Challenge: all pages")
    expect(opener).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".st-key-navigation a").first).to_be_hidden()
    opener.tap()
    for name in page.locator(".st-key-navigation a").all():
        expect(name).to_be_in_viewport(ratio=1)
    # Streamlit's menu appears and disappears with the names, since the row is needed for the text box.
    menu = page.get_by_role("button", name="Main menu")
    expect(menu).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-navigation a").first).to_be_hidden()
    expect(menu).to_be_hidden()


def test_the_text_and_the_name_of_the_page_share_a_row(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    open_page(page, server, "Vocabulary")
    edit = page.get_by_role("button", name="Edit the text")
    opener = page.get_by_role("button", name="Vocabulary: all pages")
    boxes = [button.bounding_box() for button in (opener, edit)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=3)
    assert opener.evaluate("node => node.scrollWidth <= node.clientWidth")
    edit.tap()
    box = page.get_by_role("textbox", name="Your text").bounding_box()
    assert box
    # The expanded box has the whole width, below the name.
    assert box["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert box["width"] > 300


def test_the_theme_can_be_chosen(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes")
    page.get_by_role("button", name="Main menu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")


# A click on a name, and immediately a message of the old page.
MEET = """(name) => {
    const find = (selector, words) => [...document.querySelectorAll(selector)].find((node) => node.textContent === words);
    find(".st-key-navigation a", name).click();
    find(".st-key-tour button", "Skip").click();
}"""


def test_a_page_is_shown_though_another_message_meets_the_click(page: Page, server: Server) -> None:
    open_page(page, server, "Tokens")
    page.get_by_test_id("stMain").get_by_role("button", name="Take the guided tour").click()
    wait_for_run(page)
    for name in ("Bytes", "Growth"):
        page.evaluate(MEET, name)
        expect(page.locator(".st-key-navigation [aria-current=page]")).to_have_text(name)
        expect(page).to_have_url(f"{server.url}/{name.lower()}")
        wait_for_run(page)


def test_streamlit_says_when_a_page_runs(page: Page, server: Server) -> None:
    """The keys and links wait for these states, which are Streamlit's own (`browser/app_state.js`)."""
    page.add_init_script("""window.states = new Set();
        new MutationObserver(() => {
            const app = document.querySelector('[data-testid="stApp"]');
            for (const name of ["data-test-script-state", "data-test-connection-state"])
                if (app) window.states.add(app.getAttribute(name));
        }).observe(document, {subtree: true, childList: true, attributes: true});""")
    open_page(page, server, "Bytes")
    assert {"running", "notRunning", "CONNECTED"} <= set(page.evaluate("[...window.states]"))
    assert page.evaluate("window.states.size") > 3  # not connected at first
