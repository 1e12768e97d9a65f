"""The sizes of the parts of a request: touching a bar shows its text, the rest dims, and the keys go from part to part."""

import json
from random import Random

from driver import Server, choose, open_page, type_text
from playwright.sync_api import Page, expect

from bpe_core import count_request
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.in_parts import finished
from explorer_ui.visit.names import COMPARED_WITH
from tests.peers import tiktoken_encoding


def test_touching_a_part_says_what_it_costs_and_dims_the_rest(page: Page, server: Server) -> None:
    open_page(page, server, "Sizes")
    chart = page.locator(".bpe.sizes .chart")
    expect(chart.locator(".part.tool")).to_have_count(4)
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": 20, "y": box["height"] / 2})
    said = page.locator(".bpe.sizes .said")
    expect(said).to_have_text("1 search_orders: 141 tokens, 33.3% of Tools; 67 of them are JSON.")
    expect(page.locator(".bpe.sizes .text")).to_contain_text("search_orders")
    expect(chart.locator(".part.chosen")).to_have_count(1)
    expect(chart.locator(".part.tools.quiet")).to_have_count(1)
    chart.press("ArrowRight")
    expect(said).to_contain_text("2 book_delivery: 136 tokens")
    expect(said).to_contain_text("68 repeat what occurred earlier")
    chart.press("ArrowUp")
    expect(said).to_contain_text("Tools: 423 tokens")


def test_three_questions_are_answered_after_pasting_with_one_action_at_most(
    page: Page, server: Server
) -> None:
    random = Random(5)
    nouns = ["order", "customer", "parcel", "invoice", "shelf", "price", "label", "report"]
    rule = "Use the ISO 8601 format with the time zone of the shop, and ask if the date may have passed. "
    tools = [
        {
            "type": "function",
            "function": {
                "name": f"find_{random.choice(nouns)}_{at}",
                "description": rule * (at < 53) + " ".join(random.choices(nouns, k=random.randint(5, 40))),
                "parameters": {"type": "object", "properties": {"id": {"type": "string"}}},
            },
        }
        for at in range(84)
    ]
    body = {"model": "gpt-4o", "tools": tools, "messages": [{"role": "user", "content": "Where is it?"}]}
    open_page(page, server, "Sizes")
    type_text(page, json.dumps(body))
    said = page.get_by_text("tokens. 84 tools take")

    # Which tool costs most? The one whose JSON tiktoken divides into the most tokens.
    encoding = tiktoken_encoding("o200k_base")
    costs = [len(encoding.encode(json.dumps(tool))) for tool in tools]
    name = tools[costs.index(max(costs))]["function"]["name"]
    expect(said).to_contain_text(f"the most expensive, {name}, takes {max(costs)}")

    # How much is repeated? Every token in a run of twenty that occurred before.
    ids, known, again = list(count_request(body).ids), set[tuple[int, ...]](), set[int]()
    for start in range(len(ids) - 19):
        run = tuple(ids[start : start + 20])
        again |= set(range(start, start + 20)) if run in known else set()
        known.add(run)
    expect(said).to_contain_text(f"{len(again):,} repeat texts that occurred earlier")

    # What would Qwen need?
    choose(page, "Compared with", COMPARED_WITH["qwen3"])
    counting = count_request_in_parts(json.dumps(body), "qwen3", template=TEMPLATES["chatml"])
    expect(said).to_contain_text(f"Qwen 3 needs {finished(counting).tokens:,}")
