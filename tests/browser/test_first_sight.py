"""The document before Streamlit runs: the film's first picture, and the text that is typed, with its tokens."""

from collections.abc import Callable

import pytest
from driver import Server, wait_for_run
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

SCRIPTS = "**/static/js/index.*"
TEXT = "naïve strawberry 👍🏽"
STRIPS = {"tokens": ".bpe-strip", "": ".bpe-player .stage"}


def held_before_the_app(page: Page, address: str) -> Callable[[], None]:
    """Open a page without the app's scripts; returns what lets them come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(SCRIPTS, hold)
    page.goto(address, wait_until="commit")

    def let_go() -> None:
        for route in held:
            route.continue_()
        page.unroute(SCRIPTS)

    return let_go


@pytest.mark.parametrize(("path", "query"), [("tokens", f"text={text_to_query(TEXT)}"), ("", "")])
def test_what_is_typed_before_the_app_is_ready_has_tokens_and_arrives(
    page: Page, server: Server, path: str, query: str
) -> None:
    let_go = held_before_the_app(page, f"{server.url}/{path}?{query}")
    shell = page.locator("#bpe-first-sight")
    box, ids = shell.get_by_role("textbox", name="Your text"), shell.locator("i small")
    expect(box).to_have_value(TEXT if query else "")
    example = shell.locator("section > :first-child")
    expect(example).to_be_visible(visible=not query)
    box.click()
    box.press("End")
    page.keyboard.type(" jam")
    text = f"{TEXT} jam" if query else " jam"
    expect(ids).to_have_text([str(id_) for id_ in load_published("gpt2").encode_ordinary(text)])
    expect(shell.get_by_role("status")).to_have_text(
        f"GPT-2: {ids.count()} token{'s' if ids.count() > 1 else ''}"
    )
    expect(example).to_be_hidden()
    # The app is drawn in the middle of a word that an input method composes, with the caret before the last letter.
    page.keyboard.press("ArrowLeft")
    method = page.context.new_cdp_session(page)
    method.send("Input.imeSetComposition", {"text": "か", "selectionStart": 1, "selectionEnd": 1})
    let_go()
    wait_for_run(page)
    expect(box).to_have_value(f"{text[:-1]}か{text[-1]}")
    # What is drawn under the document's box may still move, and is not read aloud.
    expect(page.get_by_test_id("stMain")).to_be_hidden()
    method.send("Input.insertText", {"text": "柿"})
    expect(shell).to_have_count(0)
    page.keyboard.type("!")
    expect(page.get_by_role("textbox", name="Your text")).to_have_value(f"{text[:-1]}柿!{text[-1]}")
    wait_for_run(page)
    expect(page.locator(STRIPS[path]).filter(has_text="柿").first).to_be_visible()
    # After a reload, before the app is ready, the document has the tab's text, and keeps what is typed.
    page.route(SCRIPTS, lambda route: None)
    page.reload(wait_until="commit")
    expect(box).to_have_value(f"{text[:-1]}柿!{text[-1]}")
    box.press("End")
    page.keyboard.type("?")
    page.reload(wait_until="commit")
    expect(box).to_have_value(f"{text[:-1]}柿!{text[-1]}?")


SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 1280, "height": 720},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
)


def test_the_film_begins_where_the_document_showed_its_first_picture(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(reduced_motion="reduce")
    let_go = held_before_the_app(page, server.url)
    shell = page.locator("#bpe-first-sight")
    shown = []
    for screen in SCREENS:
        page.set_viewport_size(screen)
        shown.append(places(shell.locator(".stage i")) + places(shell.locator("b")))
        expect(shell.get_by_text("The page is loading.")).to_be_in_viewport()
    let_go()
    for screen, before in zip(SCREENS, shown, strict=True):
        page.set_viewport_size(screen)
        wait_for_run(page)
        expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
        after = places(page.locator(".bpe-player .stage .tok")) + places(page.locator(".acts .act"))
        assert len(before) == len(after)
        for (text, *place), (drawn, *at) in zip(before, after, strict=True):
            assert text == drawn
            assert place == pytest.approx(at, abs=3), (screen, text)


def places(boxes: Locator) -> list[tuple[str, float, float, float, float]]:
    """The text of each box, its place and its size."""
    boxes.first.wait_for()
    found: list[tuple[str, float, float, float, float]] = boxes.evaluate_all(
        """nodes => nodes.map((node) => {
            const { left, top, width, height } = node.getBoundingClientRect();
            return [node.textContent, left, top, width, height];
        })"""
    )
    return found
