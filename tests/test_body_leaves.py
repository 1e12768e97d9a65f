"""Each string in a body of any maker is in a part, or named among what is not counted, whatever field it is in."""

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bpe_core import BpeError
from bpe_core.chat.request_body import read_body
from tests.test_fuzz_bodies import BODIES, CALL, MARK, SCHEMA

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
    {
        "id": "r", "object": "response", "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "s"}]},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "t"}]},
        ],
    },
    {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "t"}]},
    {"jsonrpc": "2.0", "result": {"tools": [{"name": "f", "description": "d", "inputSchema": SCHEMA}]}},
    {"custom_id": "1", "body": {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u"}}]}]}},
]  # fmt: skip
NAMES = [
    "content", "role", "text", "tools", "tool_calls", "name", "input", "messages", "system", "arguments",
    "output", "summary", "parts", "value", "from", "contents", "instructions", "function", "parameters",
    "description", "thinking", "reasoning", "function_call", "functionCall", "response", "args", "result",
    "title", "thought", "conversations", "choices", "body", "other",
]  # fmt: skip
# Roles, references and settings, which are no text; an image is counted as one.
QUIET = {
    "model", "id", "type", "status", "weight", "call_id", "tool_call_id", "tool_use_id", "signature",
    "role", "from", "max_tokens",
}  # fmt: skip
QUIET |= {"object", "jsonrpc", "custom_id"}


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


@pytest.mark.parametrize("body", [*BODIES, *MORE], ids=lambda body: json.dumps(body)[:30])
def test_no_string_of_a_body_is_dropped_in_silence(body):
    dropped, tried = set(), 0
    for path in places(body):
        holder = body
        for name in path:
            holder = holder[name]
        for name in {*NAMES, *holder} - QUIET:
            for value, inner in ((MARK, ()), ([MARK], (0,)), ({"text": MARK}, ("text",))):
                changed = copy.deepcopy(body)
                at = changed
                for one in path:
                    at = at[one]
                at[name] = value
                try:
                    found = read_body(json.dumps(changed))
                except BpeError:
                    continue
                if found is None:
                    continue
                tried += 1
                left = [one.path for one in found.not_counted]
                whole = written((*path, name, *inner))
                if "image_url" in whole:
                    continue  # an image is counted as one
                if MARK not in repr((found.messages, found.tools)) and not is_named(whole, left):
                    dropped.add((whole, tuple(left)))
    assert tried
    # Other fields of an answer were not part of a prompt.
    rows = {"choices": r"choices\[0\]\.message[.\[]", "output": r"output\[\d\]\.", "type": r"content[.\[]"}
    of_answer = next((rows[name] for name in rows if isinstance(body, dict) and name in body), "")
    assert not {one for one in dropped if re.match(of_answer, one[0])}
