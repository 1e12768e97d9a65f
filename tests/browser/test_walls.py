"""Walls fall under the player's step, and stand again one step back."""

from dataclasses import replace

import numpy as np
from driver import Server, open_page
from playwright.sync_api import Page, expect

from bpe_core import BOUNDARY, RECIPES, Tokenizer, train
from explorer_ui.shell.links import text_to_query

TEXT = "By the way, by the way of the cat. By the way, the cat of the cat, by the way!"
GONE = "From here the walls at blanks are gone"


def go(page: Page, step: int) -> None:
    number = page.get_by_label("Step number")
    number.fill(str(step))
    number.press("Enter")
    page.locator(f'.bpe-player[data-painted="{step}"][data-counted="{step}"]').wait_for()


def test_walls_fall_and_stand_again(page: Page, server: Server) -> None:
    query = {"text": text_to_query(TEXT), "num_merges": 40, "walls": "blanks", "walls_fall_at": 12}
    open_page(page, server, "Train", **query)
    remark = page.locator(".bpe-player .remark")
    fallen = page.locator(".bpe-player .stage .wall.fallen")
    walls = page.locator(".bpe-player .stage .wall")
    go(page, 11)
    before = walls.count()
    expect(fallen).to_have_count(0)
    expect(remark).not_to_contain_text(GONE)
    go(page, 12)
    expect(remark).to_contain_text(GONE)
    assert 0 < fallen.count() < before
    left = before - fallen.count()
    go(page, 13)
    expect(walls).to_have_count(left)
    expect(remark).not_to_contain_text(GONE)
    go(page, 11)
    expect(walls).to_have_count(before)
    # Tokens across walls are listed, and lead to their step.
    page.get_by_role("button", name="across walls").click()
    rows = page.locator(".bpe-player .vocab .word")
    expect(rows.first).to_contain_text("the·way")
    rows.first.click()
    expect(page.get_by_label("Step number")).to_have_value("12")


def test_encoding_steps_over_the_fall_too(page: Page, server: Server) -> None:
    text = " the way."
    settings = {"num_merges": 40, "walls": "blanks", "walls_fall_at": 12}
    open_page(page, server, "Encode", text=text_to_query(TEXT), encode_text=text_to_query(text), **settings)
    recipe = replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=12)
    history = train(TEXT, recipe=recipe, num_merges=40, min_count=2)
    trace = Tokenizer.from_history(history).trace(text)
    assert trace.walls_fell_at is not None
    fallen, stay = len(trace.fallen), int(np.count_nonzero(trace.closed_at == BOUNDARY))
    assert fallen
    assert stay
    walls = page.locator(".bpe-player .stage .wall")
    go(page, trace.walls_fell_at - 1)
    expect(walls).to_have_count(fallen + stay)
    go(page, trace.walls_fell_at)
    expect(page.locator(".bpe-player .remark")).to_contain_text("The walls fall here")
    expect(page.locator(".bpe-player .stage .wall.fallen")).to_have_count(fallen)
    go(page, len(trace.applied))
    expect(walls).to_have_count(stay)
    expect(page.locator(".bpe-player .stage .tok")).to_have_count(len(trace.ids))


def test_a_limit_on_words_is_said_where_the_walls_fall(page: Page, server: Server) -> None:
    settings = {"num_merges": 40, "walls": "blanks", "walls_fall_at": 12, "most_words": 2, "colon_walls": 1}
    open_page(page, server, "Train", text=text_to_query(TEXT), **settings)
    go(page, 12)
    remark = page.locator(".bpe-player .remark")
    expect(remark).to_contain_text("more than 2 words is no pair")
    expect(remark).to_contain_text("The walls between a colon and a space stay")
    recipe = replace(RECIPES["gpt2"], walls_fall="blanks", walls_fall_at=12, most_words=2)
    history = train(TEXT, recipe=recipe, num_merges=40, min_count=2)
    # The first pair in the panel is the one that is merged, and all that are counted are those of the engine.
    for step in (12, 15, len(history.merges) - 1):
        go(page, step)
        note = f"{len(history.pair_counts_at(step)):,} different pairs"
        expect(page.locator(".bpe-player").get_by_text(note)).to_be_visible()
