"""Agent conversations: request bodies of the APIs, and tools in the format of the makers' programs."""

import json
import sys
import tracemalloc
from random import Random

import pytest

from benchmarks.chat import FROZEN, digest, ours
from benchmarks.chat_conversations import CONVERSATIONS, conversations
from bpe_core import BpeError, count_request, load_published
from bpe_core.chat.chat import encode_chat, messages_seen, with_controls
from bpe_core.chat.chat_fit import fit_messages, left_out
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.conversation import read_conversation
from bpe_core.chat.messages import Message, NotCounted, ToolCall, named_in_messages
from bpe_core.chat.prefix_cache import requests_in_parts
from bpe_core.chat.request_body import MAX_DEPTH
from bpe_core.chat.tool_types import tool_as_typescript
from bpe_core.in_parts import finished

VOCABULARY_OF = {"harmony": "o200k_harmony", "mistral": "tekken"}
WEATHER = {
    "name": "weather",
    "description": "Now.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
TOOLS = ({"type": "function", "function": WEATHER},)
TOLD = [
    Message("system", "Be kind."),
    Message("user", "Is it warm in Rome?"),
    Message("assistant", "I'll look.", reasoning="Ask.", calls=(ToolCall("weather", '{"city": "Rome"}', "call_0001"),)),
    Message("tool", "31 °C", name="weather", call_id="call_0001"),
]  # fmt: skip
# The same conversation in the format of each API's documentation.
CALLED = {
    "id": "call_0001",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Rome"}'},
}
CHAT = {
    "model": "m",
    "tools": [*TOOLS],
    "messages": [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": [{"type": "text", "text": "Is it warm in Rome?"}]},
        {"role": "assistant", "content": "I'll look.", "reasoning_content": "Ask.", "tool_calls": [CALLED]},
        {"role": "tool", "tool_call_id": "call_0001", "content": "31 °C"},
    ],
}
ANSWERED = [{"type": "output_text", "text": "I'll look.", "annotations": []}]
RESPONSES = {
    "model": "m",
    "instructions": "Be kind.",
    "tools": [{"type": "function", **WEATHER}],
    "input": [
        {"role": "user", "content": [{"type": "input_text", "text": "Is it warm in Rome?"}]},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Ask."}]},
        {"type": "message", "role": "assistant", "status": "completed", "content": ANSWERED},
        {"type": "function_call", "call_id": "call_0001", "name": "weather", "arguments": '{"city": "Rome"}'},
        {"type": "function_call_output", "call_id": "call_0001", "output": "31 °C"},
    ],
}
USED = [
    {"type": "thinking", "thinking": "Ask.", "signature": "x"},
    {"type": "text", "text": "I'll look."},
    {"type": "tool_use", "id": "call_0001", "name": "weather", "input": {"city": "Rome"}},
]
RESULT = {"type": "tool_result", "tool_use_id": "call_0001", "content": [{"type": "text", "text": "31 °C"}]}
ANTHROPIC = {
    "model": "m",
    "max_tokens": 9,
    "system": [{"type": "text", "text": "Be kind."}],
    "tools": [{"name": "weather", "description": "Now.", "input_schema": WEATHER["parameters"]}],
    "messages": [
        {"role": "user", "content": "Is it warm in Rome?"},
        {"role": "assistant", "content": USED},
        {"role": "user", "content": [RESULT]},
    ],
}


@pytest.mark.parametrize(
    "template", ["qwen2.5", "qwen3", "llama3", "llama3.2", "deepseek", "harmony", "mistral"]
)
def test_conversations_with_tools_come_out_as_the_makers_programs_write_them(template):
    tokenizer = load_published(VOCABULARY_OF[template]) if template in VOCABULARY_OF else None
    written = [digest(ours(template, body, tokenizer)) for body in conversations(1, template)]
    assert len(written) == CONVERSATIONS
    # Hashes of the output of the makers' programs, written by `python -m benchmarks.chat --freeze`.
    assert written == json.loads(FROZEN.read_text("utf-8"))[template]


@pytest.mark.parametrize(
    ("body", "named"),
    [(CHAT, "Chat Completions"), (RESPONSES, "Responses"), (ANTHROPIC, "Anthropic Messages")],
)
def test_a_request_of_each_api_is_recognized_and_read_whole(body, named):
    read = read_conversation(json.dumps(body))
    assert (read.read_as, read.messages, read.not_counted) == (f"a request of the {named} API", TOLD, ())
    assert read.tools == TOOLS


def test_what_is_not_text_is_counted_as_images_or_named():
    parts = [
        {"type": "text", "text": "See"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 999}},
        {"type": "image", "source": {"type": "base64", "data": "A"}},
        {"type": "input_image", "image_url": "x"},
        {"type": "input_audio", "input_audio": {}},
        {"type": {}, "text": "x"},
    ]
    asks = {"tools": [{"type": "web_search"}], "tool_choice": "required"}
    read = read_conversation(json.dumps(asks | {"messages": [{"role": "user", "content": parts}]}))
    assert (read.images, read.characters) == (3, 3)
    assert read.not_counted == (
        NotCounted("messages[0].content[4].type", "more", 2),
        NotCounted("tools[0].type", "more"),
        NotCounted("tool_choice", "unknown"),
    )
    item = {"input": [{"type": "item_reference", "id": "x"}, {"role": "user", "content": "Hi"}]}
    assert read_conversation(json.dumps(item)).not_counted == (NotCounted("input[0].type", "more"),)


