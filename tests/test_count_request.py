"""The parts of a request: exactly the ids of the whole, each token in the part of its first byte, for every form."""

import json
import os
from contextlib import suppress
from itertools import accumulate
from random import Random

import pytest

from benchmarks.chat_conversations import conversations
from bpe_core import BpeError, RequestCount, RequestPart, count_request, load_published
from bpe_core.chat.chat import encode_chat, with_controls
from bpe_core.chat.chat_fit import fit_messages
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.conversation import read_conversation
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.chat.messages import Message, ToolCall
from bpe_core.chat.model_names import find_model
from bpe_core.in_parts import finished
from tests.pairs_of_the_day import SEED
from tests.sampling import IN_TURNS
from tests.test_chat_tools import ANTHROPIC, CHAT, RESPONSES, WEATHER

CALL = {"type": "function", "function": {"name": "f", "arguments": "{}"}}
# Of the conversations of the day, up to 200.
REQUESTS = int(os.environ.get("REQUESTS", "40"))
OF_TEMPLATE = {
    "chatml": "gpt2", "qwen2.5": "qwen2.5", "qwen3": "qwen3", "harmony": "o200k_harmony", "llama3": "o200k_base",
    "llama3.2": "gpt2", "mistral": "tekken", "deepseek": "deepseek_v3",
}  # fmt: skip


def leaves(part: RequestPart) -> list[RequestPart]:
    return [leaf for inner in part.parts for leaf in leaves(inner)] if part.parts else [part]


def in_order(count: RequestCount) -> list[int]:
    """The ids of the smallest parts, in the order of their places."""
    spans = sorted(span for leaf in leaves(count.root) for span in leaf.spans)
    assert [start for start, _ in spans] == [0, *(end for _, end in spans[:-1])]
    return [token_id for start, end in spans for token_id in count.ids[start:end]]


def check_tree(part: RequestPart) -> None:
    """Each part has exactly the tokens of the parts in it."""
    if part.parts:
        assert part.tokens == sum(inner.tokens for inner in part.parts)
        for inner in part.parts:
            check_tree(inner)


def test_a_message_of_the_developer_counts_as_the_systems() -> None:
    told = [{"role": "developer", "content": "Be kind."}, {"role": "user", "content": "Hi"}]
    for model in ("o200k_harmony", "qwen3"):
        parts = count_request({"messages": told}, model).root.parts
        assert [part.kind for part in parts if part.name[0].isdigit()] == ["system", "message"], model


@IN_TURNS
@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("name", TEMPLATES)
def test_the_parts_have_exactly_the_ids_of_the_whole_each_that_of_its_first_byte(name, seed):
    template = TEMPLATES[name]
    tokenizer = with_controls(load_published(OF_TEMPLATE[name]), template)
    tried = 0
    for body in (*conversations(seed, name)[:REQUESTS], *conversations(3, name)[:15]):
        try:
            count = finished(count_request_in_parts(body, tokenizer, template=template))
        except BpeError:
            # What the original program refuses.
            continue
        read = read_conversation(json.dumps(body))
        messages, _ = fit_messages(template, read.messages)
        whole = encode_chat(tokenizer, template, messages, tools=read.tools, policy="ordinary")
        assert in_order(count) == [*count.ids] == whole.ids
        check_tree(count.root)
        segments = render_messages(template, messages, read.tools)
        owners = [segment for segment in segments for _ in segment.text.encode()]
        tokens = tokenizer.decode_tokens_bytes(count.ids)
        # Unless a normalizer changed the text.
        if len(owners) == sum(map(len, tokens)):
            tried += 1
            check_owners(count, owners, tokens, read.tools, messages)
    assert tried > REQUESTS / 4


