"""A page that the browser translates shows the figures of the page in English, and the same tokens.

Whoever uses it may change a text only where the translation sees it (`translator.js`).
"""

from collections.abc import Callable

import pytest
from driver import ROOT, Server, go_to, has_tab, open_options, open_page, text_box, wait_for_run
from picture_first import TABLES
from playwright.sync_api import Page, expect
from translated import TRANSLATOR, translation

from explorer_ui.words.course import PAGES, page_of, pages_of
from tests.sampling import IN_TURNS

TEXT = "Better butter, 1,024 buns\nnaïve שלום עולם 👍🏽"
QUERIES = {"Challenge": {"challenge_seed": 7}, "Decode": {"text": "The baker"}}
# On each view of a place in turn: every view draws another tokenizer's figures.
TOKENIZERS = ("OpenAI: GPT-2", "OpenAI: GPT-4o, GPT-5 (o200k_base)")

# The buttons for the depths of a text, of which a translation makes two alike.
DEPTHS = ("Bits", "Bytes", "Characters", "Chunks", "Tokens", "Decode")

# Tokens, ids, patterns, code, the visitor's text, and what is written in pictures.
VERBATIM = (
    ".tok, .chip, .letters, .branch, .glyph, .cell, .roof, .half, .bits, .reasoned, .pattern, p.line,"
    "code, pre, kbd, svg text, dd, [data-testid=stMetricValue], [data-testid=stText]"
)

# The views of two or three places in one visit: going from one to the next takes half of what opening it does. Those of
# tables draw nothing of their own, only what Streamlit draws on the others too.
VISITS = [
    [page.name for page in PAGES if page.place in places and page.name not in TABLES]
    for places in (("start", "tokens"), ("train", "vocabulary"), ("compare", "chat", "quiz"))
]


@IN_TURNS
@pytest.mark.parametrize("names", VISITS, ids=lambda names: names[0])
def test_a_translated_page_keeps_its_tokens_and_has_no_outdated_figure(
    new_page: Callable[..., Page], server: Server, names: list[str]
) -> None:
    # Nothing plays by itself: the last step shows what a film shows at its end.
    page = new_page(reduced_motion="reduce")
    for name in names:
        number = [page.name for page in pages_of(page_of(name).place)].index(name)
        if name == names[0] or name in QUERIES:
            open_page(page, server, "" if name == "Start" else name, **QUERIES.get(name, {}))
            page.evaluate(TRANSLATOR)
        elif has_tab(name):
            go_to(page, name)
        else:
            page.locator(".depths button").nth(DEPTHS.index(name)).click()
            wait_for_run(page)
        use(page, name, number)
        expect(page.get_by_test_id("stException")).to_have_count(0)
        assert page.evaluate("verbatim => window.untranslated(verbatim)", VERBATIM) == [], name


# What React does with text nodes that it made and a translation has replaced. Each step sees what was before.
CHANGES = """async (translator) => {
    const paragraph = document.body.appendChild(document.createElement("p"));
    const [one, two] = ["one", "two"].map((text) => paragraph.appendChild(document.createTextNode(text)));
    eval(translator)();
    const seen = [];
    for (const change of [
        () => {},
        () => paragraph.insertBefore(document.createTextNode("1."), two),
        () => (one.nodeValue = "three four"),
        () => paragraph.removeChild(two),
    ]) {
        change();
        await new Promise((resolve) => setTimeout(resolve));
        seen.push(paragraph.textContent);
    }
    return seen;
}"""


def test_react_finds_the_texts_that_a_translation_has_replaced(open_html: Callable[..., Page]) -> None:
    page = open_html("<!doctype html><title>A page</title>")
    page.add_script_tag(path=ROOT / "explorer_ui/server/document.js")
    assert page.evaluate(CHANGES, TRANSLATOR) == ["жжжжжж", "жжж1.жжж", "жжжжж жжжж1.жжж", "жжжжж жжжж1."]
    assert page.evaluate("window.untranslated('p')") == ["translated: жжжжж жжжж1."]


def use(page: Page, name: str, number: int) -> None:
    """Do with a page what its visitors do; `number` is that of the view."""
    if page.get_by_role("combobox", name="Tokenizer").count() == 1:
        open_options(page, "Tokenizer")
        page.get_by_role("option", name=translation(TOKENIZERS[number % 2]), exact=True).click()
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
