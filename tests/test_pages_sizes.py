"""The view of the sizes: the bars add up at every depth, thin neighbours are joined, and what is not counted is said."""

import json
import re
from itertools import accumulate
from random import Random
from unittest.mock import patch

import pytest

from bpe_core import count_request
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.compared_requests import difference_of_requests
from bpe_core.chat.count_request import RequestCount, count_request_in_parts
from bpe_core.in_parts import finished
from explorer_ui.places.chat import sizes
from explorer_ui.places.chat.sizes import sentence_of, sizes_data
from explorer_ui.visit.limits import MAX_MESSAGES
from tests.apps import markup, open_app, words
from tests.peers import tiktoken_encoding


def body(tools: int, messages: int) -> dict[str, object]:
    random = Random(tools)
    described = ["Do it. " * random.randint(1, 40) for _ in range(tools)]
    said = ["Yes. " * random.randint(1, 9) for _ in range(messages)]
    roles = ("user", "assistant")
    return {
        "model": "qwen3",
        "tools": [function(f"tool_{at}", description=text) for at, text in enumerate(described)],
        "messages": [{"role": roles[at % 2], "content": text} for at, text in enumerate(said)],
    }


def function(name: str, **more: object) -> dict[str, object]:
    return {"type": "function", "function": {"name": name, **more}}


@pytest.mark.parametrize(("tools", "messages"), [(0, 1), (1, 1), (84, 1), (3, 1_000), (0, 10_000)])
def test_the_bars_add_up(tools, messages):
    count = count_request(body(tools, messages))
    parts = sizes_data(count)["parts"]
    assert len(parts) < 3_000
    # Only bars of several parts name two of them.
    joined = [part for part in parts if " … " in part["name"]]
    assert all(part["leaf"] for part in joined)
    assert bool(joined) == (messages > 100)
    top = [part for part in parts if part["depth"] == 0]
    for at, part in enumerate(parts):
        inside = [
            one for one in parts[at + 1 :]
            if one["depth"] == part["depth"] + 1 and part["start"] <= one["start"] < part["start"] + part["tokens"]
        ]  # fmt: skip
        assert part["leaf"] != bool(inside)
        assert not inside or sum(one["tokens"] for one in inside) == part["tokens"]
    ends = accumulate(part["tokens"] for part in top)
    assert [*(part["start"] for part in top), count.tokens] == [0, *ends]


def test_three_questions_are_answered_after_pasting_with_one_action_at_most():
    random = Random(5)
    nouns = ["order", "customer", "parcel", "invoice", "shelf", "price", "label", "report"]
    rule = "Use the ISO 8601 format with the time zone of the shop, and ask if the date may have passed. "
    parameters = {"type": "object", "properties": {"id": {"type": "string"}}}
    tools = []
    for at in range(84):
        described = rule * (at < 53) + " ".join(random.choices(nouns, k=random.randint(5, 40)))
        name = f"find_{random.choice(nouns)}_{at}"
        tools.append(function(name, description=described, parameters=parameters))
    body = {"model": "gpt-4o", "tools": tools, "messages": [{"role": "user", "content": "Where is it?"}]}
    app = open_app("Sizes", text=json.dumps(body))
    assert "tokens.** 84 tools take" in words(app)

    # Which tool costs most? The one whose JSON tiktoken divides into the most tokens.
    encoding = tiktoken_encoding("o200k_base")
    costs = [len(encoding.encode(json.dumps(tool))) for tool in tools]
    name = tools[costs.index(max(costs))]["function"]["name"]
    assert f"the most expensive, `{name}`, takes {max(costs)}" in words(app)

    # How much is repeated? Every token in a run of twenty that occurred before.
    ids, known, again = list(count_request(body).ids), set[tuple[int, ...]](), set[int]()
    for start in range(len(ids) - 19):
        run = tuple(ids[start : start + 20])
        again |= set(range(start, start + 20)) if run in known else set()
        known.add(run)
    assert f"**{len(again):,}** repeat texts that occurred earlier" in words(app)

    # What would Qwen need?
    app.selectbox(key="compared_with").select("qwen3").run()
    assert f"Qwen 3 needs **{counted(body, 'qwen3', 'chatml').tokens:,}**" in words(app)


def test_where_a_repeat_is_says_three_places_and_how_many_more_there_are():
    said = "This text is the same in each of the messages, with a number that differs after it. " * 2
    for times, more in ((3, ""), (5, " and 2 more")):
        asked = {"messages": [{"role": "user", "content": f"{said}{at}"} for at in range(times)]}
        row = open_app("Sizes", text=json.dumps(asked)).dataframe[0].value.iloc[0]
        assert row["in"] == f"1 user, 2 user, 3 user{more}"


