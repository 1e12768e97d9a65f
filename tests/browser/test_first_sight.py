"""The document before Streamlit runs: it tokenizes the text that is typed, which the app then takes over."""

import pytest
from driver import Server, wait_for_run
from playwright.sync_api import Page, Route, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

TEXT = "naïve strawberry 👍🏽"


@pytest.mark.parametrize("query", [f"text={text_to_query(TEXT)}", ""])
def test_what_is_typed_before_the_app_is_ready_has_tokens_and_arrives(
    page: Page, server: Server, query: str
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/js/index.*", hold)
    page.goto(f"{server.url}/tokens?{query}", wait_until="commit")
    shell = page.locator("#bpe-first-sight")
    box, ids = shell.get_by_role("textbox", name="Your text"), shell.locator("i small")
    expect(box).to_have_value(TEXT if query else "")
    expect(shell.get_by_text("3 merges, 31 tokens")).to_be_visible(visible=not query)
    box.click()
    box.press("End")
    page.keyboard.type(" jam")
    text = f"{TEXT} jam" if query else " jam"
    expect(ids).to_have_text([str(id_) for id_ in load_published("gpt2").encode_ordinary(text)])
    expect(shell.get_by_role("status")).to_have_text(
        f"GPT-2: {ids.count()} token{'s' if ids.count() > 1 else ''}"
    )
    # The app is drawn in the middle of a word that an input method composes, with the caret before the last letter.
    page.keyboard.press("ArrowLeft")
    method = page.context.new_cdp_session(page)
    method.send("Input.imeSetComposition", {"text": "か", "selectionStart": 1, "selectionEnd": 1})
    for route in held:
        route.continue_()
    page.unroute("**/static/js/index.*")
    wait_for_run(page)
    expect(box).to_have_value(f"{text[:-1]}か{text[-1]}")
    method.send("Input.insertText", {"text": "柿"})
    expect(shell).to_have_count(0)
    page.keyboard.type("!")
    expect(page.get_by_role("textbox", name="Your text")).to_have_value(f"{text[:-1]}柿!{text[-1]}")
    wait_for_run(page)
    expect(page.locator(".bpe-strip")).to_contain_text("柿")
    # After a reload, before the app is ready, the document has the tab's text, and keeps what is typed.
    held.clear()
    page.route("**/static/js/index.*", hold)
    page.reload(wait_until="commit")
    expect(box).to_have_value(f"{text[:-1]}柿!{text[-1]}")
    box.press("End")
    page.keyboard.type("?")
    page.reload(wait_until="commit")
    expect(box).to_have_value(f"{text[:-1]}柿!{text[-1]}?")
