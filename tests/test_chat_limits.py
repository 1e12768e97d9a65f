"""What grows when a conversation is rendered or encoded is refused before it is made, and what is sent is bounded."""

import json
from dataclasses import replace
from functools import partial
from itertools import islice
from unittest.mock import patch

import pytest

from benchmarks.chat_conversations import conversations
from bpe_core import BpeError, load_published
from bpe_core.chat import request_body
from bpe_core.chat.chat import encode_chat, with_controls
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import TooLongError, render_messages
from bpe_core.chat.conversation import read_conversation
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.chat.messages import Message
from bpe_core.chat.request_body import read_body
from bpe_core.formats import read_huggingface
from bpe_core.in_parts import finished
from explorer_ui.parts.token_row.strip.token_strip import StripData
from explorer_ui.visit.limits import MAX_CHAT, MAX_CHAT_BYTES, MAX_CHAT_SENT, MAX_REQUEST_TOKENS
from tests.apps import open_app, words
from tests.operations import peak_of
from tests.peers import tokenizer_json

CHAT = "Chat"
LIMIT = 100_000


def body(parameters: object, *messages: object) -> str:
    """Return a request with a tool that has these parameters, and messages after the first."""
    tool = {"name": "f", "description": "d", "parameters": parameters}
    told = [{"role": "user", "content": "a"}, *messages]
    return json.dumps({"messages": told, "tools": [tool]}, separators=(",", ":"))


def nested(inner: object, depth: int, *names: str | None) -> object:
    """Return a value inside objects with these names (None: a list), `depth` times."""
    for _ in range(depth):
        for name in names:
            inner = [inner] if name is None else {name: inner}
    return inner


def call(name: str, arguments: str) -> dict[str, object]:
    made = {"id": "abcdefgh1", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def result(content: str) -> dict[str, object]:
    return {"role": "tool", "tool_call_id": "abcdefgh1", "content": content}


def of_object(of_property: object) -> dict[str, object]:
    return {"type": "object", "properties": {"a": of_property}}


MANY = 9_000
NUMBERS = "[" + "1e15," * MANY + "1]"
GROWING = {
    # Each value of a list becomes a line with an indent.
    "lists": ("llama3.2", body({"a": nested([1] * MANY, 50, None)})),
    "objects": ("llama3.2", body({"a": nested({str(number): 1 for number in range(MANY)}, 50, "b")})),
    # Harmony's TypeScript: examples, and alternatives of alternatives.
    "examples": ("harmony", body(of_object(nested(of_object({"examples": [""] * MANY}), 24, None, "oneOf")))),
    "alternatives": ("harmony", body(of_object(nested({"oneOf": [{}] * MANY}, 26, None, "oneOf")))),
    # A name that each result repeats.
    "names": ("harmony", body({}, call("n" * MANY, "{}"), *[result("x")] * 100)),
    # 1e15 is written as 1000000000000000.0, and one backslash as two.
    "numbers": ("qwen3", body({"a": [1e15]}).replace("[1000000000000000.0]", NUMBERS)),
    "numbers in arguments": ("mistral", body({}, call("f", f'{{"a": {NUMBERS}}}'), result("x"))),
    "numbers in a result": ("mistral", body({}, call("f", "{}"), result(NUMBERS))),
    "backslashes": ("llama3.2", body({}, result(chr(92) * 80_000))),
}  # fmt: skip


DEEP = '{"' + "😀" * 40 + '":'


@pytest.mark.parametrize(("first", "each"), [("", "1"), ('"a",', '"b"'), ("", "[2]")])
def test_fields_that_are_not_counted_take_little_memory_however_deep(first: str, each: str) -> None:
    number = 5_000
    values = first + ",".join([each] * number)
    text = f'{{"messages":[{{"role":"user","content":"a"}}],"x":{DEEP * 50}[{values}]{"}" * 51}'
    found, peak = peak_of(lambda: read_body(text))
    assert [one.path for one in found.not_counted] == ["x"]
    assert peak < 100_000 + 200 * number


@pytest.mark.parametrize("kind", ["function_call", "reasoning"])
def test_items_in_a_row_are_read_in_linear_time(kind: str) -> None:
    item = {"type": kind, "name": "f", "content": "thought"}
    number = 500
    with patch.object(request_body, "replace", wraps=replace) as replaced:
        found = read_body(json.dumps({"input": [item] * number}))
    [message] = found.messages
    assert (len(message.calls), len(message.reasoning or "")) in {(number, 0), (0, 7 * number)}
    # One for the message, one for what is not counted.
    assert replaced.call_count <= 2


@pytest.mark.parametrize("name", GROWING)
def test_what_grows_is_refused_before_it_is_made(name: str) -> None:
    template, text = GROWING[name]
    read = read_conversation(text)
    render = partial(render_messages, TEMPLATES[template], read.messages, read.tools)

    def refused() -> None:
        with pytest.raises(TooLongError, match=f"more than {LIMIT:,} bytes"):
            render(max_bytes=LIMIT)

    _, peak = peak_of(refused)
    # A piece of text has a header, so the pieces of a page take several times the size of the text.
    assert peak < 60 * LIMIT
    size = sum(len(segment.text.encode()) for segment in render())
    assert size > 1.4 * LIMIT
    assert render(max_bytes=size)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_limit_is_the_size_of_the_rendered_text(template: str) -> None:
    for request in conversations(2, template)[:30]:
        read = read_conversation(json.dumps(request))
        render = partial(render_messages, TEMPLATES[template], read.messages, read.tools)
        try:
            whole = render()
        except BpeError:
            continue
        size = len("".join(segment.text for segment in whole).encode())
        assert render(max_bytes=size) == whole
        with pytest.raises(TooLongError):
            render(max_bytes=size - 1)


def test_a_request_of_exactly_the_most_tokens_is_counted() -> None:
    body = json.dumps([{"role": "user", "content": "Hello"}])
    assert finished(count_request_in_parts(body, "qwen3", max_tokens=9)).tokens == 9
    with pytest.raises(BpeError, match="more than 8 tokens"):
        finished(count_request_in_parts(body, "qwen3", max_tokens=8))


def test_what_a_normalizer_makes_counts() -> None:
    content = tokenizer_json("gpt2") | {
        "normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": "bc" * 60}
    }
    tokenizer = with_controls(read_huggingface(json.dumps(content).encode()), TEMPLATES["chatml"])
    encode = partial(encode_chat, tokenizer, TEMPLATES["chatml"], policy="ordinary", max_bytes=LIMIT)
    assert len(encode([Message("user", "a" * 100)]).ids) > 6_000
    # The limit is that of all messages together.
    with pytest.raises(TooLongError):
        encode([Message("user", "a" * 200), Message("assistant", "a" * 200)] * 5)


