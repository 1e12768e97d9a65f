"""The requests of a conversation, one after another, compared with encoding each from the start."""

from itertools import pairwise
from random import Random

import pytest

from bpe_core import load_published
from bpe_core.chat.chat import encode_chat, with_controls
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.messages import Message
from bpe_core.chat.prefix_cache import iter_requests
from tests.apps import open_app, words

CONTENTS = ("Hi", " ok ", "1 + 1 =", "2\n", "naïve café", "<think>\na\n</think>\n\nyes", "no.\n\n")


@pytest.mark.parametrize(
    ("vocabulary", "name"),
    [("qwen3", "qwen3"), ("tekken", "mistral"), ("gpt2", "chatml"), ("gpt2", "llama3")],
)
def test_what_a_request_shares_with_the_one_before(vocabulary: str, name: str) -> None:
    template = TEMPLATES[name]
    tokenizer = with_controls(load_published(vocabulary), template)
    random = Random(name)
    for _ in range(60):
        told = [Message("system", "Be kind.")] if random.random() < 0.5 else []
        for _ in range(random.randrange(1, 5)):
            told += [Message("user", random.choice(CONTENTS)), Message("assistant", random.choice(CONTENTS))]
        ends = [at for at, message in enumerate(told) if message.role == "assistant"]
        rows = [encode_chat(tokenizer, template, told[:end], policy="ordinary").ids for end in ends]
        found = list(iter_requests(tokenizer, template, told))
        assert [(one.messages, one.tokens) for one in found] == list(zip(ends, map(len, rows), strict=True))
        for request, (before, now) in zip(found[1:], pairwise(rows), strict=True):
            assert now[: request.kept] == before[: request.kept]
            assert request.kept == len(before) or now[request.kept] != before[request.kept]


def test_the_page_says_where_the_prefix_breaks() -> None:
    text = "system: Answer in French.\nuser: Good morning.\nassistant: Bonjour.\nuser: How are you?"
    app = open_app("Chat", text=text, tokenizer="tekken", chat_format="own")
    assert "they first differ in message 2 (user)" in words(app)
    app = open_app("Chat", text=text, tokenizer="qwen3", chat_format="own")
    assert "Each request begins with all tokens of the previous request" in words(app)
    app = open_app("Chat", text="Hi", tokenizer="qwen3", chat_format="own")
    assert "Turn by turn" not in words(app)
