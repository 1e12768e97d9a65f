"""A step of the player lifts chunk boundaries, and a step back restores them."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from component_pages import go
from player_words import remark
from playwright.sync_api import Page, expect

from bpe_core import BOUNDARY, RECIPES, SecondStage, Tokenizer, train
from explorer_ui.visit.links import text_to_query

TEXT = "By the way, by the way of the cat. By the way, the cat of the cat, by the way!"
PLAYER = "parts/player/merge_player"
STAGES = {"text": text_to_query(TEXT), "num_merges": "40", "lifted": "blanks", "lifted_after": "12"}
LIFTED = "From here on, chunk boundaries at spaces are lifted"


def test_boundaries_are_lifted_and_there_again(open_picture: Callable[..., Page]) -> None:
    page = open_picture(PLAYER, "Train", STAGES)
    lifted = page.locator(".bpe-player .stage .boundary.lifted")
    boundaries = page.locator(".bpe-player .stage .boundary")
    go(page, 11)
    before = boundaries.count()
    expect(lifted).to_have_count(0)
    expect(remark(page)).not_to_contain_text(LIFTED)
    go(page, 12)
    expect(remark(page)).to_contain_text(LIFTED)
    assert 0 < lifted.count() < before
    left = before - lifted.count()
    go(page, 13)
    expect(boundaries).to_have_count(left)
    expect(remark(page)).not_to_contain_text(LIFTED)
    go(page, 11)
    expect(boundaries).to_have_count(before)
    # Tokens across boundaries are listed; a press on one goes to its step.
    page.get_by_role("button", name="across boundaries").click()
    rows = page.locator(".bpe-player .vocab .word")
    expect(rows.first).to_contain_text("the·way")
    rows.first.click()
    expect(page.get_by_label("Step number")).to_have_value("12")


def test_encoding_has_the_second_stage_too(open_picture: Callable[..., Page]) -> None:
    text = " the way."
    page = open_picture(PLAYER, "Encode", {**STAGES, "encode_text": text_to_query(text)})
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=12))
    history = train(TEXT, recipe=recipe, num_merges=40, min_count=2)
    trace = Tokenizer.from_history(history).trace(text)
    assert trace.lifted is not None
    num_lifted, stay = len(trace.lifted.gaps), int(np.count_nonzero(trace.closed_at == BOUNDARY))
    assert num_lifted
    assert stay
    boundaries = page.locator(".bpe-player .stage .boundary")
    go(page, trace.lifted.at - 1)
    expect(boundaries).to_have_count(num_lifted + stay)
    go(page, trace.lifted.at)
    expect(remark(page)).to_contain_text("Chunk boundaries are lifted here")
    expect(page.locator(".bpe-player .stage .boundary.lifted")).to_have_count(num_lifted)
    go(page, len(trace.applied))
    expect(boundaries).to_have_count(stay)
    expect(page.locator(".bpe-player .stage .tok")).to_have_count(len(trace.ids))