def test_a_short_link_to_a_long_conversation_gives_a_sentence_with_the_limit() -> None:
    _, text = GROWING["lists"]
    app = open_app(CHAT, text=text, tokenizer="gpt2", chat_format="llama3.2")
    assert f"this conversation has more than {MAX_CHAT_BYTES:,} bytes, the limit" in words(app)
    assert app.session_state["text"] == text
    assert f"{MAX_CHAT:,} characters at most" in words(open_app(CHAT, text="Hi", tokenizer="gpt2"))
    # As JSON Lines: the first and the third are refused, and the lines after them are not begun.
    good = json.dumps({"messages": [{"role": "user", "content": "Hi"}]})
    app = open_app(CHAT, text="\n".join([text, good, *[text] * 4]), tokenizer="gpt2", chat_format="llama3.2")
    (table,) = [frame.value for frame in app.dataframe if "line" in frame.value]
    assert [one > 0 for one in table["tokens"]] == [False, True, *[False] * 4]
    assert f"{MAX_CHAT_BYTES:,} bytes, the limit" in table["not counted"][0]
    assert f"{MAX_REQUEST_TOKENS:,} tokens" in table["not counted"][5]
    assert not app.exception


def _sizes_sent(text: str, **chosen: str) -> list[int]:
    sizes: list[int] = []

    def mounted(data: StripData, *_: object, **__: object) -> None:
        sizes.append(len(json.dumps(data)))

    with patch("explorer_ui.places.chat.chat.token_strip", mounted):
        app = open_app(CHAT, text=text, **chosen)
    assert not app.exception
    return sizes


def test_what_is_sent_to_the_browser_is_bounded() -> None:
    longest = body({"a": nested([1] * 2_100, 50, None)})
    assert 1_000_000 < _sizes_sent(longest, tokenizer="gpt2", chat_format="llama3.2")[0] < MAX_CHAT_SENT
    vocab = load_published("o200k_base").vocab.values()
    different = "".join(islice((token.decode() for token in vocab if token.isalpha()), 15_000))[:100_000]
    assert 0 < _sizes_sent(different, tokenizer="o200k_base")[0] < MAX_CHAT_SENT
    injected = _sizes_sent("<s>" * 33_000, tokenizer="tekken", special_policy="special")
    assert 0 < injected[0] < MAX_CHAT_SENT
    rare = "".join(map(chr, range(0x20000, 0x20000 + 40_000)))
    assert 0 < _sizes_sent(rare * 2, tokenizer="gpt2")[0] < MAX_CHAT_SENT
