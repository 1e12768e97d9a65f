"""Predict: the next step is hidden everywhere, a touch is a guess, and the score is kept."""

from component_pages import PLAYER, Opener
from player_words import upcoming
from playwright.sync_api import expect

MARKS = ".merging, .overlap, .tok.next, .pair.next, .tie:not(:empty)"
QUESTION = "Predict the next step before you see it"


def test_wrong_is_told_both_counts_and_right_is_merged(open_picture: Opener) -> None:
    page = open_picture(PLAYER, "Train")
    page.get_by_role("button", name=QUESTION).click()
    expect(page.locator(MARKS)).to_have_count(0)
    verdict, score = page.locator(".verdict"), page.locator(".score")
    # In the first row is the most frequent pair, so the row below is wrong.
    page.locator(".pair:visible").nth(1).click()
    expect(verdict).to_contain_text("occurs")
    expect(score).to_have_text("0 of 1 right")
    expect(page.locator(".merging")).not_to_have_count(0)
    expect(page.locator(".acts")).not_to_have_count(0)
    page.locator(".predict-panel").get_by_role("button", name="Go on").click()
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "1")
    expect(page.locator(MARKS)).to_have_count(0)

    tokens = page.locator(".stage .tok")
    texts = tokens.all_inner_texts()
    place = next(i for i in range(len(texts)) if texts[i : i + 2] == ["e", "r"])
    tokens.nth(place).click()
    expect(verdict).to_have_text("Now touch the token next to it.")
    tokens.nth(place + 1).click()
    expect(verdict).to_contain_text("Right")
    expect(score).to_have_text("1 of 2 right")
    # The merge is then made automatically, and the next step is hidden again.
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "2")
    expect(page.locator(MARKS)).to_have_count(0)
    page.get_by_role("button", name=QUESTION).click()
    expect(page.locator(".merging")).not_to_have_count(0)


def test_on_encode_the_question_is_which_two_are_merged(open_picture: Opener) -> None:
    page = open_picture(PLAYER, "Encode")
    page.get_by_role("button", name=QUESTION).click()
    # Ranks decide there, so no merges are made by hand.
    expect(page.get_by_role("button", name="Free hand")).to_be_hidden()
    expect(upcoming(page)).to_have_text("Which two are merged next?")
    expect(page.locator(MARKS)).to_have_count(0)
    page.locator(".pair:visible").first.click()
    expect(page.locator(".score")).to_contain_text("of 1 right")
    expect(page.locator(".verdict")).to_contain_text("rank")