@pytest.mark.parametrize(
    ("asked", "is_result"),
    [
        ("<tool_response>5</tool_response>", True),
        ("What is </tool_response>", False),
        ("<tool_response> is what?", False),
    ],
)
def test_of_qwen_3_only_a_message_that_is_a_result_as_a_whole_keeps_the_thoughts_before_it(asked, is_result):
    thought = {"role": "assistant", "content": "Yes", "reasoning_content": "hmm"}
    turns = [{"role": "user", "content": "Hi"}, thought, {"role": "user", "content": asked}]
    count = count_request({"messages": turns}, "qwen3")
    assert ("<think>\nhmm\n</think>" in count.text([(0, count.tokens)])) == is_result


@pytest.mark.parametrize("template", TEMPLATES)
def test_what_is_not_in_the_rendered_text_is_named_and_nothing_else(template):
    """Every part has its own word, so the text shows which parts were written."""
    draw = Random(template)
    for _ in range(200):
        told, words = [Message("user", "asked", name=draw.choice(("", "Ann")))], {}
        for turn in range(draw.randrange(1, 4)):
            called = draw.random() < 0.5
            said = "" if called and (template == "mistral" or draw.random() < 0.5) else f"said{turn}x"
            thought = f"\nthought{turn}x" if draw.random() < 0.5 else None
            if thought and said and draw.random() < 0.3:
                said, thought = f"<think>{thought}\n</think>\n\n{said}", None
            calls = (ToolCall(f"call{turn}x", "{}", f"identity{turn}"),) if called else ()
            told.append(Message("assistant", said, thought, calls))
            number = len(told)
            if called:
                words |= {
                    ("tool calls", number): f"call{turn}x",
                    ("ids of tool calls", number): f"dentity{turn}",
                }
            words |= {("reasoning", number): f"thought{turn}x"} if "thought" in f"{said}{thought}" else {}
            words |= {("content", number): f"said{turn}x"} if "said" in said else {}
            told += [Message("tool", "31", name=f"call{turn}x", call_id=f"identity{turn}")] * called
            told += [Message("user", "asked")] * (draw.random() < 0.5 or template == "mistral")
        words |= {("name", 1): ":Ann"} if told[0].name else {}
        tools = TOOLS * (draw.random() < 0.5)
        segments = render_messages(TEMPLATES[template], told, tools)
        text = "".join(segment.text for segment in segments)
        unwritten = ["definitions of tools"] * (bool(tools) and "weather" not in text)
        missing = {place for place, word in words.items() if word not in text}
        # The results of calls contain the ids of the calls too.
        missing |= {("ids of tool calls", at + 1) for name, at in missing if name == "ids of tool calls"}
        expected = {name: [at for one, at in sorted(missing) if one == name] for name, _ in missing}
        assert sorted(left_out(told, tools, segments)) == sorted([*unwritten, *named_in_messages(expected)])