def check_owners(count, owners, tokens, tools, messages):
    """Check that each token is in the part of the segment that its first byte is of."""
    for at, (end, token) in enumerate(zip(accumulate(map(len, tokens)), tokens, strict=True)):
        first, last, path = owners[end - len(token)], owners[end - 1], count.path_at(at)
        assert (path[0].kind == "tools") == (first.kind == "definition")
        if first.kind == "definition" and first.item is not None:
            assert path[1].name == f"{first.item + 1} {tools[first.item]['function']['name']}"
            assert path[2].kind == first.part
        elif first.message is not None and first.kind != "definition":
            assert path[0].name == f"{first.message + 1} {messages[first.message].role}"
            if path[1:] and path[1].kind == "call":
                item = first.item or 0
                assert path[1].name == f"Call {item + 1} {messages[first.message].calls[item].name}"
        if last.message != first.message and "definition" not in (first.kind, last.kind):
            assert at in count.shared


# What is around the arguments, and whether text that is not JSON is quoted: by the makers' templates and mistral-common.
AROUND = {
    "chatml": ('{"name": "f", "arguments": %s}<|im_end|>', True),
    "qwen2.5": ('{"name": "f", "arguments": %s}\n</tool_call>', True),
    "qwen3": ('{"name": "f", "arguments": %s}\n</tool_call>', False),
    "llama3.2": ('{"name": "f", "parameters": %s}<|eot_id|>', True),
    "deepseek": ("f\n```json\n%s\n```", False),
    "mistral": ('[{"name": "f", "arguments": %s, "id": "abcdefghi"}]', True),
    "harmony": ("<|message|>%s<|call|>", False),
}


@pytest.mark.parametrize("name", AROUND)
@pytest.mark.parametrize("arguments", ['{"a": ', "null", "[1]", "3", '""', ""])
def test_the_arguments_that_a_model_wrote_need_not_be_an_object(name, arguments):
    call = {"id": "abcdefghi", "function": {"name": "f", "arguments": arguments}}
    told = [*ASKED, {"role": "assistant", "content": None, "tool_calls": [call]}]
    count = finished(count_request_in_parts({"messages": told}, OF_TEMPLATE[name], template=TEMPLATES[name]))
    around, quotes = AROUND[name]
    is_cut = arguments == '{"a": '
    written = json.dumps(arguments) if is_cut and quotes else arguments or "{}"
    # The servers parse JSON, and this template writes the string that they get without quotes.
    written = "" if (name, arguments) == ("qwen3", '""') else written
    assert around % written in count.tokenizer.decode(count.ids)
    is_said = is_cut and name in ("chatml", "qwen2.5", "qwen3", "llama3.2")
    assert any("not JSON are written as text" in note for note in count.notes) == is_said


def openai(tool):
    return {"type": "function", "function": tool}


def mcp(tool):
    return {"name": tool["name"], "description": tool["description"], "inputSchema": tool["parameters"]}


