"""The requests of a conversation, one after another, compared with encoding each from the start."""

import json
from itertools import pairwise
from random import Random
from unittest.mock import patch

import pytest

from benchmarks.chat_conversations import conversations
from bpe_core import BpeError, load_published
from bpe_core.chat import prefix_cache
from bpe_core.chat.chat import encode_chat, with_controls
from bpe_core.chat.chat_fit import fit_messages
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.conversation import read_conversation
from bpe_core.chat.messages import Message, ToolCall
from bpe_core.chat.prefix_cache import requests_in_parts
from bpe_core.in_parts import finished
from tests.apps import open_app, words

CONTENTS = ("Hi", " ok ", "1 + 1 =", "2\n", "naïve café", "<think>\na\n</think>\n\nyes", "no.\n\n")
OF_TEMPLATE = {
    "chatml": "gpt2", "qwen2.5": "qwen2.5", "qwen3": "qwen3", "harmony": "o200k_harmony", "llama3": "gpt2",
    "llama3.2": "gpt2", "mistral": "tekken", "deepseek": "deepseek_v3",
}  # fmt: skip


def check(tokenizer, template, told, tools=()):
    """Compare the requests with those that are each encoded from the start."""
    ends = [at for at, message in enumerate(told) if at and message.role == "assistant"]
    ends += [] if told[-1].role == "assistant" else [len(told)]
    try:
        rows = [encode_chat(tokenizer, template, told[:end], policy="ordinary", tools=tools) for end in ends]
    except BpeError:
        return  # what the original program refuses
    found = finished(requests_in_parts(tokenizer, template, told, tools))
    assert [(one.messages, one.tokens) for one in found] == [
        (end, len(row.ids)) for end, row in zip(ends, rows, strict=True)
    ]
    for request, (before, now) in zip(found[1:], pairwise(rows), strict=True):
        assert request.before == len(before.ids)
        assert now.ids[: request.kept] == before.ids[: request.kept]
        is_all = request.kept in (len(before.ids), len(now.ids))
        assert is_all or now.ids[request.kept] != before.ids[request.kept]
        assert request.breaks_in == (None if is_all else now.messages[request.kept])


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_a_request_shares_with_the_one_before(name: str) -> None:
    template = TEMPLATES[name]
    tokenizer = with_controls(load_published(OF_TEMPLATE[name]), template)
    random = Random(name)
    for _ in range(20):
        told = [Message("system", "Be kind.")] * random.randrange(2)
        for _ in range(random.randrange(1, 5)):
            # Sometimes two answers in a row.
            roles = ("user", "assistant", "assistant")[: random.choice((2, 2, 3))]
            told += [Message(role, random.choice(CONTENTS)) for role in roles]
        check(tokenizer, template, told + [Message("user", "Bye")] * random.randrange(2))
    for body in conversations(3, name)[:12]:
        read = read_conversation(json.dumps(body))
        check(tokenizer, template, fit_messages(template, read.messages)[0], read.tools)


@pytest.mark.parametrize("thought", [None, "Let me look."])
@pytest.mark.parametrize("name", TEMPLATES)
def test_what_follows_the_result_of_a_tool_changes_how_it_is_written(name: str, thought: str | None) -> None:
    template = TEMPLATES[name]
    call, result = (ToolCall("f", "{}", "abcdefghi"),), Message("tool", "31", name="f", call_id="abcdefghi")
    told = [
        Message("user", "Is it warm?"),
        Message("assistant", "", thought, call, is_null=True),
        result,
        Message("assistant", "Yes."),
        Message("user", "Thanks."),
        Message("assistant", "Bye."),
    ]
    tokenizer = with_controls(load_published(OF_TEMPLATE[name]), template)
    for end in range(3, len(told) + 1):
        check(tokenizer, template, told[:end])


@pytest.mark.parametrize(("name", "rendered"), [("chatml", 1), ("deepseek", 11)])
def test_a_long_conversation_is_not_encoded_again_for_each_request(name, rendered, monkeypatch):
    template = TEMPLATES[name]
    tokenizer = with_controls(load_published(OF_TEMPLATE[name]), template)
    told = [Message(("user", "assistant")[at % 2], f"Say {at}.") for at in range(600)]
    monkeypatch.setattr(prefix_cache, "_MAX_WRITTEN", 6_000)
    with patch.object(prefix_cache, "render_messages", wraps=prefix_cache.render_messages) as renders:
        found = finished(requests_in_parts(tokenizer, template, told))
    assert renders.call_count <= rendered
    whole = encode_chat(tokenizer, template, told[:599], policy="ordinary").ids
    assert (found[-1].tokens, found[-1].kept) == (len(whole), found[-2].tokens)
    # Of the last requests, the first is compared too: only that of the conversation has none before it.
    assert bool(found[0].before) == (found[0].messages > 1)


def test_the_page_says_where_the_prefix_breaks() -> None:
    text = "system: Answer in French.\nuser: Good morning.\nassistant: Bonjour.\nuser: How are you?"
    app = open_app("Chat", text=text, tokenizer="tekken", chat_format="own")
    assert "they first differ in message 2 (user)" in words(app)
    app = open_app("Chat", text="Hi", tokenizer="qwen3", chat_format="own")
    assert "Turn by turn" not in words(app)
