"""What Start opens with: a training that plays by itself, until somebody takes over."""

from collections.abc import Callable

from driver import Server, open_page
from playwright.sync_api import Page, expect

from explorer_ui.shell.links import text_to_query
from explorer_ui.views.opening import EXAMPLE, learned


def words(page: Page) -> str:
    """The text on the stage, in one line."""
    rows = page.locator(".bpe-player .stage .row").all()
    return "".join(row.inner_text().replace("\n", "") for row in rows)


def test_it_plays_by_itself_to_the_end(page: Page, server: Server) -> None:
    open_page(page, server)
    last = len(learned(EXAMPLE).merges)
    expect(page.locator(f'.bpe-player[data-painted="{last}"]')).to_be_visible()
    tokens = len(learned(EXAMPLE).tokens_at(last)[1])
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


def test_the_first_words_of_ones_own_text_play(page: Page, server: Server) -> None:
    open_page(page, server, text=text_to_query("low lower lowest"))
    expect(page.locator(".bpe-player")).to_be_visible()
    assert words(page).replace("·", " ") == "low lower lowest"


def test_a_text_in_which_nothing_repeats_leaves_the_example(page: Page, server: Server) -> None:
    open_page(page, server, text=text_to_query("Hello"))
    expect(page.locator(".bpe-player")).to_be_visible()
    assert words(page).replace("·", " ") == EXAMPLE