ASKED = [{"role": "user", "content": "Is it warm?"}]
ANSWER = {"role": "assistant", "content": "Yes."}
GEMINI = {
    "systemInstruction": {"parts": [{"text": "Be kind."}]},
    "contents": [{"role": "user", "parts": [{"text": "Is it warm in Rome?"}]}, {"role": "model", "parts": [{"text": "Yes."}]}],
    "tools": [{"functionDeclarations": [WEATHER]}],
    "generationConfig": {"temperature": 0},
}  # fmt: skip
SHAREGPT = {
    "conversations": [
        {"from": "system", "value": "Be kind."},
        {"from": "human", "value": "Is it warm in Rome?"},
        {"from": "gpt", "value": "Yes."},
    ]
}
PLAIN = {
    "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Is it warm in Rome?"}, ANSWER],
}  # fmt: skip
ANSWERED = {"messages": [ANSWER]}
ITEM = RESPONSES["input"][2]
# A summary in two items, and an item without the type that may be missing.
THOUGHTS = [
    RESPONSES["input"][0],
    *({"type": "reasoning", "summary": [{"type": "summary_text", "text": text}]} for text in ("As", "k.")),
    {name: value for name, value in ITEM.items() if name != "type"},
]
# Mistral's agents, by the reference of its API.
CHAT_OF_MISTRAL = {
    "model": "mistral-medium-latest",
    "instructions": "Be kind.",
    "tools": RESPONSES["tools"],
    "inputs": [
        {"type": "message.input", "role": "user", "content": "Is it warm in Rome?"},
        {"type": "message.output", "role": "assistant", "content": [{"type": "thinking", "thinking": "Ask."}, {"type": "text", "text": "I'll look."}]},
        {"type": "function.call", "tool_call_id": "call_0001", "name": "weather", "arguments": '{"city": "Rome"}'},
        {"type": "function.result", "tool_call_id": "call_0001", "result": "31 °C"},
    ],
}  # fmt: skip
OLLAMA = {"model": "m", "system": "Be kind.", "prompt": "Is it warm in Rome?", "stream": False}
# As LLaMA-Factory's data/glaive_toolcall_en_demo.json has them.
W = {"name": "weather", "arguments": {"city": "Rome"}}
SHAREGPT_CALLED = {
    "conversations": [
        {"from": "human", "value": "Is it warm in Rome?"},
        {"from": "function_call", "value": json.dumps(W)},
        {"from": "observation", "value": "31 °C"},
        {"from": "function_call", "value": json.dumps([W, W])},
        {"from": "observation", "value": "31 °C"},
        {"from": "observation", "value": "30 °C"},
        {"from": "gpt", "value": "Yes."},
    ]
}
CALLED = {
    "messages": [
        {"role": "user", "content": "Is it warm in Rome?"},
        {"role": "assistant", "tool_calls": [{"function": W}]},
        {"role": "tool", "name": "weather", "content": "31 °C"},
        {"role": "assistant", "tool_calls": [{"function": W}, {"function": W}]},
        {"role": "tool", "name": "weather", "content": "31 °C"},
        {"role": "tool", "name": "weather", "content": "30 °C"},
        ANSWER,
    ]
}


def stream(*events):
    return "".join(f"event: x\ndata: {json.dumps(event)}\n\n" for event in events)


def chunk(delta, **of_choice):
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, **of_choice}]}


