"""Encode and Decode in a browser."""

from driver import Server, open_page, wait_for_run
from player_words import tells, upcoming
from playwright.sync_api import Page, expect

from bpe_core import load_published


def test_a_word_is_merged_rule_by_rule(page: Page, server: Server) -> None:
    open_page(page, server, "Encode", tokenizer="gpt2")
    box = page.get_by_role("textbox", name="A new text to encode")
    box.fill("strawberry")
    box.press("Enter")
    wait_for_run(page)
    tokenizer = load_published("gpt2")
    applied = tokenizer.trace("strawberry").applied
    expect(upcoming(page)).to_have_text(tells("e", "r", str(applied[0].rank)))
    # Ten letters have nine pairs; the pair to merge is marked, and has the lowest rank.
    rows = page.locator(".bpe-player .pair-list li:not([hidden])")
    expect(rows).to_have_count(9)
    ranks = rows.locator(".count").all_inner_texts()
    numbers = [int(rank.removeprefix("rank ").replace(",", "")) for rank in ranks if rank != "no merge"]
    chosen = page.locator(".bpe-player .pair.next .count").inner_text()
    assert chosen == f"rank {min(numbers):,}"
    page.get_by_role("button", name="Last step").click()
    page.locator(f'.bpe-player[data-painted="{len(applied)}"]').wait_for()
    shown = [token.replace("\n", "") for token in page.locator(".bpe-player .stage .tok").all_inner_texts()]
    assert shown == ["st", "raw", "berry"]


def test_ids_become_text_and_half_a_character_is_explained(page: Page, server: Server) -> None:
    open_page(page, server, "Decode", tokenizer="cl100k_base")
    box = page.get_by_role("textbox", name="Ids, in any notation")
    box.fill("tensor([9906, 11410, 234])")
    box.press("Control+Enter")
    wait_for_run(page)
    expect(page.get_by_text("Characters that no single token holds")).to_be_visible()
    expect(page.get_by_text("is not a whole character")).to_be_visible()
    page.get_by_role("button", name="Use the ids of my text").click()
    wait_for_run(page)
    assert box.input_value().startswith("791, 76928,")
