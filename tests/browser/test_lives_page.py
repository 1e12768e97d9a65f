"""The Lives page in a browser: a band for each learned token, and bars for the tokens of another tokenizer."""

from component_pages import Opener
from driver import see_that_it_fits
from playwright.sync_api import expect

from explorer_ui.visit.links import text_to_query

LIVES = "places/vocabulary/unused_tokens/lives"


def test_a_band_tells_the_life_of_its_token(open_picture: Opener) -> None:
    query = {"recipe": "bytes", "num_merges": "3", "text": text_to_query("aaabdaaabac")}
    page = open_picture(LIVES, "Lives", query)
    expect(page.locator(".bpe.lives .head")).to_have_text(
        "2 of 3 learned tokens are no longer used at the end."
    )
    expect(page.locator(".bpe.lives .spelled")).to_have_text(["aa", "aaa", "aaab"])
    frame, touched = page.locator(".bpe.lives .picture-box"), page.locator(".bpe.lives .touched")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(".bpe.lives .life")).to_have_count(3)
        see_that_it_fits(page, frame)
    frame.focus()
    frame.press("ArrowDown")
    expect(touched).to_have_text(
        "aa is made by merge 1, and occurs at most 2 times, not at all at the end. Merge 2 used 100% "
        "of those that were left, for aaa: no other merge used a larger share."
    )
    page.locator(".bpe.lives .life").last.click()
    expect(touched).to_contain_text("2 times at the end. It became part of no other token.")


def test_bars_count_the_tokens_of_another_tokenizer(open_picture: Opener) -> None:
    query = {"tokenizer": "cl100k_base", "text": text_to_query("lower lower low")}
    page = open_picture("places/vocabulary/unused_tokens/made", "Lives", query)
    made = page.locator(".bpe.made")
    expect(made.locator(".head")).to_contain_text("different tokens")
    first = made.locator("li.never").first
    expect(first.locator(".said")).to_contain_text("never left over")
    expect(made.locator("li:not(.never) .said").first).to_contain_text("left over")
    page.set_viewport_size({"width": 390, "height": 844})
    see_that_it_fits(page)
