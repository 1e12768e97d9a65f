"""The Growth page in a browser: the boxes behind the letters are tiktoken's tokens, at every size."""

from component_pages import Opener
from driver import box_of, see_that_it_fits, until
from playwright.sync_api import Locator, expect

from bpe_core import load_published
from bpe_core.tables import mergeable_ranks
from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.samples import parallel_texts
from tests.peers import published_by_tiktoken
from tests.test_growth import tiktoken_cut_off

GROWTH = "places/vocabulary/smaller_or_larger/growth"
TEXT = "The lowest 1234 newspapers, naïve 🥖."
BOXES = "boxes => boxes.map(box => [box.offsetLeft, box.offsetWidth])"


def test_boxes_are_tiktokens_tokens_letters_never_move_and_the_table_of_languages_is_of_the_same_size(
    open_picture: Opener,
) -> None:
    page = open_picture(GROWTH, "Growth", {"text": text_to_query(TEXT)})
    letters = page.locator(".bpe.growth .letters").first
    for tab, name in (("GPT-4o", "o200k_base"), ("GPT-2", "gpt2")):
        page.get_by_role("button", name=f"The vocabulary of {tab}", exact=True).click()
        where = box_of(letters)
        # Keys go to the smallest size, double it, and go to the last change.
        for keys, size in ((("Home", "ArrowUp", "ArrowUp"), 1024), (("End",), 200_000)):
            for key in keys:
                page.get_by_role("slider", name="Vocabulary size").press(key)
            pattern = published_by_tiktoken(name)["pat_str"]
            theirs = tiktoken_cut_off(mergeable_ranks(name), size, pattern)
            expected = len(theirs.encode_ordinary(TEXT))
            expect(page.locator(".bpe.growth .boxes i")).to_have_count(expected)
            expect(page.locator(".bpe.growth .sentence")).to_contain_text(f"{expected:,} tokens")
            boxes = page.locator(".bpe.growth .boxes i").evaluate_all(BOXES)
            assert all(left >= 0 and width > 0 for left, width in boxes)
            assert box_of(letters) == where
    # A letter tells the token that it is in.
    letters.hover(position={"x": 20, "y": 15})
    expect(page.locator(".bpe.growth .pointed")).to_contain_text(
        "is one token, id 464, from a vocabulary of 465"
    )

    # The table of languages is of the size on the slider.
    tokenizer = load_published("gpt2")
    least = {language: len(text.encode()) for language, text in parallel_texts().items()}
    most = {language: len(tokenizer.encode(text)) for language, text in parallel_texts().items()}
    rows = page.locator(".bpe.growth tbody tr")
    for key, costs in (("Home", least), ("End", most)):
        page.get_by_role("slider", name="Vocabulary size").press(key)
        until(page, lambda: figures(rows), sorted(costs.values(), reverse=True))
        names = rows.locator("th").all_inner_texts()
        assert dict(zip(names, figures(rows), strict=True)) == costs
    # A phone shows its last column.
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for tab in page.locator(".bpe.growth [aria-label^='The vocabulary of']").all():
            tab.click()
            see_that_it_fits(page, page.locator(".bpe.growth table"))


def figures(rows: Locator) -> list[int]:
    return [int(tokens) for tokens in rows.locator("td:nth-child(3)").all_inner_texts()]
