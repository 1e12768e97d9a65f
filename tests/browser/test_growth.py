"""The Growth page in a browser: the boxes behind the letters are tiktoken's tokens, at every size."""

from collections.abc import Callable

import tiktoken
from driver import Server, box_of, open_page, see_that_it_fits
from playwright.sync_api import Page, expect

from bpe_core import load_published
from bpe_core.tables import mergeable_ranks
from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.samples import parallel_texts
from tests.peers import published_by_tiktoken

GROWTH = "places/vocabulary/smaller_or_larger/growth"
TEXT = "The lowest 1234 newspapers, naïve 🥖."
BOXES = "boxes => boxes.map(box => [box.offsetLeft, box.offsetWidth])"


def tokens_under(name: str, size: int) -> int:
    ranks = {token: rank for token, rank in mergeable_ranks(name).items() if rank < size}
    pattern = published_by_tiktoken(name)["pat_str"]
    cut_off = tiktoken.Encoding("cut off", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return len(cut_off.encode_ordinary(TEXT))


def test_boxes_are_tiktokens_tokens_and_letters_never_move(open_picture: Callable[..., Page]) -> None:
    page = open_picture(GROWTH, "Growth", {"text": text_to_query(TEXT)})
    letters = page.locator(".bpe.growth .letters").first
    for tab, name in (("GPT-4o", "o200k_base"), ("GPT-2", "gpt2")):
        page.get_by_role("button", name=f"The vocabulary of {tab}", exact=True).click()
        where = box_of(letters)
        # Keys go to the smallest size, double it, and go to the last change.
        for keys, size in ((("Home", "ArrowUp", "ArrowUp"), 1024), (("End",), 200_000)):
            for key in keys:
                page.get_by_role("slider", name="Vocabulary size").press(key)
            expected = tokens_under(name, size)
            expect(page.locator(".bpe.growth .boxes i")).to_have_count(expected)
            expect(page.locator(".bpe.growth .sentence")).to_contain_text(f"{expected:,} tokens")
            boxes = page.locator(".bpe.growth .boxes i").evaluate_all(BOXES)
            assert all(left >= 0 and width > 0 for left, width in boxes)
            assert box_of(letters) == where


def test_keys_go_from_change_to_change_and_play_to_the_end(open_picture: Callable[..., Page]) -> None:
    page = open_picture(GROWTH, "Growth", {"text": text_to_query(" lower")})
    page.get_by_role("button", name="The vocabulary of GPT-2").click()
    slider = page.get_by_role("slider", name="Vocabulary size")
    slider.press("Home")
    for size in (264, 301, 323, 790, 2794):
        slider.press("ArrowRight")
        expect(page.locator(".bpe.growth .where")).to_contain_text(f"{size:,}")
    sentence = page.locator(".bpe.growth .sentence")
    expect(sentence).to_contain_text(
        "Token number 2,794, id 2793, was the last to change it: ·lower, in 1 place."
    )
    slider.press("ArrowLeft")
    expect(page.locator(".bpe.growth .where")).to_contain_text("790")
    page.locator(".bpe.growth .letters").hover(position={"x": 50, "y": 15})
    expect(page.locator(".bpe.growth .pointed")).to_contain_text(
        "is one token, id 789, from a vocabulary of 790 tokens on"
    )

    # Play runs to the end.
    slider.fill("3400")  # shortly before it, on a scale of 10,000
    play = page.get_by_role("button", name="Play")
    assert play.evaluate("play => { play.click(); return play.ariaLabel; }") == "Pause"
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator(".bpe.growth .sentence")).to_contain_text("1 token of 6 bytes")


def test_the_table_of_languages_is_of_the_size_on_the_slider(open_picture: Callable[..., Page]) -> None:
    page = open_picture(GROWTH, "Growth", {"text": text_to_query(" lower"), "growth_shown": "o200k_base"})
    tokenizer = load_published("o200k_base")
    least = {language: len(text.encode()) for language, text in parallel_texts().items()}
    most = {language: len(tokenizer.encode(text)) for language, text in parallel_texts().items()}
    slider = page.get_by_role("slider", name="Vocabulary size")
    for key, size, costs in (("Home", 256, least), ("End", 199_998, most)):
        slider.press(key)
        expect(page.locator(".bpe.growth h3").last).to_have_text(
            f"One paragraph in 17 languages, with the first {size:,} tokens of GPT-4o"
        )
        rows = page.locator(".bpe.growth tbody tr")
        shown = dict(
            zip(
                rows.locator("th").all_inner_texts(),
                map(int, rows.locator("td:nth-child(3)").all_inner_texts()),
                strict=True,
            )
        )
        assert shown == costs
        assert [*shown.values()] == sorted(costs.values(), reverse=True)


def test_a_phone_shows_the_last_column_of_the_table_of_languages(page: Page, server: Server) -> None:
    open_page(page, server, "Growth", text=text_to_query(TEXT))
    table = page.locator(".bpe.growth table")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        for tab in page.locator(".bpe.growth [aria-label^='The vocabulary of']").all():
            tab.click()
            see_that_it_fits(page, width, table)