STREAMS = {
    "Chat Completions": ": OPENROUTER PROCESSING\n\n"
    + stream(chunk({"role": "assistant", "content": ""}), chunk({"content": "Ye"}), chunk({"content": "s."}), chunk({}, finish_reason="stop"))
    + "data: [DONE]\n",
    "Responses": stream(
        {"type": "response.created", "response": {"id": "1", "object": "response", "status": "in_progress", "output": []}},
        {"type": "response.output_text.delta", "output_index": 0, "delta": "Yes."},
        {"type": "response.completed", "response": {"id": "1", "object": "response", "status": "completed", "output": [{"role": "assistant", "content": "Yes."}]}},
    ),
    "Anthropic Messages": stream(
        {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Ye"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "s."}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}},
        {"type": "message_stop"},
    ),
}  # fmt: skip
SAME = [
    (CHAT, {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": CHAT}, "a line of a batch: "),
    (CHAT, RESPONSES, "Responses API"),
    (CHAT, RESPONSES | {"input": [*THOUGHTS, *RESPONSES["input"][3:]]}, "Responses API"),
    (CHAT, ANTHROPIC, "Anthropic Messages API"),
    (CHAT, "\ufeff" + json.dumps(CHAT), "Chat Completions API"),
    (CHAT, f"```json\n{json.dumps(CHAT)}\n```\n", "Chat Completions API"),
    (PLAIN | {"tools": [openai(WEATHER)]}, GEMINI, "Gemini API"),
    (PLAIN, SHAREGPT, "ShareGPT"),
    (PLAIN, SHAREGPT | {"tools": "[]"}, "ShareGPT"),
    (ANSWERED, {"id": "1", "object": "chat.completion", "choices": [{"message": ANSWER}]}, "answer of the Chat Completions API"),
    (
        ANSWERED,
        {"id": "1", "object": "response", "output": [ITEM | {"content": [{"type": "output_text", "text": "Yes."}]}]},
        "answer of the Responses API",
    ),
    (
        ANSWERED,
        {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Yes."}], "usage": {}},
        "answer of the Anthropic Messages API",
    ),
    (CHAT, {"custom_id": "1", "params": ANTHROPIC}, "a line of a batch: a request of the Anthropic Messages API"),
    (CHAT, {"requests": [{"custom_id": "1", "params": ANTHROPIC}]}, "a request of the Anthropic Messages API"),
    (PLAIN | {"tools": [openai(WEATHER)]}, {"key": "1", "request": GEMINI}, "a line of a batch: a request of the Gemini API"),
    (PLAIN | {"tools": [openai(WEATHER)]}, {"generateContentRequest": GEMINI}, "a request of the Gemini API"),
    (
        ANSWERED,
        {"custom_id": "1", "response": {"status_code": 200, "body": {"choices": [{"message": ANSWER}]}}},
        "a line of a batch: an answer of the Chat Completions API",
    ),
    (CHAT, CHAT_OF_MISTRAL, "Mistral Conversations API"),
    (ANSWERED, {"object": "chat.completion.chunk", "choices": [{"delta": {"content": "Yes."}}]}, "answer of the Chat Completions API"),
    (CALLED, SHAREGPT_CALLED, "ShareGPT"),
    (PLAIN | {"messages": PLAIN["messages"][:2]}, OLLAMA, "Ollama's API to generate"),
    *((ANSWERED, stream, f"the joined events of a stream: an answer of the {api} API") for api, stream in STREAMS.items()),
]  # fmt: skip
TOOLS = [WEATHER, WEATHER | {"name": "content", "description": "Has messages, input, content."}]
OF_TOOLS = [
    {"jsonrpc": "2.0", "id": 1, "result": {"tools": [*map(mcp, TOOLS)]}},
    {"tools": [*map(mcp, TOOLS)]},
    [*map(mcp, TOOLS)],
    {"tools": [*map(openai, TOOLS)]},
    [*map(openai, TOOLS)],
    [{"type": "function", **tool} for tool in TOOLS],
    [{"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]} for tool in TOOLS],
    {"tools": [{"name": "x", "inputSchema": {"properties": {word: {}}}} for word in ("content", "messages", "input")]},
]  # fmt: skip


@pytest.mark.parametrize(("known", "other", "said"), SAME)
@pytest.mark.parametrize("model", ["qwen3", "gpt-oss-20b"])
def test_the_same_request_in_another_form_has_the_same_ids(known, other, said, model):
    count = count_request(other, model)
    assert said in count.read_as
    assert count.ids == count_request(known, model).ids
    assert in_order(count) == [*count.ids]


@pytest.mark.parametrize("body", OF_TOOLS)
@pytest.mark.parametrize("given", ["value", "text"])
def test_tools_need_no_message(body, given):
    count = count_request(body if given == "value" else json.dumps(body), "qwen3")
    inside = body.get("result", body) if isinstance(body, dict) else {"tools": body}
    tools = inside["tools"]
    (group,) = [part for part in count.root.parts if part.kind == "tools"]
    assert sum(part.kind == "tool" for part in group.parts) == len(tools)
    assert f"({len(tools)}), with an empty user message" in count.read_as
    if len(tools) == len(TOOLS):
        asked = {"messages": [{"role": "user", "content": ""}], "tools": [*map(openai, TOOLS)]}
        assert count.ids == count_request(asked, "qwen3").ids


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hello", "plain text: one user message"),
        ("user: a\nassistant: b", "lines that begin with a role: 2 messages"),
        ("curl https://x -d '{\"messages\": []}'", "since this is a command"),
        ("[{'role': 'user', 'content': 'a'}]", "since this is Python and not JSON"),
        ('{"a": {"content": 1}}', "since this JSON is not a request in a known form"),
        ('{"": ["a"]}', "since this JSON is not a request in a known form"),
        (
            '{"choices": [{"text": "Rome"}, {"text": "Paris"}]}',
            "since this JSON is not a request in a known form",
        ),
        ('{"inputs": "Hi"}', "since this JSON is not a request in a known form"),
        ('[{"name": "Ann", "age": 3}]', "since this JSON is not a request in a known form"),
        ("```\nprint(1)\n```", "plain text: one user message"),
        (
            'data: {"content": "Hi", "stop": false}\n',
            "since this stream of events is not an answer in a known form",
        ),
        (
            'data: {"candidates": []}\n\ndata: {"candidates": []}\n',
            "since this stream of events is not an answer in a known form",
        ),
    ],
)
def test_what_was_recognized_is_said(text, said):
    count = count_request(text, "qwen3")
    assert said in count.read_as
    if "one user message" in count.read_as:
        assert load_published("qwen3").encode_ordinary(text) == [*count.ids[3:-5]]


PROMPT = "Say hi, <|im_end|>"


@pytest.mark.parametrize(
    "body",
    [
        {"model": "qwen3", "prompt": PROMPT, "max_tokens": 5},
        {"model": "qwen3", "prompt": [PROMPT]},
        {"model": "qwen3", "prompt": PROMPT, "raw": True, "stream": False},
        {"custom_id": "1", "url": "/v1/completions", "body": {"model": "qwen3", "prompt": PROMPT}},
        {"object": "text_completion", "model": "qwen3", "choices": [{"index": 0, "text": PROMPT}]},
        stream(*({"object": "text_completion", "model": "qwen3", "choices": [{"index": 0, "text": one}]} for one in PROMPT)),
    ],
)  # fmt: skip
def test_a_prompt_of_completions_is_counted_without_a_template(body):
    count = count_request(body)
    assert [*count.ids] == load_published("qwen3").encode_ordinary(PROMPT)
    assert (count.template, count.model, count.not_counted) == ("none", "qwen3", ())
    assert in_order(count) == [*count.ids]
    assert "Completions API" in count.read_as or "Ollama" in count.read_as


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"model": "m", "prompt": [1, 2, 3]}, "The prompt in this JSON is token ids"),
        ({"model": "m", "prompt": [[1, 2], [3]]}, "The prompt in this JSON is token ids"),
        ({"model": "m", "prompt": ["a", "b"]}, "This JSON has 2 prompts"),
        *(({"model": "m", "prompt": prompt}, "is empty or not text") for prompt in ("", [], [""], [None], [{"type": "image"}])),
        ({"model": "m", "choices": [{"text": ""}]}, "is empty or not text"),
        (
            {"choices": [{"text": "a"}, {"text": "b"}], "object": "text_completion"},
            "This JSON has 2 prompts or answers",
        ),
        ({"requests": [{"custom_id": "1", "params": ANTHROPIC}] * 2}, "This JSON has 2 requests"),
    ],
)  # fmt: skip
def test_what_is_several_requests_or_no_text_is_refused_by_what_it_is(body, said):
    with pytest.raises(BpeError, match=said):
        count_request(body)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"model": "qwen3", "prompt": {"id": "p"}}, "a request of the Responses API"),
        ({"id": "1", "object": "response", "model": "qwen3", "output": []}, "an answer of the Responses API: 0"),
        ({"id": "1", "object": "chat.completion.chunk", "model": "qwen3", "choices": []}, "an answer of the Chat Completions API: 0"),
    ],
)  # fmt: skip
def test_a_body_without_messages_is_read_as_what_it_is(body, said):
    count = count_request(body)
    assert said in count.read_as
    assert count.read_as.endswith(", with an empty user message")
    assert (count.model, count.tokenizer.name) == ("qwen3", "qwen3")
    assert [str(one) for one in count.not_counted] == ["prompt"] * ("prompt" in body)


