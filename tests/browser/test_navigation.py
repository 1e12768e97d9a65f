"""The seven places and their tabs: visible, and two touches away on a phone."""

from collections.abc import Callable

import pytest
from driver import Server, address_of, box_of, go_to, open_page, tab, wait_for_run
from playwright.sync_api import Page, expect
from profiles import LAPTOP, PHONE

from explorer_ui.words.course import PLACES, page_of, tabs_of

LOOK = "node => { const { backgroundColor, boxShadow, outlineStyle } = getComputedStyle(node); return [backgroundColor, boxShadow, outlineStyle]; }"
BAR = ".st-key-navigation nav > div"


# Goes to tabs of a place, one at once after the other.
HASTY = """(names) => {
    for (const name of names) document.querySelector(`.st-key-navigation [data-page="${name}"]`).click();
    const asked = document.querySelector(".asked");
    const said = [...asked.querySelectorAll(":scope > :is(strong, span)")].map((part) => getComputedStyle(part, "::before").content);
    return [...said, asked.clientHeight];
}"""
NOTE_STATES = """() => {
    window.states = new Set();
    const app = document.querySelector('[data-testid="stApp"]');
    new MutationObserver(() => window.states.add(app.dataset.testScriptState)).observe(app, { attributes: true });
}"""


# What is still that of the page before, and not faint, when the question of the next page is drawn.
BRIGHT = """() => {
    window.bright = [];
    const { classList } = document.documentElement;
    const question = document.querySelector(".st-key-question");
    new MutationObserver(() => {
        const stale = classList.contains("bpe-comes") ? document.querySelectorAll("[data-stale=true]") : [];
        for (const node of stale)
            if (question.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
                && !question.contains(node) && getComputedStyle(node).opacity > 0.5) window.bright.push(node.outerHTML);
    }).observe(document.documentElement, { attributeFilter: ["class"] });
}"""


def test_one_sees_the_seven_places_and_where_one_is(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes")
    places = page.locator(f"{BAR} > a")
    labels = [page.tab for page in tabs_of("tokens")]
    expect(places).to_have_text(list(PLACES.values()))
    current = page.locator(".st-key-navigation [aria-current=page]")
    for width in (800, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        expect(places.last).to_be_in_viewport(ratio=1)
        # Of the tabs, only those of this place are drawn.
        tabs = page.locator(f"{BAR} > div a").filter(visible=True)
        expect(tabs).to_have_text(labels)
        expect(current).to_be_in_viewport(ratio=1)
    expect(current).to_have_text(["Text ↔ ids"])
    tabs.get_by_text("Apply the merges", exact=True).click()
    expect(current).to_have_text(["Apply the merges"])
    wait_for_run(page)
    # The names stay in view, and a focused name does not look like that of the current page.
    main = page.get_by_test_id("stMain")
    main.evaluate("node => node.scrollTo(0, 600)")
    expect(current).to_be_in_viewport()
    current.focus()
    page.keyboard.press("Tab")
    focused = page.locator(".st-key-navigation a:focus-visible")
    expect(focused).to_have_text("Other splits")
    (filled, _, _), (not_filled, _, ring) = current.evaluate(LOOK), focused.evaluate(LOOK)
    assert filled != not_filled
    assert ring == "solid"
    page.evaluate(NOTE_STATES)
    # A place opens with its first page.
    places.get_by_text("Vocabulary").click()
    expect(current).to_have_text(["Find a token"])
    expect(page).to_have_url(f"{server.url}/vocabulary")
    wait_for_run(page)
    # Another page of it begins at its top.
    main.evaluate("node => node.scrollTo(0, 500)")
    page.evaluate(BRIGHT)
    tabs.get_by_text("Vocabulary size").click()
    expect(current).to_have_text(["Vocabulary size"])
    wait_for_run(page)
    assert page.evaluate("window.bright") == []
    assert main.evaluate("node => node.scrollTop") == 0
    # Python has not drawn anything yet, but the question is that of the page, also if one goes back at once, and takes
    # as much space as later: on a phone, that is one line or another.
    page.set_viewport_size(PHONE)
    asked = page.locator(".asked")
    for names in (["Lives"], ["Growth", "Vocabulary", "Lives"]):
        question, sentence, height = page.evaluate(HASTY, names)
        assert [question, sentence] == [f'"{page_of("Lives").question}"', f'"{page_of("Lives").explanation}"']
        expect(page.locator("[data-next]")).to_have_count(0)
        expect(asked).to_contain_text(page_of("Lives").explanation)
        assert asked.evaluate("asked => asked.clientHeight") == height
    page.set_viewport_size(LAPTOP)
    expect(tab(page, "Lives")).to_have_attribute("aria-current", "page")
    # The keys and links wait for these states of Streamlit (`browser/app_state.js`), whose menu has the theme.
    assert {"running", "notRunning"} <= set(page.evaluate("[...window.states]"))
    page.get_by_role("button", name="Main menu").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")


def test_on_a_phone_any_page_is_two_touches_away(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_page(page, server, "Tokens")
    page.get_by_role("button", name="Tokens, Text ↔ ids: all pages").tap()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Questions", exact=True).tap()
    wait_for_run(page)
    opener = page.get_by_role("button", name="Quiz, Questions: all pages")
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
    # On a narrow one, the text and the name of the page share a row.
    page.set_viewport_size({"width": 360, "height": 640})
    edit = page.get_by_role("button", name="Edit the text")
    boxes = [box_of(button) for button in (opener, edit)]
    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=3)
    assert opener.evaluate("node => node.scrollWidth <= node.clientWidth")
    edit.tap()
    box = box_of(page.get_by_role("textbox", name="Your text"))
    # The expanded box has the whole width, below the name.
    assert box["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert box["width"] > 300


# A click on a name, and immediately a message of the old page.
MEET = """(name) => {
    document.querySelector(`.st-key-navigation [data-page="${name}"]`).click();
    for (const { shadowRoot } of document.querySelectorAll(".stBidiComponent *"))
        shadowRoot?.querySelector("[aria-label='End the lecture']")?.click();
}"""

# Another depth of the page before is named in the address, which is already that of the next place.
ANSWER_LATE = """() => addEventListener("popstate", () => {
    history.replaceState({}, "", location.pathname + "?depth=ids");
}, { once: true })"""


def test_a_page_is_shown_though_another_message_meets_the_click(page: Page, server: Server) -> None:
    open_page(page, server)
    page.get_by_role("button", name="Take the guided tour").click()
    expect(page.locator(".lecture-bar .place")).to_have_text("Scene 1 of 4")
    wait_for_run(page)
    page.get_by_role("button", name="Present & share").click()
    lecture = page.locator(".share-list").get_by_role("button", name="Give a lecture")
    expect(lecture).to_contain_text("A lecture is running")
    page.keyboard.press("Escape")
    page.evaluate(MEET, "Growth")
    expect(tab(page, "Growth")).to_have_attribute("aria-current", "page")
    expect(page).to_have_url(address_of(server, "Growth"))
    expect(page.locator(".lecture-bar")).to_be_hidden()
    page.evaluate(ANSWER_LATE)
    go_to(page, "Tokens")
    expect(page).to_have_url(address_of(server, "Tokens"))
