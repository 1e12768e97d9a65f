"""Bodies of requests of any maker: each string is in a part or named among what is not counted, and any body is read or refused."""

import copy
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BpeError
from bpe_core.chat.conversation import jsonl_lines
from bpe_core.chat.request_body import read_body
from tests.sampling import IN_TURNS
from tests.test_chat_tools import ANTHROPIC, CHAT, RESPONSES

# Of the reference of Mistral's API: a ThinkChunk has text chunks and references.
THOUGHT = {
    "type": "thinking",
    "closed": True,
    "thinking": [{"type": "text", "text": "T"}, {"type": "text", "text": "U"}],
}
MAGISTRAL = {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "A"}]}
# OpenAI's older form of a call and its result.
OLDER = [
    {"role": "user", "content": "When?"},
    {"role": "assistant", "content": None, "function_call": {"name": "now", "arguments": "{}"}},
    {"role": "function", "name": "now", "content": "noon"},
]
CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}}
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
BODIES: list[Any] = [
    CHAT,
    {"messages": OLDER},
    RESPONSES,
    ANTHROPIC,
    # Mistral, DeepSeek
    {
        "messages": [
            {"role": "user", "content": "Is it warm?"},
            {"role": "assistant", "content": "", "tool_calls": [CALL], "prefix": True},
        ],
        "safe_prompt": True,
    },
    {"messages": [{"role": "user", "content": "Why?"}, MAGISTRAL]},
    [{"role": "user", "content": "Why?"}, {"role": "assistant", "reasoning_content": "Hmm.", "content": "So."}],
]  # fmt: skip
PART = {"text": "Hi"}
CALLED = {"functionCall": {"name": "f", "args": {"a": "b"}}}
ANSWERED = {"functionResponse": {"name": "f", "response": {"r": "s"}}}
DECLARED = {"functionDeclarations": [{"name": "f", "description": "d", "parameters": SCHEMA}]}
MORE: list[Any] = [
    {
        "contents": [
            {"role": "user", "parts": [PART]},
            {"role": "model", "parts": [{"text": "t", "thought": True}, CALLED]},
            {"role": "user", "parts": [ANSWERED]},
        ],
        "systemInstruction": {"parts": [PART]},
        "tools": [DECLARED, {"googleSearch": {"a": "b"}}],
    },
    {"conversations": [{"from": "human", "value": "Hi"}], "system": "Be", "tools": [{"name": "f", "parameters": SCHEMA}]},
    {"choices": [{"message": {"role": "assistant", "content": "x", "tool_calls": [CALL]}}]},
    {"choices": [{"message": MAGISTRAL}]},
    {
        "id": "r", "object": "response", "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "t"}]},
        ],
    },
    {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "t"}]},
    {"jsonrpc": "2.0", "result": {"tools": [{"name": "f", "description": "d", "inputSchema": SCHEMA}]}},
    {"custom_id": "1", "body": {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u"}}]}]}},
    {"custom_id": "1", "params": {"messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}},
    {"key": "1", "request": {"contents": [{"parts": [PART]}]}},
    {"model": "m", "prompt": "Hi", "system": "Be"},
    {"model": "m", "inputs": [{"role": "user", "content": "Hi"}], "instructions": "Be"},
    {"choices": [{"delta": {"content": "x", "tool_calls": [CALL]}}]},
    {"conversations": [{"from": "human", "value": "Hi"}, {"from": "function_call", "value": '{"name": "f", "arguments": {}}'}]},
]  # fmt: skip
NAMES = [
    "content", "role", "text", "tools", "tool_calls", "name", "input", "messages", "system", "arguments",
    "output", "summary", "parts", "value", "from", "contents", "instructions", "function", "parameters",
    "description", "thinking", "reasoning", "function_call", "functionCall", "response", "args", "result",
    "title", "thought", "conversations", "choices", "body", "other",
]  # fmt: skip
MARK = "a mark that nothing else has"
# Values in which the mark stands, and where it is in them.
MARKED = [
    (MARK, ()),
    ([MARK], (0,)),
    ({"text": MARK}, ("text",)),
    ([{"type": "no such type", "text": MARK}], (0, "text")),
]
# Roles, references and settings, which are no text; an image is counted as one.
QUIET = {
    "model", "id", "type", "status", "weight", "call_id", "tool_call_id", "tool_use_id", "signature",
    "role", "from", "max_tokens", "object", "jsonrpc", "custom_id", "key",
}  # fmt: skip


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each object in a value."""
    if isinstance(value, dict):
        yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield from places(part, (*at, name))


def written(path: tuple[Any, ...]) -> str:
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path).removeprefix(".")


def is_named(path: str, left: list[str]) -> bool:
    return any(re.match(re.escape(one.removesuffix(".type")) + r"($|[.\[])", path) for one in left)


def at_path(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


@pytest.mark.parametrize("kinds", [kinds for size in range(1, 5) for kinds in combinations("tcra", size)])
def test_a_content_of_gemini_may_hold_any_kinds_of_parts(kinds: tuple[str, ...]) -> None:
    each = {"t": PART, "c": CALLED, "r": ANSWERED, "a": {"text": "Hm", "thought": True}}
    read = read_body(json.dumps({"contents": [{"role": "model", "parts": [each[kind] for kind in kinds]}]}))
    rest = [("assistant", "Hi" * ("t" in kinds), "Hm" * ("a" in kinds), "c" in kinds)]
    results = [("tool", '{"r": "s"}', "", False)] * ("r" in kinds)
    found = [(one.role, one.content, one.reasoning or "", bool(one.calls)) for one in read.messages]
    assert found == results + rest * (kinds != ("r",))


def test_a_thought_before_the_users_message_is_a_message_of_its_own() -> None:
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm"}]}
    read = read_body(json.dumps({"input": [thought, {"role": "user", "content": "Hi"}]}))
    found = [(one.role, one.content, one.reasoning or "") for one in read.messages]
    assert found == [("assistant", "", "Hm"), ("user", "Hi", "")]


@IN_TURNS
@pytest.mark.parametrize("body", [*BODIES, *MORE], ids=lambda body: json.dumps(body)[:30])
def test_no_string_of_a_body_is_dropped_in_silence(body: Any) -> None:
    dropped, tried = set(), 0
    for path in places(body):
        for name in {*NAMES, *at_path(body, path)} - QUIET:
            for value, inner in MARKED:
                changed = copy.deepcopy(body)
                at_path(changed, path)[name] = value
                try:
                    found = read_body(json.dumps(changed))
                except BpeError:
                    continue
                whole = written((*path, name, *inner))
                if found is None or "image_url" in whole:
                    continue
                tried += 1
                left = [one.path for one in found.not_counted]
                if MARK not in repr((found.messages, found.tools)) and not is_named(whole, left):
                    dropped.add((whole, tuple(left)))
    assert tried
    # Other fields of an answer were not part of a prompt.
    rows = {
        "choices": r"choices\[0\]\.(message|delta)[.\[]",
        "output": r"output\[\d\]\.",
        "type": r"content[.\[]",
    }
    of_answer = next((rows[name] for name in rows if isinstance(body, dict) and name in body), "")
    assert not {one for one in dropped if re.match(of_answer, one[0])}


# What is in the prompt, or in what a model wrote, as JSON: null is a value there.
WRITTEN = {"parameters", "inputSchema", "input_schema", "args", "arguments", "response"}
# Nulls that the makers' own libraries write, such as those of Gemini's parts.
NULLS = [
    *NAMES, "inline_data", "functionResponse", "tool_name", "images", "delta", "type", "id", "params",
    "model",
]  # fmt: skip


@pytest.mark.parametrize("body", [*BODIES, *MORE], ids=lambda body: json.dumps(body)[:30])
def test_null_is_as_missing(body: Any) -> None:
    for path in places(body):
        if WRITTEN & {*path} or "input" in path[1:] or path[::2] == ("tools", "function"):
            continue
        for name in {*NULLS, *at_path(body, path)}:
            null, without = copy.deepcopy(body), copy.deepcopy(body)
            at_path(null, path)[name] = None
            at_path(without, path).pop(name, None)
            assert read_or_refused(null) == read_or_refused(without), written((*path, name))


def test_a_template_writes_the_nulls_of_a_definition() -> None:
    tool = {"type": "function", "function": {"name": "f", "description": None}}
    read = read_body(json.dumps({"messages": [{"role": "user", "content": "Hi"}], "tools": [tool]}))
    assert [*read.tools] == [tool]


def read_or_refused(body: Any) -> Any:
    try:
        read = read_body(json.dumps(body))
    except BpeError as error:
        return str(error)
    return read, read and read.read_as


LISTED = [{"name": "f", "inputSchema": SCHEMA}]
INSTRUCTED = [{"tools": LISTED, "system": "Be kind."}, {"model": "embed", "input": "Hi"}]


@pytest.mark.parametrize(
    "body", [*BODIES, *MORE, LISTED, *INSTRUCTED], ids=lambda body: json.dumps(body)[:30]
)
def test_each_body_can_be_a_line(body: Any) -> None:
    for indent in ("", " "):
        line = indent + json.dumps(body)
        # The last: files with a byte order mark, joined.
        for text in (f"{line}\n{line}\n", f"{line}\r\n\n{line}\r", f"\ufeff{line}\n\ufeff{line}\n\ufeff\n"):
            assert [one.rstrip() for one in jsonl_lines(text)] == [line, line]
    assert jsonl_lines(json.dumps(body)) == jsonl_lines(json.dumps(body, indent=1)) == []


@pytest.mark.parametrize(
    "line",
    ['{"a": 1}', "[1]", "[{}]", '{"a": {"input": 1', "{" * 9_999 + "}", '[{"a": 1}]', "Hi", '{"type": "x"}'],
)
def test_other_json_is_not_told_as_lines(line: str) -> None:
    assert jsonl_lines(f"{line}\n{line}\n") == []


@pytest.mark.parametrize(
    "line", ["[1],", '{"messages": [1]}', '{"tools": [{"name": "f", "inputSchema": {}}]}']
)
def test_no_line_after_the_second_is_parsed_to_tell_lines(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = []
    monkeypatch.setattr(json, "loads", lambda text, loads=json.loads: parsed.append(text) or loads(text))
    jsonl_lines(f"{line}\n" * 1_000)
    assert len(parsed) == (2 if "tools" in line else 0)


def test_the_older_form_of_a_result_is_read_as_the_newer_one() -> None:
    newer = [*OLDER[:2], {**OLDER[2], "role": "tool"}]
    assert read_body(json.dumps({"messages": OLDER})).messages == read_body(json.dumps(newer)).messages


@pytest.mark.parametrize("thinking", ["TU", [{"type": "text", "text": "TU"}], THOUGHT["thinking"]])
def test_a_thought_may_be_a_text_or_parts(thinking: Any) -> None:
    message = {**MAGISTRAL, "content": [{**THOUGHT, "thinking": thinking}, {"type": "text", "text": "A"}]}
    for body in ({"messages": [message]}, {"choices": [{"message": message}]}):
        read = read_body(json.dumps(body))
        assert [(one.content, one.reasoning) for one in read.messages] == [("A", "TU")]
        assert {one.effect for one in read.not_counted} == {"nothing"}
        assert "Chat Completions API" in read.read_as


def test_a_reference_in_a_thought_is_named() -> None:
    reference = {"type": "reference", "reference_ids": [1]}
    message = {"role": "assistant", "content": [{"type": "thinking", "thinking": [reference]}]}
    (left,) = read_body(json.dumps({"messages": [message]})).not_counted
    assert (left.path, left.effect) == ("messages[0].content[0].thinking[0].type", "more")


def test_a_request_of_gemini_may_name_its_parts_in_snake_case() -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "x"}}
    camel = json.dumps({**MORE[0], "contents": [*MORE[0]["contents"], {"parts": [image]}]})
    snake = re.sub(
        r'"[a-z]+[A-Z]\w*":', lambda name: re.sub("[A-Z]", lambda sign: "_" + sign[0].lower(), name[0]), camel
    )
    one, other = read_body(camel), read_body(snake)
    assert (one.messages, one.tools) == (other.messages, other.tools)
    assert [message.role for message in one.messages] == ["system", "user", "assistant", "tool", "user"]


def test_types_of_gemini_are_those_of_json_schema() -> None:
    """Its documentation writes them in upper case, as in the enumeration of the API; a value stays as it is."""
    kinds = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")

    def tools(types: Sequence[str]) -> Sequence[Any]:
        inner = {"type": "array", "items": {"type": "object", "properties": {"type": {"type": types[0]}}}}
        named = {f"p{at}": {"type": one, "description": "STRING"} for at, one in enumerate(types)}
        schema = {"type": types[5], "properties": {**named, "inner": inner}, "required": ["STRING"]}
        declared = [{"name": "f", "description": "d", "parameters": schema}]
        read = read_body(json.dumps({"contents": "Hi", "tools": [{"functionDeclarations": declared}]}))
        assert read.not_counted == ()
        return read.tools

    assert tools(kinds) == tools([kind.lower() for kind in kinds])
    assert "STRING" in repr(tools(kinds))


def test_half_of_a_pair_is_replaced_in_every_word_of_a_request() -> None:
    half, call = "\ud800", {"id": "\ud800", "function": {"name": "\ud800", "arguments": "{}"}}
    rows = [{"role": "user", "content": half, "name": half}, {"role": "assistant", "tool_calls": [call]}]
    rows.append({"role": "tool", "tool_call_id": half, "name": half, "content": half})
    told = repr(read_body(json.dumps({"messages": rows})).messages)
    assert "ud800" not in told
    assert told.count("\ufffd") == 7


def test_what_is_around_an_answer_is_not_told_and_what_is_around_a_request_of_gemini_is() -> None:
    message = {"role": "assistant", "content": "Yes.", "odd": 1}
    answer = {
        "id": "x",
        "object": "chat.completion",
        "usage": {"total_tokens": 3},
        "choices": [{"message": message}],
    }
    asked = {
        "contents": "Hi",
        "model": "gemini-9",
        "generationConfig": {"temperature": 0},
        "cachedContent": "c",
    }
    schema = {"generation_config": {"response_json_schema": SCHEMA, "temperature": 1}, "contents": "Hi"}
    inside = [
        ("generation_config.response_json_schema", "more"),
        ("generation_config.temperature", "nothing"),
    ]
    in_batch = [(f"body.{path}", effect) for path, effect in inside]
    for body, told in (
        (schema, inside),
        ({"custom_id": "1", "body": schema}, in_batch),
        ({"contents": "Hi", "generationConfig": {"responseSchema": {}}}, [("generationConfig", "nothing")]),
        (answer, [("choices[0].message.odd", "unknown")]),
        (asked, [("generationConfig", "nothing"), ("cachedContent", "more")]),
    ):
        read = read_body(json.dumps(body))
        assert [(one.path, one.effect) for one in read.not_counted] == told
    assert read.model == "gemini-9"


F, G = ({"function": {"name": name, "arguments": {}}} for name in "fg")
F1, G1 = F | {"id": "1"}, G | {"id": "2"}
CALLS = {"role": "assistant", "tool_calls": [F, G]}
RESULT = {"role": "tool", "content": "x"}


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        # Ollama's, and those that have only an order.
        ([CALLS, RESULT | {"tool_name": "f"}, RESULT | {"tool_name": "g"}], "fg"),
        ([CALLS, RESULT | {"tool_name": "g"}, RESULT | {"tool_name": "f"}], "gf"),
        ([CALLS, RESULT | {"name": "g"}, RESULT | {"name": "f"}], "gf"),
        ([CALLS, RESULT, RESULT], "fg"),
        ([{**CALLS, "tool_calls": [F]}, {**CALLS, "tool_calls": [G]}, RESULT, RESULT], "fg"),
        ([CALLS, RESULT | {"tool_name": "f"}, RESULT], "fg"),
        # The second round has calls of its own, also if the first has a result too few.
        ([CALLS, RESULT, RESULT, {**CALLS, "tool_calls": [G, F]}, RESULT, RESULT], "fggf"),
        ([CALLS, RESULT, {"role": "user", "content": "Hi"}, {**CALLS, "tool_calls": [G]}, RESULT], "fg"),
        # Neither a name nor an order.
        ([CALLS, RESULT, RESULT, RESULT], ["f", "g", ""]),
        ([CALLS, RESULT | {"name": "g"}, RESULT], ["g", ""]),
        ([RESULT], [""]),
        # Ids decide, in any order; an unknown one has no name.
        ([{**CALLS, "tool_calls": [F1, G1]}, RESULT | {"tool_call_id": "2"}, RESULT | {"tool_call_id": "1"}], "gf"),
        ([{**CALLS, "tool_calls": [F1, G1]}, RESULT, RESULT], "fg"),
        ([CALLS, RESULT | {"tool_call_id": "3"}], [""]),
    ],
)  # fmt: skip
def test_a_result_has_the_name_of_the_call_that_it_answers(rows: Any, names: Sequence[str]) -> None:
    read = read_body(json.dumps({"messages": rows}))
    assert [one.name for one in read.messages if one.role == "tool"] == [*names]
    assert read.not_counted == ()


def of_user(*parts: Any) -> Any:
    return {"messages": [{"role": "user", "content": [*parts, {"type": "text", "text": "x"}]}]}


def of_gemini(part: Any) -> Any:
    return {"contents": [{"role": "user", "parts": [part, {"text": "x"}]}]}


@pytest.mark.parametrize(
    "body",
    [
        of_user({"type": "image_url", "image_url": {"url": "u"}}),
        of_user({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}}),
        of_user({"type": "image", "data": "AA", "mimeType": "image/png"}),
        {"messages": [{"role": "user", "content": "x", "images": ["AA"]}]},
        {"model": "m", "prompt": "x", "images": ["AA"]},
        of_gemini({"inlineData": {"mimeType": "image/png", "data": "AA"}}),
        of_gemini({"inline_data": {"mime_type": "image/png", "data": "AA"}}),
        of_gemini({"fileData": {"mimeType": "image/png", "fileUri": "gs://x"}}),
        of_gemini({"file_data": {"mime_type": "image/png", "file_uri": "gs://x"}}),
    ],
    ids=repr,
)
def test_an_image_is_counted_as_one_in_the_form_of_each_maker(body: Any) -> None:
    read = read_body(json.dumps(body))
    assert (read.images, read.not_counted) == (1, ())
    assert [(one.role, one.content) for one in read.messages] == [("user", "x")]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (of_user({"type": "input_audio", "input_audio": {"data": "AA"}}), "messages[0].content[0].type"),
        (of_user({"type": "document", "source": {"type": "text", "data": "AA"}}), "messages[0].content[0].type"),
        *[
            (of_gemini({name: inner}), f"contents[0].parts[0].{name}")
            for name, inner in (
                ("inlineData", {"mimeType": "application/pdf", "data": "AA"}),
                ("inline_data", {"mime_type": "audio/wav", "data": "AA"}),
                ("fileData", {"mimeType": "video/mp4", "fileUri": "gs://x"}),
                ("executableCode", {"language": "PYTHON", "code": "1"}),
                ("code_execution_result", {"outcome": "OUTCOME_OK", "output": "1"}),
            )
        ],
        ({"model": "m", "prompt": "x", "suffix": "y"}, "suffix"),
        ({"input": "x", "text": {"format": {"type": "json_schema", "schema": SCHEMA}}}, "text.format"),
    ],
    ids=repr,
)  # fmt: skip
def test_what_the_model_gets_and_is_not_counted_is_more_tokens(body: Any, path: str) -> None:
    read = read_body(json.dumps(body))
    assert [(one.path, one.effect) for one in read.not_counted] == [(path, "more")]


@pytest.mark.parametrize(
    "sign",
    [
        of_user({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA"}}),
        of_user({"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "AA"}}),
        *[
            of_user({"type": kind})
            for kind in ("server_tool_use", "web_search_tool_result", "mcp_tool_use", "mcp_tool_result", "redacted_thinking")
        ],
        # Cohere's thoughts have the same type, and no signature.
        {"messages": [{"role": "assistant", "content": [{"type": "thinking", "thinking": "T", "signature": "x"}]}]},
        {"custom_id": "1", "params": of_user()},
        {"requests": [{"custom_id": "1", "params": of_user()}]},
        of_user() | {"mcp_servers": [{"type": "url", "url": "u", "name": "n"}]},
        of_user() | {"tools": [{"type": "web_search_20250305", "name": "web_search"}]},
    ],
    ids=repr,
)  # fmt: skip
def test_what_only_anthropic_has_shows_that_a_request_is_anthropics(sign: Any) -> None:
    read = read_body(json.dumps(sign))
    assert read.read_as.removeprefix("a line of a batch: ") == "a request of the Anthropic Messages API"
    assert {one.effect for one in read.not_counted} <= {"more"}


def test_parts_of_gemini_without_a_text_are_empty() -> None:
    for parts in ([{"text": ""}], [{}], [{"text": None}, {"text": "", "thought": False}]):
        read = read_body(json.dumps({"contents": [{"role": "user", "parts": parts}]}))
        assert [(one.role, one.content) for one in read.messages] == [("user", "")]
        assert read.not_counted == ()


@pytest.mark.parametrize(
    "other",
    [
        of_user({"type": "image", "image": "u"}),
        of_user({"type": "document", "document": {"data": "AA"}}),  # Cohere's
        of_user() | {"tools": [{"type": "web_search_preview_2025_03_11"}]},
    ],
    ids=repr,
)
def test_what_others_have_too_shows_no_maker(other: Any) -> None:
    assert read_body(json.dumps(other)).read_as == "a request of the Chat Completions API"


# What may replace any value.
VALUES = st.sampled_from([
    None, True, 0, -1.5, "", "text", [], {}, [None], [MARK], {"type": "text"}, {"type": "no such type", "text": MARK},
    {"": MARK}, [[[]]], "\ud800", "user", "assistant", "function",
]).map(copy.deepcopy)  # fmt: skip


@st.composite
def bodies(draw: st.DrawFn) -> Any:
    """A body of a maker after up to four changes: a part is left out, replaced or added."""
    body = copy.deepcopy(draw(st.sampled_from([*BODIES, *MORE])))
    for _ in range(draw(st.integers(0, 4))):
        holder = at_path(body, draw(st.sampled_from([*places(body)] or [()])))
        change, keys = draw(st.sampled_from(["leave out", "replace", "add"])), [*holder]
        if change == "add" or not keys:
            if isinstance(holder, dict):
                holder[draw(st.sampled_from(NAMES))] = draw(VALUES)
        elif change == "replace":
            holder[draw(st.sampled_from(keys))] = draw(VALUES)
        else:
            del holder[draw(st.sampled_from(keys))]
    return body


@given(bodies())
def test_a_body_is_read_or_refused(body: Any) -> None:
    with suppress(BpeError):
        read_body(json.dumps(body))
