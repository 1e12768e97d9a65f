"""Start opens with three animated acts, which play until the visitor takes over."""

from collections.abc import Callable

from driver import Server, open_page, text_box
from playwright.sync_api import Page, expect

from explorer_ui.places.start.film import ACTS, learned, spelled
from explorer_ui.visit.links import text_to_query
from tests.peers import tiktoken_encoding


def words(page: Page) -> str:
    """The text on the stage, in one line."""
    rows = page.locator(".bpe-player .stage .row").all()
    return "".join(row.inner_text().replace("\n", "") for row in rows)


def hurry(page: Page) -> None:
    """Make time ten times as fast for code that measures it by frames, such as playing: a step takes 200 ms."""
    page.evaluate(
        """() => {
            const now = performance.now.bind(performance);
            const frame = requestAnimationFrame.bind(window);
            const begun = now();
            performance.now = () => begun + 10 * (now() - begun);
            window.requestAnimationFrame = (act) => frame(() => act(performance.now()));
        }"""
    )


def test_it_plays_by_itself_to_the_end(page: Page, server: Server) -> None:
    open_page(page, server)
    hurry(page)
    last = len(learned().merges)
    expect(page.locator(f'.bpe-player[data-painted="{last}"]')).to_be_visible()
    tokens = len(learned().tokens_at(last)[1])
    expect(page.locator(".bpe-player .tally")).to_have_text(f"{tokens} tokens")
    expect(page.locator(".bpe-player .learned .chip")).to_have_count(last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_any_key_takes_over(page: Page, server: Server) -> None:
    open_page(page, server)
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.bpe-player[data-painted="1"]')).to_be_visible()


def test_a_touch_takes_over(page: Page, server: Server) -> None:
    open_page(page, server)
    page.locator(".bpe-player .stage").click(position={"x": 5, "y": 5})
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_nothing_moves_for_who_wants_less_motion(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(reduced_motion="reduce")
    open_page(page, server)
    expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_text_of_ones_own_is_tokenized_with_merges_that_were_learned_before(
    page: Page, server: Server
) -> None:
    own = "low lower lowest"
    open_page(page, server, text=text_to_query(own))
    expect(page.locator(".bpe-player")).to_be_visible()
    assert words(page).replace("·", " ") == own
    hurry(page)
    last = len(spelled(own)["ranks"])
    expect(page.locator(f'.bpe-player[data-painted="{last}"]')).to_be_visible()
    tokens = len(tiktoken_encoding("o200k_base").encode(own))
    expect(page.locator(".bpe-player .tally")).to_have_text(f"{tokens} tokens")


def test_the_acts_follow_each_other_and_typing_shows_ones_own_words(page: Page, server: Server) -> None:
    open_page(page, server)
    page.get_by_role("button", name=ACTS["merges"].label).click()
    rows = page.locator(".ranked-lists section").first.locator("li")
    expect(rows).to_have_count(len(learned().merges))
    expect(rows.first).to_contain_text("256")
    text_box(page).fill("zebra")
    expect(page.locator(".bpe-player")).to_be_visible()
    assert words(page) == "zebra"
