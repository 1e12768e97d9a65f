"""What the tokens of a text are spent on: the sums are those of a plain loop, and a row leads to its place."""

from collections import Counter

import pytest
import regex

from bpe_core import load_published
from bpe_core.lessons.tokens.costs import costs_by
from tests.apps import open_app

TEXT = "Café 12 — 0x9f3a7c21\n\nпривет, мир deadbeef 日本語\n\tend 3141592653" * 3


@pytest.mark.parametrize("name", ["gpt2", "o200k_base", "qwen3"])
def test_the_costs_of_lines_are_those_of_a_loop(name):
    tokenizer = load_published(name)
    ids = tokenizer.encode_ordinary(TEXT)
    line, expected = 1, Counter()
    for token in tokenizer.decode_tokens_bytes(ids):
        expected[str(line)] += 1
        line += token.count(b"\n")
    assert {cost.name: cost.tokens for cost in costs_by(tokenizer, ids, "line")} == expected


@pytest.mark.parametrize("by", ["kind", "script", "line"])
def test_every_token_and_character_is_counted_once_and_each_place_has_its_kind(by):
    tokenizer = load_published("gpt2")
    ids = tokenizer.encode_ordinary(TEXT)
    costs = costs_by(tokenizer, ids, by)
    assert sum(cost.tokens for cost in costs) == len(ids)
    assert sum(cost.characters for cost in costs) == len(TEXT)
    assert [cost.tokens for cost in costs] == sorted((cost.tokens for cost in costs), reverse=True)
    place = {cost.name: tokenizer.decode(ids[cost.start : cost.end]) for cost in costs}
    for name, pattern in (("hexadecimal", "[0-9a-f]{6}"), ("Cyrillic", r"\p{Cyrillic}")):
        assert name not in place or regex.search(pattern, place[name])


@pytest.mark.parametrize("by", ["kind", "script", "line", "repeat"])
def test_the_page_lists_what_costs_most_first(by):
    app = open_app("Tokens", tokenizer="o200k_base", text=TEXT, costs_by=by)
    (table,) = [frame.value for frame in app.dataframe if "characters per token" in frame.value]
    assert [*table["tokens"]] == sorted(table["tokens"], reverse=True)
    if by == "line":
        texts = dict(zip(table["line"], table["text"], strict=True))
        assert texts["3"] == "привет,·мир·deadbeef·日本語⏎"
    assert not app.exception