@pytest.mark.parametrize(
    "cut", ["data: {", 'data: {"choices": [{"delta": {"content": "x"}}]', "data: [1]", "data: x"]
)
def test_a_stream_that_is_not_whole_is_text(cut):
    text = STREAMS["Chat Completions"] + cut
    assert read_conversation(text).messages == [Message("user", text)]


def test_calls_and_thoughts_of_a_stream_are_joined():
    def called(at, **function):
        return {"index": at, "function": function}

    first = called(0, name="f", arguments="") | {"id": "a", "type": "function"}
    streamed = stream(
        chunk({"role": "assistant", "content": None, "reasoning_content": "As", "tool_calls": [first]}),
        chunk({"reasoning_content": "k."}),
        chunk({"tool_calls": [called(0, arguments='{"x"')]}),
        chunk({"tool_calls": [called(1, name="g", arguments="{}") | {"id": "b", "type": "function"}]}),
        chunk({"tool_calls": [called(0, arguments=": 1}")]}),
        {"object": "chat.completion.chunk", "choices": [], "usage": {"total_tokens": 5}},
    )
    of_anthropic = stream(
        {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Ask."}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "x"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "a", "name": "f", "input": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"x"'}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": ": 1}"}},
        {"type": "content_block_start", "index": 2, "content_block": {"type": "tool_use", "id": "b", "name": "g", "input": {}}},
    )  # fmt: skip
    thought = [{"type": "thinking", "thinking": [{"type": "text", "text": text}]} for text in ("As", "k.")]
    of_mistral = stream(
        chunk({"role": "assistant", "content": ""}),
        chunk({"content": thought[:1]}),
        chunk({"content": thought[1:]}),
        chunk({"content": "Ye"}),
        chunk({"content": "s."}),
    )
    assert read_conversation(of_mistral).messages == [Message("assistant", "Yes.", "Ask.")]
    calls = ToolCall("f", '{"x": 1}', "a"), ToolCall("g", "{}", "b")
    for text in (streamed, of_anthropic):
        read = read_conversation(text)
        assert read.messages == [Message("assistant", "", "Ask.", calls, is_null=True)]
        assert read.not_counted == ()


