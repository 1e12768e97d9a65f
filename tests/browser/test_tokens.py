"""The Tokens page in a browser: what a token is made of, and the tokens as a file."""

import json
from pathlib import Path

from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query


def test_tokens_are_saved_and_told_of(page: Page, server: Server, tmp_path: Path) -> None:
    open_page(page, server, "Tokens", tokenizer="gpt2", text=text_to_query("say the words"))
    # The card about a token shows at once what it is made of.
    page.locator(".bpe-strip .tok").nth(1).click()
    made = page.locator(".bpe-strip .card dt", has_text="made of").locator("+ dd")
    expect(made).to_have_text("·t + he")  # as tiktoken's ranks say: " t" is 256, "he" 258
    # A press that met the message about the selection would be lost.
    expect(page.get_by_text("and how merges made it")).to_be_visible()
    wait_for_run(page)
    # The tokens are saved as a table.
    with page.expect_download() as download:
        page.get_by_role("button", name="tokens.json").click()
    download.value.save_as(tmp_path / "tokens.json")
    rows = json.loads((tmp_path / "tokens.json").read_bytes())
    text = text_box(page).input_value()
    assert [row["id"] for row in rows] == load_published("gpt2").encode(text)