def test_another_tokenizer_and_what_is_not_counted():
    asked = body(1, 1) | {"response_format": {"type": "json_schema"}, "model": "<b>x"}
    app = open_app("Sizes", text=json.dumps(asked))
    assert "the model gets more tokens than are shown here: response_format" in words(app)
    assert "<b>x" not in markup(app)
    for name in ("qwen3", "deepseek_v3"):
        app = open_app("Sizes", text=json.dumps(asked), counted_with=name)
        assert f"**{count_request(asked, name).tokens:,} tokens.**" in words(app)


@pytest.mark.parametrize(
    "chosen", [{}, {"below_sizes": "turns"}, {"compared_with": "qwen3"}, {"chat_format": "qwen3"}]
)
def test_a_prompt_without_a_chat_template_is_counted_and_not_shown_in_one(chosen):
    prompt = {"model": "gpt-3.5-turbo-instruct", "prompt": "Write a haiku about bread."}
    of_prompt = len(tiktoken_encoding("cl100k_base").encode(prompt["prompt"]))
    assert f"**{of_prompt} tokens.**" in words(open_app("Sizes", text=json.dumps(prompt), **chosen))
    said = words(open_app("Chat", text=json.dumps(prompt)))
    assert "the Completions API, which has no chat template. “Size of each part” counts it." in said


def test_a_file_of_requests_shows_one_of_them():
    lines = "\n".join(json.dumps(body(at, 1)) for at in range(3))
    app = open_app("Sizes", text=lines, chat_line=3)
    assert f"**{count_request(body(2, 1)).tokens:,} tokens.**" in words(app)


def test_what_shrinks_is_not_said_to_grow() -> None:
    asked = {"messages": [{"role": "user", "content": "नमस्ते दुनिया, आप कैसे हैं? " * 9}]}
    gpt4o, gpt2 = counted(asked, "o200k_base"), counted(asked, "gpt2")
    assert gpt4o.tokens < gpt2.tokens
    [times] = re.findall(r"grows most, ([\d.]+) times", sentence_of(gpt4o, gpt2))
    assert 1 < float(times) < 9
    assert "grows most" not in sentence_of(gpt2, gpt4o)


def counted(asked: dict[str, object], name: str, template: str = "qwen3") -> RequestCount:
    return finished(count_request_in_parts(json.dumps(asked), name, template=TEMPLATES[template]))


def test_another_tokenizer_has_the_same_parts_and_its_ratio_is_said():
    asked = body(3, 3)
    count, also = counted(asked, "qwen3"), counted(asked, "gpt2")
    parts = sizes_data(count, also)["parts"]
    assert sum(part["other"] for part in parts if part["depth"] == 0) == also.tokens
    app = open_app("Sizes", text=json.dumps(asked), compared_with="gpt2")
    assert f"GPT-2 needs **{also.tokens:,}**" in words(app)
    rows = app.dataframe[-1].value
    assert "GPT-2" in rows
    for most in (len(rows), len(rows) - 1):
        with patch.object(sizes, "MAX_ROWS", most):
            app = open_app("Sizes", text=json.dumps(asked), compared_with="gpt2")
        assert (f"the first {most} of {len(rows)}" in words(app)) == (most < len(rows))


def test_an_earlier_request_says_what_a_prefix_cache_keeps():
    one, other = body(3, 1), body(3, 3)
    app = open_app("Sizes", text=json.dumps(other), below_sizes="other", earlier_request=json.dumps(one))
    found = difference_of_requests(count_request(one), count_request(other))
    assert f"A prefix cache keeps the first {found.kept:,} of {found.tokens[1]:,} tokens" in markup(app)
    # Each line of a log is compared with the line before.
    app = open_app("Sizes", text=f"{json.dumps(one)}\n{json.dumps(other)}", chat_line=2)
    assert f"{found.kept:,} the beginning of the line before" in words(app)


def test_a_long_conversation_is_shown_turn_by_turn():
    app = open_app("Sizes", text=json.dumps(body(1, 400)), below_sizes="turns")
    assert "Each request begins with all tokens of the previous request" in words(app)
    ends = [*app.dataframe[-1].value["request ends with"]]
    assert ends == [f"message {number}, user" for number in range(1, 400, 2)]


def test_a_request_of_four_million_characters_is_counted_and_a_text_is_not_taken_elsewhere():
    asked = {"model": "o200k_base", "messages": [{"role": "user", "content": "=" * 3_900_000}]}
    app = open_app("Sizes", text=json.dumps(asked))
    assert f"**{count_request(asked).tokens:,} tokens.**" in words(app)
    many = {"messages": [{"role": "user", "content": "a"}] * (MAX_MESSAGES + 1)}
    assert f"more than {MAX_MESSAGES:,} messages" in words(open_app("Sizes", text=json.dumps(many)))