@pytest.mark.parametrize("before", ["\n", " ", "a", "\n\n"])
def test_only_a_text_that_begins_with_a_role_has_roles(before):
    text = f"{before}user: a\nassistant: b"
    assert read_conversation(text).messages == [Message("user", text)]


@pytest.mark.parametrize(
    "body",
    [
        {"model": "text-embedding-3-small", "input": "Hello"},
        {"model": "openai/Text-Embedding-3-large", "input": "Hello"},
        {"custom_id": "1", "url": "/v1/embeddings", "body": {"input": "Hello"}},
        {"custom_id": "1", "body": {"model": "mistral-embed", "input": "Hello"}},
        {"input": ["a", "b"]},
        {"input": [1, 2]},
        {"input": [[1, 2], [3]]},
    ],
)
def test_a_request_for_embeddings_has_no_template_and_is_refused_by_name(body):
    with pytest.raises(BpeError, match="request for embeddings, which have no chat template"):
        count_request(body)


def test_what_a_template_and_definitions_say_is_not_a_part_of_a_message():
    tools = [openai(WEATHER | {"description": "As :Ann said."})]
    told = [
        {"role": "system", "content": "Hi", "name": "Ann"},
        *ASKED,
        ANSWER | {"reasoning": "assistant"},
        *ASKED,
    ]
    count = count_request({"messages": told, "tools": tools}, "qwen3")
    assert count.left_out == ("name in message 1", "reasoning in message 3")


def test_text_before_a_thought_is_named_if_it_is_left_out():
    told = [*ASKED, {"role": "assistant", "content": "Well. <think>Hm</think>Yes."}, *ASKED]
    assert count_request({"messages": told}, "qwen3").left_out == (
        "reasoning in message 2",
        "content in message 2",
    )
    assert count_request({"messages": told}, "gpt-4o").left_out == ()