def bytes_in_lines_of(function, *given):
    """The bytes that each line of a function had in memory beyond those before it, added up."""
    added = before = 0

    def line(*_):
        nonlocal added, before
        now, most = tracemalloc.get_traced_memory()
        added, before = added + most - before, now
        tracemalloc.reset_peak()
        return line

    tracing = sys.gettrace()
    tracemalloc.start()
    sys.settrace(lambda frame, *_: line if frame.f_code is function.__code__ else None)
    try:
        function(*given)
    finally:
        sys.settrace(tracing)
        tracemalloc.stop()
    return added


@pytest.mark.parametrize("of_one", ["results", "messages with a call", "calls of one message"])
def test_to_name_what_is_left_out_is_linear_in_the_messages(of_one):
    added = []
    for count in (300, 600):
        calls = [ToolCall("f" * 300, "{}", f"call{at:05}") for at in range(count)]
        told = {
            "results": [Message("tool", "x" * 300, call_id=call.call_id) for call in calls],
            "messages with a call": [Message("assistant", "", calls=(call,)) for call in calls],
            "calls of one message": [Message("assistant", "", calls=tuple(calls))],
        }[of_one]
        told = [Message("user", "a"), *told]
        added.append(bytes_in_lines_of(left_out, told, (), render_messages(TEMPLATES["qwen3"], told)))
    assert added[1] < 3 * added[0]


def test_a_system_message_ends_no_results_of_deepseek():
    told = [
        Message("user", "a"),
        Message("assistant", "", calls=(ToolCall("f", "{}", "1"),), is_null=True),
        Message("tool", "b", call_id="1"),
        Message("system", "c"),
        Message("assistant", "d"),
    ]
    drawn = "".join(one.text for one in render_messages(TEMPLATES["deepseek"], told))
    assert drawn.endswith("<｜tool▁output▁end｜><｜tool▁outputs▁end｜>d<｜end▁of▁sentence｜>")


# By openai-harmony 0.0.8, for the messages of a user, answers, and answers after a thought.
@pytest.mark.parametrize(
    ("order", "thoughts"), {"ut": 0, "uat": 1, "uta": 0, "utu": 0, "uatu": 1, "uaut": 1, "utut": 1}.items()
)
def test_harmony_writes_the_thoughts_after_the_first_final_answer(order, thoughts):
    each = {
        "u": Message("user", "Hi"),
        "a": Message("assistant", "One"),
        "t": Message("assistant", "Two", "Hm"),
    }
    drawn = "".join(one.text for one in render_messages(TEMPLATES["harmony"], [each[kind] for kind in order]))
    assert drawn.count("<|channel|>analysis<|message|>Hm<|end|>") == thoughts


@pytest.mark.parametrize("given", [{"city": "Zürich 🥖"}, '{"city": "Zürich 🥖"}'])
def test_the_arguments_of_a_call_are_counted_as_they_are_written(given):
    used = {"type": "tool_use", "id": "1", "name": "weather", "input": given}
    called = {"tool_calls": [{"id": "1", "function": {"name": "weather", "arguments": given}}]}
    for message in ({"content": [used]}, {"content": None, **called}):
        read = read_conversation(
            json.dumps([{"role": "user", "content": "a"}, {"role": "assistant", **message}])
        )
        assert read.messages[1].calls[0].arguments == '{"city": "Zürich 🥖"}'


def test_roles_and_ids_are_fitted_and_it_is_said():
    told = [Message("developer", "A"), Message("user", "B")]
    assert fit_messages(TEMPLATES["harmony"], told) == (told, [])
    fitted, said = fit_messages(TEMPLATES["qwen3"], told)
    assert fitted[0] == Message("system", "A")
    assert "developer" in said[0]
    called = [
        Message("user", "a"),
        Message("assistant", "", calls=(ToolCall("f", "{}", "call_abcdefgh123456789"),)),
    ]
    assert "last nine" in fit_messages(TEMPLATES["mistral"], called)[1][0]
    assert '"id": "123456789"' in "".join(one.text for one in render_messages(TEMPLATES["mistral"], called))
    nine = [Message("assistant", "", calls=(ToolCall("f", "{}", "123456789"),))]
    assert fit_messages(TEMPLATES["mistral"], nine) == (nine, [])
    assert "no form for tools" in fit_messages(TEMPLATES["chatml"], called)[1][0]


