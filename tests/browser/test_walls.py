"""Walls fall under the player's step, and stand again one step back."""

import pytest
from driver import Server, open_page
from playwright.sync_api import Page, expect

from explorer_ui.frame.links import text_to_query

TEXT = "By the way, by the way of the cat. By the way, the cat of the cat, by the way!"
GONE = "From here the walls at blanks are gone"


def go(page: Page, step: int) -> None:
    number = page.get_by_label("Step number")
    number.fill(str(step))
    number.press("Enter")
    page.locator(f'.bpe-player[data-painted="{step}"][data-counted="{step}"]').wait_for()


@pytest.fixture
def falling(page: Page, server: Server) -> Page:
    """The Train page with a text whose walls at blanks fall after 12 merges."""
    query = {"text": text_to_query(TEXT), "num_merges": 40, "walls": "blanks", "walls_fall_at": 12}
    open_page(page, server, "Train", **query)
    return page


def test_walls_fall_and_stand_again(falling: Page) -> None:
    page = falling
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


def test_tokens_across_walls_are_listed_and_lead_to_their_step(falling: Page) -> None:
    page = falling
    page.get_by_role("button", name="across walls").click()
    rows = page.locator(".bpe-player .vocab .word")
    expect(rows.first).to_contain_text("the·way")
    rows.first.click()
    expect(page.get_by_label("Step number")).to_have_value("12")
