"""Encode in a browser: the player has the merges of the trace, and marks the pair of lowest rank."""

from collections.abc import Callable

from player_words import tells, upcoming
from playwright.sync_api import Page, expect

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query


def test_a_word_is_merged_rule_by_rule(open_picture: Callable[..., Page]) -> None:
    query = {"tokenizer": "gpt2", "encode_text": text_to_query("strawberry")}
    page = open_picture("parts/player/merge_player", "Encode", query)
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