def asked(arguments, result):
    """A question, the call of a tool, and its result."""
    call = ToolCall("weather", json.dumps(arguments, ensure_ascii=False), "abcdefghi")
    return [
        Message("user", "Is it warm?"),
        Message("assistant", "", calls=(call,), is_null=True),
        Message("tool", result, name="weather", call_id="abcdefghi"),
    ]


@pytest.mark.parametrize("template", TEMPLATES)
def test_control_tokens_in_definitions_and_results_are_injected_or_refused(template):
    """The result of a tool is untrusted text, and so is its description."""
    spelled = TEMPLATES[template].controls[0]
    tokenizer = with_controls(load_published("gpt2"), TEMPLATES[template])
    tools = [{"type": "function", "function": {**WEATHER, "description": f"a{spelled}b"}}]

    def encode(policy):
        told = asked({"x": spelled}, spelled)
        return encode_chat(tokenizer, TEMPLATES[template], told, policy=policy, tools=tools)

    injected = 1 if template == "llama3" else 2 if template == "deepseek" else 3
    assert encode("special").kinds.count("injected") == injected
    assert encode("ordinary").kinds.count("injected") == 0
    with pytest.raises(BpeError, match="contains the special token"):
        encode("refuse")


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_message_that_a_model_reads_has_its_tokens(template):
    tokenizer = with_controls(load_published("gpt2"), TEMPLATES[template])
    told = [*asked({"city": "Rome"}, "31"), Message("assistant", "Yes."), Message("user", "Thanks.")]
    chat = encode_chat(tokenizer, TEMPLATES[template], told, policy="refuse", tools=TOOLS)
    seen = messages_seen(tokenizer, TEMPLATES[template], chat)
    starts = [message.start for message in seen]
    assert starts == sorted({*starts})
    assert seen[-1].content.endswith("Thanks.")
    assert any("31" in message.content for message in seen)
    assert template == "llama3" or all(message.content for message in seen if message.role == "assistant")
    assert len(finished(requests_in_parts(tokenizer, TEMPLATES[template], told))) == 3


# By openai-harmony 0.0.8.
NUMBERS = {
    "1e-07": "1e-7", "0.00001": "0.00001", "-1.25e-05": "-0.0000125", "0.0001": "0.0001", "1e16": "1e16",
    "1e15": "1000000000000000.0", "-2.5e+300": "-2.5e300", "18446744073709551615": "18446744073709551615",
    "18446744073709551616": "1.8446744073709552e19", "-9223372036854775809": "-9.223372036854776e18", "5e-324": "5e-324",
    "-0.0": "-0.0", "2.50": "2.5", "true": "true", "null": "null",
}  # fmt: skip


@pytest.mark.parametrize(("number", "written"), NUMBERS.items())
@pytest.mark.parametrize("form", ["%s", '{"a":[%s,"1e-07",{"1e16":"\\\\\\"1e-07"}]}'])
def test_a_default_is_written_as_by_the_makers_library(number, written, form):
    parameters = {"type": "object", "properties": {"p": {"default": json.loads(form % number)}}}
    types = "".join(tool_as_typescript({"name": "f", "parameters": parameters}))
    assert f"\np?: any, // default: {form % written}\n" in types


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": [1]}}]}]}, "neither text nor an object"),
        ({"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": 3}}]}]}, "neither text nor an object"),
        ({"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": '{"a":' * 99 + "1" + "}" * 99}}]}]}, "nested deeper"),
        ({"messages": [{"role": "assistant", "tool_calls": [{"function": 3}]}]}, "has no name"),
        ({"messages": [{"role": "assistant", "tool_calls": {"a": 1}}]}, "tool_calls in this JSON is not a list"),
        ({"messages": [{"role": "user", "content": "x", "name": 3}]}, "name in message 1 of this JSON is not text"),
        ({"messages": [{"role": "tool", "content": "x", "tool_call_id": []}]}, "id in message 1"),
        ({"messages": [{"role": "assistant", "reasoning": {"a": 1}, "content": "x"}]}, "reasoning of message 1"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": 3}]}]}, "is not text"),
        ({"messages": [3], "x": "content"}, "no role"),
        ({"content": "a"}, "not a list of messages"),
        ({"messages": "content"}, "not a list of messages"),
        ({"system": 3, "messages": [{"role": "user", "content": "x"}]}, "system prompt in this JSON"),
        ({"tools": [3], "messages": [{"role": "user", "content": "x"}]}, "Tool 1 in this JSON is not an object"),
        ({"tools": {"a": 1}, "messages": [{"role": "user", "content": "x"}]}, "tools in this JSON is not a list"),
        ({"tools": [{"type": "function"}], "messages": [{"role": "user", "content": "x"}]}, "Tool 1 in this JSON has no name"),
        ({"tools": [{"name": "f", "parameters": 3}], "messages": [{"role": "user", "content": "x"}]}, "wrong type"),
        ({"tools": [{"name": "f", "description": 3}], "messages": [{"role": "user", "content": "x"}]}, "wrong type"),
        ([{"content": "a"}], "no role"),
        ([{"role": "user", "content": 3}], "is not text"),
        ([{"role": "user", "content": {}}], "is not text"),
        ('[{"role": "user", "content": "a"', "not valid JSON"),
        ('[{"role": "user", "content": "a", "content": "b"}]', "'content' occurs twice"),
        ('[{"content": ' + "[" * 100_000, "not valid JSON"),
    ],
)  # fmt: skip
def test_other_types_than_the_apis_have_and_broken_json_are_said(body, why):
    with pytest.raises(BpeError, match=why):
        read_conversation(body if isinstance(body, str) else json.dumps(body))


