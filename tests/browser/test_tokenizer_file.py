"""Tokenizer files: after a second file is opened, the pages use it."""

from pathlib import Path

from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect

from bpe_core import load_published, train
from bpe_core.formats import write
from bpe_core.tokenizer import Tokenizer
from explorer_ui.visit.links import text_to_query


def test_the_newest_file_is_used_and_the_first_one_is_remembered(
    page: Page, server: Server, tmp_path: Path
) -> None:
    text = "low lower Café"
    first = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=3))
    (tmp_path / "first.json").write_bytes(write(first, "huggingface")["tokenizer.json"])
    second = load_published("gpt_neox")
    (tmp_path / "second.json").write_bytes(write(second, "huggingface")["tokenizer.json"])
    open_page(page, server, "Tokens", text=text_to_query(text))
    choice = page.get_by_role("combobox", name="Tokenizer")
    choice.click()
    choice.fill("from a file")
    page.keyboard.press("Enter")
    wait_for_run(page)
    for name, tokenizer in (("first.json", first), ("second.json", second)):
        page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(tmp_path / name)
        ids = ", ".join(map(str, tokenizer.encode_ordinary(text)))
        expect(page.get_by_text(f"[{ids}]")).to_be_visible()
    expect(page.get_by_text("second.json").last).to_be_visible()
    page.get_by_role("link", name="Vocabulary", exact=True).first.click()
    wait_for_run(page)
    expect(page.get_by_text("of 50,277. Tick", exact=False).first).to_be_visible()
    which = page.get_by_role("combobox", name="Which file")
    which.click()
    expect(page.get_by_role("option")).to_have_text(["first.json", "second.json"])
