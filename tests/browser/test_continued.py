"""A training that continues from a vocabulary: the transition."""

from component_pages import PLAYER, Opener, go
from driver import box_of
from player_words import past, remark, tells
from playwright.sync_api import expect

from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.samples import sample_text

OPENED = 359


def test_the_transition_is_marked(open_picture: Opener) -> None:
    query = {"text": text_to_query(sample_text("code python")), "recipe": "from_gpt2", "num_merges": "10"}
    page = open_picture(PLAYER, "Train", query)
    player = page.locator(".bpe-player")
    expect(player).to_have_attribute("data-painted", str(OPENED))
    expect(past(page)).to_have_text(tells(1007, 1005))
    expect(remark(page)).to_contain_text("own merges end here")
    expect(page.locator(".curve")).to_contain_text("new merges")
    slider, mark = box_of(page.locator(".seek")), box_of(page.locator(".seek-box .earlier"))
    part = (mark["x"] + 1 - slider["x"] - 8) / (slider["width"] - 16)
    assert abs(part - OPENED / 369) < 0.01

    go(page, 369)
    expect(past(page)).to_have_text(tells(613))
    go(page, 0)
    expect(past(page)).to_have_text(tells(2153))
    go(page, 200)
    expect(remark(page)).to_contain_text("lowest rank")
    expect(page.locator(".pair.next")).to_have_count(1)
