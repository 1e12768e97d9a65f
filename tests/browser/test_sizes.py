"""The sizes of the parts of a request: touching a bar shows its text, the rest dims, and the keys go from part to part."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_touching_a_part_says_what_it_costs_and_dims_the_rest(open_picture: Callable[..., Page]) -> None:
    page = open_picture("places/chat/sizes", "Sizes")
    chart = page.locator(".bpe.sizes .chart")
    expect(chart.locator(".part.tool")).to_have_count(4)
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": 20, "y": box["height"] / 2})
    said = page.locator(".bpe.sizes .said")
    expect(said).to_have_text("1 search_orders: 141 tokens, 33.3% of Tools; 67 in JSON.")
    expect(page.locator(".bpe.sizes .text")).to_contain_text("search_orders")
    expect(chart.locator(".part.chosen")).to_have_count(1)
    expect(chart.locator(".part.tools.quiet")).to_have_count(1)
    chart.press("ArrowRight")
    expect(said).to_contain_text("2 book_delivery: 136 tokens")
    expect(said).to_contain_text("68 repeated from earlier")
    chart.press("ArrowUp")
    expect(said).to_contain_text("Tools: 423 tokens")