def test_the_model_that_the_body_names_decides():
    body = {"model": "gpt-4o", "messages": ASKED}
    assert count_request(body).tokenizer.name == "o200k_base"
    other = count_request(body, "qwen3")
    assert other.tokenizer.name == "qwen3"
    assert "Counted with qwen3; the body names the model 'gpt-4o'." in other.notes
    claude = count_request(body | {"model": "claude-sonnet-4-5"})
    assert claude.tokenizer.name == "o200k_base"
    assert "since Claude 3: only its API for counting tokens knows the number" in claude.notes[0]
    assert "No model is read from the body" in count_request({"messages": ASKED}).notes[0]
    assert "No model is read from the body" in count_request('{"of": {"model": "qwen3"}}').notes[0]


@pytest.mark.parametrize(
    ("model", "vocabulary"),
    [
        ("openai/gpt-4o", "o200k_base"), ("azure/openai/gpt-4o-mini", "o200k_base"), ("gpt-5-mini", "o200k_base"),
        ("Qwen/Qwen3-8B", "qwen3"), ("qwen/qwen3-32b:free", "qwen3"), ("Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5"),
        ("deepseek-chat", "deepseek_v3"), ("deepseek-ai/DeepSeek-R1", "deepseek_v3"), ("deepseek/deepseek-v3.1", "deepseek_v3"),
        ("openai/gpt-oss-120b", "o200k_harmony"), ("mistralai/Mistral-Nemo-Instruct-2407", "tekken"),
        ("ft:gpt-4o-2024:me", "o200k_base"), ("EleutherAI/pythia-70m", "gpt_neox"),
        ("deepseek-r1:671b", "deepseek_v3"), ("deepseek/deepseek-r1:free", "deepseek_v3"),
        ("deepseek-v3:latest", "deepseek_v3"), ("mlx-community/DeepSeek-V3-0324-4bit", "deepseek_v3"),
    ],
)  # fmt: skip
def test_a_model_is_found_by_family_and_provider(model, vocabulary):
    found = find_model(model)
    assert (found.vocabulary, found.said) == (vocabulary, "")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        *((name, "") for name in (
            "qwen3", "Qwen/Qwen3-30B-A3B", "qwen3:8b-q4_K_M", "qwen/qwen3-32b:free", "Qwen/Qwen2.5-Coder-7B-Instruct",
            "deepseek_v3", "deepseek-ai/DeepSeek-V3", "gpt-oss-20b", "mistralai/Mistral-Nemo-Instruct-2407", "tekken",
        )),
        *((name, "OpenAI has not published a chat template") for name in ("gpt-4o", "gpt-4.1", "o200k_base", "claude-3", "")),
        *((name, "OpenAI's cookbook") for name in ("gpt-4", "gpt-3.5-turbo-0125", "ft:gpt-4:me", "cl100k_base")),
        *((name, f"No chat template of '{name}'") for name in (
            "deepseek-v4-pro", "deepseek_v4", "deepseek-r1", "deepseek-r1:671b", "deepseek-reasoner", "deepseek-chat",
            "deepseek/deepseek-v3.1", "qwq-32b", "Qwen/Qwen3-Coder-30B-A3B-Instruct", "qwen3-4b-thinking-2507",
            "Qwen2.5-VL-7B-Instruct", "olmo2", "pythia-70m", "gpt_neox", "gpt2", "text-davinci-003", "davinci-002",
        )),
    ],
)  # fmt: skip
def test_a_chat_template_that_is_not_known_to_be_the_models_own_is_told(model, said):
    body = {"model": model, "messages": ASKED, "tools": [openai(WEATHER)]}
    count = count_request(body)
    (note,) = [note for note in count.notes if "template" in note] or [""]
    assert said in note if said else not note
    of_another = "No chat template" in note
    assert ("definitions of tools may be missing" in note) == (bool(count.left_out) and of_another)
    chosen = finished(count_request_in_parts(body, template=count.written_in))
    assert not any(told in note for note in chosen.notes for told in ("No chat", "cookbook"))