def test_nothing_of_a_message_is_dropped_without_a_word():
    call = {"id": "a", "function": {"name": "f", "arguments": "{}"}}
    rows = [
        {"role": "tool", "content": "x", "tool_call_id": "a", "tool_calls": [call], "reasoning": "r"},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "y", "is_error": True}]},
        {"role": "assistant", "content": "z", "reasoning_content": "same", "reasoning": "same"},
        {"type": "message", "role": "assistant", "content": "w", "tool_calls": [call, {"type": "custom"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}, {"type": "thinking", "thinking": "t"}]},
    ]  # fmt: skip
    read = read_conversation(json.dumps(rows))
    assert read.messages == [
        Message("tool", "x", name="f", call_id="a"),
        Message("tool", "y", name="f", call_id="a"),
        Message("assistant", "z", "same"),
        Message("assistant", "w", calls=(ToolCall("f", "{}", "a"),)),
        Message("tool", "", name="f", call_id="a"),
        Message("user", "", "t", is_null=True),
    ]
    assert sorted((one.path, one.times) for one in read.not_counted) == [
        ("[0].reasoning", 2),
        ("[0].tool_calls", 1),
        ("[1].content[0].is_error", 1),
        ("[3].tool_calls[1].type", 1),
    ]


def test_json_that_is_nested_too_deep_is_refused_unless_it_is_a_text():
    deep: dict = {}
    for _ in range(MAX_DEPTH):
        deep = {"properties": deep}
    for name in ("content", "messages"):
        body = {"tools": [{"name": "f", "parameters": deep}], name: [{"role": "user", "content": "x"}]}
        with pytest.raises(BpeError, match=f"deeper than {MAX_DEPTH} levels"):
            read_conversation(json.dumps(body))
    deep = "[" * 500 + "]" * 500
    for template in TEMPLATES.keys() - {"mistral"}:
        segments = render_messages(TEMPLATES[template], asked({}, deep))
        assert deep in "".join(segment.text for segment in segments)
    with pytest.raises(BpeError, match=f"deeper than {MAX_DEPTH} levels"):
        render_messages(TEMPLATES["mistral"], asked({}, deep))


@pytest.mark.parametrize("template", TEMPLATES)
def test_half_characters_anywhere_in_a_body_become_u_fffd(template):
    half = "\ud800"
    of_tool = {"properties": {half: {"default": half, "enum": [half]}}}
    body = {
        "tools": [{"name": "f", "description": half, "parameters": of_tool}],
        "messages": [
            {"role": "user", "content": half, "name": half},
            {"role": "assistant", "tool_calls": [{"id": "abcdefghi", "function": {"name": "f", "arguments": json.dumps({"a": half})}}]},
            {"role": "tool", "tool_call_id": "abcdefghi", "content": json.dumps([half])},
        ],
    }  # fmt: skip
    read = read_conversation(json.dumps(body))
    tokenizer = with_controls(load_published("gpt2"), TEMPLATES[template])
    assert encode_chat(tokenizer, TEMPLATES[template], read.messages, policy="refuse", tools=read.tools).ids
    assert read.characters
