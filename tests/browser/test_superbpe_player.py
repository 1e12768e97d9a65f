"""A step of the player lifts chunk boundaries, and a step back restores them."""

import pytest
from component_pages import PLAYER, Opener, go
from player_words import remark
from playwright.sync_api import expect

from explorer_ui.visit.links import text_to_query

TEXT = "By the way, by the way of the cat. By the way, the cat of the cat, by the way!"
STAGES = {"text": text_to_query(TEXT), "num_merges": "40", "lifted": "blanks", "lifted_after": "12"}


# The tests in Node compare both with the engine at every step.
@pytest.mark.parametrize(
    ("name", "query", "at", "lifted"),
    [
        ("Train", {}, 12, "From here on, chunk boundaries at spaces are lifted"),
        ("Encode", {"encode_text": text_to_query(" the way.")}, 6, "Chunk boundaries are lifted here"),
    ],
)
def test_boundaries_are_lifted_and_there_again(
    open_picture: Opener, name: str, query: dict[str, str], at: int, lifted: str
) -> None:
    page = open_picture(PLAYER, name, STAGES | query)
    boundaries = page.locator(".bpe-player .stage .boundary")
    marked = page.locator(".bpe-player .stage .boundary.lifted")
    go(page, at - 1)
    before = boundaries.count()
    expect(marked).to_have_count(0)
    expect(remark(page)).not_to_contain_text(lifted)
    go(page, at)
    expect(remark(page)).to_contain_text(lifted)
    assert 0 < marked.count() < before
    left = before - marked.count()
    go(page, at + 1)
    expect(boundaries).to_have_count(left)
    expect(remark(page)).not_to_contain_text(lifted)
    go(page, at - 1)
    expect(boundaries).to_have_count(before)
    if name == "Train":
        # Tokens across boundaries are listed; a press on one goes to its step.
        page.get_by_role("button", name="across boundaries").click()
        rows = page.locator(".bpe-player .vocab .word")
        expect(rows.first).to_contain_text("the·way")
        rows.first.click()
        expect(page.get_by_label("Step number")).to_have_value("12")
