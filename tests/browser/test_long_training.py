"""A long training shows where it is, can be stopped, and leaves the server free for others."""

from collections.abc import Callable

from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.links import text_to_query
from explorer_ui.samples import sample_text


def start_long_training(page: Page, server: Server, start: str) -> None:
    """Upload a megabyte and ask for many merges over one stream; return while it is being trained on."""
    open_page(page, server, "Train", recipe="bytes", num_merges=20_000, text=text_to_query("x"))
    # Each test has a text of its own: a history that is known is not trained again.
    text = (start + sample_text("prose") * 50)[:1_000_000]
    page.get_by_role("button", name="Or upload a file").click()
    page.locator('input[type="file"]').set_input_files(
        {"name": "long.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.get_by_text("Training: merge")).to_be_visible(timeout=60_000)


def test_a_second_visitor_is_answered_meanwhile(new_page: Callable[..., Page], server: Server) -> None:
    busy, other = new_page(), new_page()
    start_long_training(busy, server, "one")
    open_page(other, server, "Train")
    other.get_by_role("button", name="Last step").click()
    wait_for_run(other)
    box = other.get_by_role("textbox", name="Your text")
    box.fill("hug pug hug pug")
    box.press("Control+Enter")
    wait_for_run(other)
    expect(other.locator(".bpe-player .headline")).to_contain_text("u")
    assert busy.get_by_text("Training: merge").is_visible()


def test_a_training_can_be_stopped_and_what_it_learned_stays(page: Page, server: Server) -> None:
    start_long_training(page, server, "two")
    page.get_by_role("button", name="Stop here").click()
    wait_for_run(page)
    total = page.locator(".bpe-player .total").inner_text()
    learned = int(total.removeprefix("/").strip().replace(",", ""))
    assert 0 < learned < 20_000
    assert len(page.get_by_role("textbox", name="Your text").input_value()) > 900_000
