"""Merges by hand: any pairs are merged in any order, and compared with the same number of BPE merges."""

from component_pages import PLAYER, Opener, merge
from driver import Server, go_to, open_page, wait_for_run
from player_words import upcoming
from playwright.sync_api import Page, expect

from bpe_core import train
from explorer_ui.visit.links import text_to_query
from explorer_ui.words.scenes import PUZZLES

TEXT = "low lower newer"
PANEL = "Free hand"


def test_own_merges_beside_those_of_bpe(page: Page, server: Server) -> None:
    best = train(TEXT, recipe="bytes", num_merges=4, min_count=1)
    query = {"text": text_to_query(TEXT), "recipe": "bytes", "num_merges": 4, "skip_rare": "0", "step": 3}
    open_page(page, server, "By hand", **query)
    said = page.get_by_role("region", name=PANEL).get_by_role("status")
    expect(said).to_have_text(
        "Your own merges, compared with as many BPE merges and with the best possible ones."
    )
    expect(upcoming(page)).to_contain_text("Touch two neighbouring tokens")
    expect(page.locator(".merging")).to_have_count(0)

    merge(page, "e", "r", right_first=True)  # occurs twice
    player = page.locator(".bpe-player")
    expect(player).to_have_attribute("data-painted", "1")
    bpe = [len(best.tokens_at(step)[1]) for step in range(5)]
    expect(said).to_contain_text(f"After 1 merge: yours {len(TEXT) - 2} tokens, BPE {bpe[1]}.")
    expect(page.locator(".curve-panel .note")).to_have_text(
        f"yours {len(TEXT) - 2}, BPE {bpe[1]} after 1 merge"
    )
    # A press on a row of the table merges too.
    row = page.locator(".pair:visible", has_text="n").first
    expect(row).to_have_attribute("title", "Merge this pair")
    row.click()
    expect(player).to_have_attribute("data-painted", "2")
    expect(page.locator(".curve .compared")).to_have_count(1)

    # After an undo, the arrow key repeats the merge.
    page.get_by_role("button", name="Undo the last merge").click()
    expect(player).to_have_attribute("data-painted", "1")
    expect(page.locator(".merging")).not_to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-painted", "2")
    page.get_by_role("button", name="Start over from the base units").click()
    expect(player).to_have_attribute("data-painted", "0")
    page.locator(".pair:visible").nth(2).click()
    expect(page.locator(".total")).to_have_text("/ 1")
    expect(player).to_have_attribute("data-painted", "1")

    # Another view keeps these merges, and its own step.
    merged = page.locator(".stage .tok").all_inner_texts()
    go_to(page, "Train")
    expect(player).to_have_attribute("data-painted", "3")
    expect(page.locator(".total")).to_have_text("/ 4")
    expect(page.get_by_role("button", name="Free hand")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-painted", "4")
    wait_for_run(page)
    go_to(page, "By hand")
    expect(player).to_have_attribute("data-painted", "1")
    expect(page.locator(".curve .compared")).to_have_count(1)
    expect(page.locator(".stage .tok")).to_have_text(merged, use_inner_text=True)
    for name in ("Predict the next step", "Beats"):
        expect(page.get_by_role("button", name=name)).to_be_hidden()
    # So does a reload.
    page.reload()
    wait_for_run(page)
    expect(player).to_have_attribute("data-painted", "1")
    expect(page.locator(".stage .tok")).to_have_text(merged, use_inner_text=True)
    go_to(page, "Train")
    expect(player).to_have_attribute("data-painted", "4")


def test_merges_by_the_keyboard_and_those_that_beat_bpe(open_picture: Opener) -> None:
    state = next(puzzle.state for puzzle in PUZZLES if "most frequent pair" in puzzle.label)
    query = {key: str(value) for key, value in state.items()} | {
        "text": text_to_query(state["text"]),
        "skip_rare": "0",
    }
    page = open_picture(PLAYER, "By hand", query)
    said = page.get_by_role("region", name=PANEL).get_by_role("status")
    player = page.locator(".bpe-player")
    better = page.get_by_role("button", name="Show better merges")
    expect(better).to_be_hidden()

    # BPE's own merges leave one token more than necessary.
    page.get_by_role("listbox", name="The text as tokens").focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Now touch the token next to it.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(player).to_have_attribute("data-painted", "1")
    expect(page.locator(".stage .tok").first).to_have_text("aa")
    expect(better).to_be_hidden()
    merge(page, "aa", "a", right_first=True)
    expect(said).to_contain_text("After 2 merges: yours 4 tokens, BPE 4. The same merges so far.")
    better.click()
    expect(said).to_contain_text("After 2 merges: yours 3 tokens, BPE 4. Fewer:")
    expect(player).to_have_attribute("data-painted", "2")
    expect(page.locator(".stage .tok")).to_have_text(["a", "aab", "aab"], use_inner_text=True)
    expect(better).to_be_hidden()
    # These merges can be stepped through.
    page.keyboard.press("ArrowLeft")
    expect(player).to_have_attribute("data-painted", "1")
    expect(page.locator(".stage .tok")).to_have_text(["a", "a", "ab", "a", "ab"], use_inner_text=True)
    page.keyboard.press("PageUp")
    expect(player).to_have_attribute("data-painted", "0")