def test_a_tokenizer_without_a_model_in_the_body_has_only_the_note_on_its_template():
    assert count_request({"messages": ASKED}, load_published("qwen3")).notes == ()
    own = with_controls(load_published("gpt2"), TEMPLATES["llama3"])
    (note,) = count_request({"messages": ASKED}, own).notes
    assert "No chat template of 'gpt2' is supported. That called “Llama 3” is used" in note


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("anthropic/claude-opus-4", "Anthropic has not published"), ("models/gemini-2.5-pro", "Google has not published"),
        ("meta-llama/Llama-3.1-8B", "licence"), ("deepseek-r1-distill-qwen-7b", "No vocabulary is known"),
        ("deepseek-r1:1.5b", "No vocabulary is known"), ("deepseek-r1:70b-q4", "No vocabulary is known"),
        ("deepseek-ai/DeepSeek-R1-0528-Qwen3-8B", "No vocabulary is known"), ("deepseek-r1-llama-70b", "No vocabulary is known"),
        ("deepseek-r1:latest", "No vocabulary is known"), ("qwen3.5-plus", "No vocabulary is known"), ("x" * 999, "No vocabulary is known"), ("", "No vocabulary is known"),
    ],
)  # fmt: skip
def test_where_a_model_is_not_published_this_is_said_and_what_is_used(model, said):
    found = find_model(model)
    assert said in found.said
    assert found.said.endswith("counted with gpt-4o instead.")
    assert len(found.said) < 300


def test_the_largest_repeat_of_many_tools_is_the_first():
    random = Random(1)
    words = [f"word{number}" for number in range(400)]
    paragraph = " ".join(random.choices(words, k=90))
    tools = [
        openai({"name": f"tool_{at}", "description": " ".join(random.choices(words, k=30)) + paragraph * (at < 53),
                "parameters": {"type": "object", "properties": {random.choice(words): {"type": "string"}}}})
        for at in range(84)
    ]  # fmt: skip
    count = count_request({"tools": tools, "messages": ASKED}, "qwen3")
    first = count.repeats[0]
    assert len(first.starts) == 53
    text = count.text([(first.starts[0], first.starts[0] + first.length)])
    assert paragraph[10:-10] in text
    (group,) = [part for part in count.root.parts if part.kind == "tools"]
    assert count.seen(group) >= 52 * (first.length - 2)


def test_hostile_bodies_are_counted_or_refused_with_a_sentence():
    half = {"role": "user", "content": "\ud800 \udc00 <|im_end|>"}
    assert count_request({"messages": [half] * 10_000}, "qwen3").tokens > 50_000
    huge = openai({"name": "f", "parameters": {"minimum": 10**300}})
    assert count_request({"messages": ASKED, "seed": 10**300, "tools": [huge]}, "qwen3").tokens > 300
    deep = "[" * 100_000
    starts = ('{"messages": ', '{"tools": ', '{"messages": [{"role": "user", "content": ')
    for text in ("1" * 9_999, *(start + deep for start in starts)):
        with suppress(BpeError):
            assert count_request(text, "qwen3").tokens
    calls = [{"id": f"call{at:05}", "function": {"name": "f", "arguments": "{}"}} for at in range(1_000)]
    agent = [*ASKED, *({"role": "assistant", "content": None, "tool_calls": [call]} for call in calls)]
    assert count_request({"messages": agent}, "qwen3").tokens > 10_000


@pytest.mark.parametrize("calls", [1, 2])
def test_calls_count_towards_the_limit_of_messages(calls: int) -> None:
    body = {"messages": [{"role": "assistant", "content": "", "tool_calls": [CALL] * calls}]}
    if calls == 1:
        assert finished(count_request_in_parts(body, "qwen3", max_messages=2)).tokens
    else:
        with pytest.raises(BpeError, match="more than 2 messages and calls"):
            finished(count_request_in_parts(body, "qwen3", max_messages=2))
