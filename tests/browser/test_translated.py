"""A page that the browser translates shows the figures of the page in English, and the same tokens.

The same things are done on two pages, one of which is translated all the time (`translator.js`). Then the text of the
translated one has to be the translation of the other's, word for word, except what is never translated.
"""

import time
from collections.abc import Callable

import pytest
from driver import PATIENCE_SECONDS, Server, go_to, has_tab, open_options, open_page, text_box, wait_for_run
from picture_first import TABLES
from playwright.sync_api import Page, expect
from translated import TRANSLATOR, translation

from explorer_ui.words.course import PAGES, page_of, pages_of

TEXT = "Better butter, 1,024 buns\nnaïve שלום עולם 👍🏽"
QUERIES = {"Challenge": {"challenge_seed": 7}, "Decode": {"text": "The baker"}}
# On each view of a place in turn: every view draws another tokenizer's figures.
TOKENIZERS = ("OpenAI: GPT-2", "OpenAI: GPT-4o, GPT-5 (o200k_base)")

# Tokens, ids, patterns, code, the visitor's text, and what is written in pictures.
VERBATIM = (
    ".tok, .chip, .letters, .branch, .glyph, .cell, .roof, .half, .bits, .reasoned, .pattern, p.line,"
    "code, pre, kbd, svg text, dd, [data-testid=stMetricValue], [data-testid=stText]"
)

# What is on the page, shadow roots included: each text as an English page has it in translation, and the parts of
# VERBATIM as they are.
SHOWN = """(verbatim) => {
    const texts = [], kept = [];
    const translation = (text) => text.replace(/\\p{L}/gu, "ж");
    const walk = (node) => {
        // A table draws the rows that fit on the screen, and a screen reader is told later.
        if (["SCRIPT", "STYLE", "TEXTAREA", "CANVAS"].includes(node.nodeName)) return;
        // The card of what the mouse happened to be on is hidden once the mouse has left.
        if (node.matches?.(".unseen, [data-live-announcer], .card[hidden]")) return;
        if (node instanceof Element && node.matches(verbatim)) kept.push(node.textContent);
        if (node instanceof Text) texts.push(translation(node.data));
        if (node.shadowRoot) walk(node.shadowRoot);
        node.childNodes.forEach(walk);
        if (node instanceof Element && !node.closest("p, font, strong, em, code, span, font")) texts.push("\\n");
    };
    walk(document.body);
    return [texts.join("").split(/\\n+/u), kept];
}"""


# The views of two or three places in one visit: going from one to the next takes half of what opening it does. Those of
# tables draw nothing of their own, only what Streamlit draws on the others too.
VISITS = [
    [page.name for page in PAGES if page.place in places and page.name not in TABLES]
    for places in (("start", "tokens"), ("train", "vocabulary"), ("compare", "chat", "quiz"))
]


@pytest.mark.parametrize("names", VISITS, ids=lambda names: names[0])
def test_a_translated_page_keeps_its_tokens_and_has_no_outdated_figure(
    new_page: Callable[..., Page], server: Server, browser_errors: list[str], names: list[str]
) -> None:
    # Nothing plays by itself: the last step shows what a film shows at its end.
    english, translated = (new_page(reduced_motion="reduce") for _ in range(2))
    for name in names:
        number = [page.name for page in pages_of(page_of(name).place)].index(name)
        for page, say in ((english, str), (translated, translation)):
            if not has_tab(name) and name not in QUERIES and number:
                # Another depth of the text that is shown.
                depths = [text.strip() for text in english.locator(".depths button").all_inner_texts()]
                page.locator(".depths button").nth(depths.index(page_of(name).label)).click()
                wait_for_run(page)
                continue
            if name == names[0] or name in QUERIES:
                open_page(page, server, "" if name == "Start" else name, **QUERIES.get(name, {}))
                if page is translated:
                    page.evaluate(TRANSLATOR)
            else:
                go_to(page, name)
            use(page, name, number, say)
            expect(page.get_by_test_id("stException")).to_have_count(0)
        (texts, kept), (texts_translated, kept_translated) = both_shown(english, translated)
        assert kept_translated == kept, name
        assert texts_translated == texts, name
    # Streamlit deletes a file some runs after it was shown, and two pages here take turns. A button that a busy machine
    # draws late asks for it in vain, and has another link by then.
    browser_errors[:] = [error for error in browser_errors if not outdated_link(error)]


def outdated_link(error: str) -> bool:
    """Whether a console error says that a button's file is not there any more."""
    return "/media/" in error or "Download Button source error - 404" in error


def both_shown(one: Page, other: Page) -> list[tuple[list[str], list[str]]]:
    """What is on two pages, once it is the same: films play to their end, and a busy machine may draw the last part late."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        shown = [page.evaluate(SHOWN, VERBATIM) for page in (one, other)]
        if shown[0] == shown[1] or time.monotonic() > deadline:
            return shown
        one.wait_for_timeout(200)


def use(page: Page, name: str, number: int, say: Callable[[str], str]) -> None:
    """Do with a page what its visitors do; `say` gives the words that they see, `number` is that of the view."""
    if page.get_by_role("combobox", name="Tokenizer").count() == 1:
        open_options(page, "Tokenizer")
        page.get_by_role("option", name=say(TOKENIZERS[number % 2]), exact=True).click()
        page.mouse.move(0, 0)
        wait_for_run(page)
    if page_of(name).takes_text:
        text_box(page).fill(f"{TEXT} {number}")
        wait_for_run(page)
    if (step := page.get_by_label("Step number").locator("visible=true")).count():
        step.fill("2")
        step.press("Enter")
        wait_for_run(page)
    # Where a text was typed, another one has been drawn by now; once in each place, both are tried.
    is_typed = page_of(name).takes_text and number
    if not is_typed and (tries := page.locator(".tries button")).count():
        tries.first.dispatch_event("click")
        wait_for_run(page)
    if (last := page.get_by_label("Last step").locator("visible=true")).count():
        last.dispatch_event("click")
        wait_for_run(page)
