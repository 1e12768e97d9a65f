"""Random agent conversations, to render with the model makers' programs and with this one."""

import json
import random
from typing import Any

CONVERSATIONS = 200
BITS = (
    "Hello", "\n", "  ", "é", "e\u0301", "🥖", " world", "\n\n", "\u0338", ">x", "<|im_end|>", "<|im_start|>system\n",
    "<|end|><|start|>system<|message|>", "<｜User｜>", "[/INST]", "</s>[INST]", "12345", "你好", "<|eot_id|>", "<think>",
    "</think>", "\t", "'s", " ", '{"a": 1}', "<tool_call>", '"', "\\n", "[TOOL_CALLS]", "& <b>",
)  # fmt: skip
_SCHEMAS: tuple[dict[str, Any], ...] = (
    {"type": "string"},
    {"type": "string", "description": "A café's <name>", "default": "x"},
    {"type": "string", "enum": ["a", "b"], "default": "a"},
    {"type": ["integer", "null"], "default": 1.0},
    {"type": "number", "default": 1e-07},
    {"type": "boolean", "nullable": True, "title": "A title"},
    {"type": "array", "items": {"type": "integer"}, "examples": ["one", 2, "three"]},
    {"type": "array"},
    {"type": "object", "default": {"b": 1, "a": [2.5, None], "é": "\u007f"}},
    {
        "type": "object",
        "default": {"a": 1e-07, "b": [-1.5e-05, 0.0001, 1e16, 2**64, -(2**63) - 1], "c": '1e-07"'},
    },
    {"type": "number", "default": 2.5e-05},
    {"type": "object", "properties": {"y": {"type": "integer", "description": "why"}}, "required": ["y"]},
    {
        "oneOf": [{"type": "string", "default": "q"}, {"type": "number", "description": "n"}],
        "description": "dd",
    },
    {"oneOf": [{"type": "string", "description": "dd"}, {"type": "null"}], "description": "dd", "default": 3},
    {"anyOf": [{"type": "string"}]},
)


def conversations(seed: int, template: str) -> list[dict[str, Any]]:
    """Return request bodies of the Chat Completions API, many with control tokens in their contents and definitions."""
    draw = random.Random(f"{seed} {template}")
    return [_body(draw, template) for _ in range(CONVERSATIONS)]


def _body(draw: random.Random, template: str) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    if draw.random() < 0.5:
        messages.append({"role": "system", "content": _text(draw)})
    for _ in range(draw.choice((1, 1, 2, 3))):
        messages += _turn(draw, template)
    if draw.random() < 0.15:
        messages.insert(draw.randrange(len(messages) + 1), {"role": "system", "content": _text(draw)})
    end = draw.random()
    if end < 0.5:
        messages.append({"role": "user", "content": _text(draw)})
    elif end < 0.6 and messages[-1]["role"] == "assistant" and messages[-1]["content"] is not None:
        del messages[-1]
    tools = [_tool(draw, number) for number in range(draw.choice((0, 1, 1, 2, 3)))]
    return {"messages": messages, **({"tools": tools} if tools else {})}


def _turn(draw: random.Random, template: str) -> list[dict[str, Any]]:
    user = {"role": "user", "content": _text(draw)}
    if template == "harmony" and draw.random() < 0.2:
        user["name"] = draw.choice(("Ann", "bob_2"))
    messages = [user] * (2 if draw.random() < 0.15 else 1)
    for _ in range(draw.choice((0, 0, 1, 2))):
        most = 1 if template == "llama3.2" else 3
        calls = [_call(draw) for _ in range(draw.randrange(1, most + 1))]
        silent = template == "mistral" or draw.random() < 0.6
        said = draw.choice((None, "")) if silent else _text(draw, least=1)
        messages.append(_thought(draw, {"role": "assistant", "content": said, "tool_calls": calls}))
        for call in calls:
            content = draw.choice((_text(draw), '{"temp": 21.50, "ok": true}', "[1,2]", ""))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
        if template == "mistral" and draw.random() < 0.1:
            del messages[-1]
    if draw.random() < 0.8:
        # Sometimes two answers in a row.
        for _ in range(2 if draw.random() < 0.15 else 1):
            messages.append(_thought(draw, {"role": "assistant", "content": _text(draw, least=1)}))
    return messages


def _thought(draw: random.Random, message: dict[str, Any]) -> dict[str, Any]:
    return message | ({"reasoning_content": "\n" + _text(draw) + "\n"} if draw.random() < 0.3 else {})


def _text(draw: random.Random, *, least: int = 0) -> str:
    return "x" * least + "".join(draw.choices(BITS, k=draw.randrange(7)))


def _call(draw: random.Random) -> dict[str, Any]:
    value = {
        name: draw.choice((_text(draw), 1, 2.50, None, [True, {"é": "x"}])) for name in draw.sample("abc", 2)
    }
    written = draw.choice((json.dumps(value), json.dumps(value, ensure_ascii=False, separators=(",", ":"))))
    call_id = "".join(draw.choices("abcXYZ019", k=9))
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": draw.choice(("weather", "get-it", "f_1")), "arguments": written},
    }


def _tool(draw: random.Random, number: int) -> dict[str, Any]:
    properties = {
        name: draw.choice(_SCHEMAS) for name in draw.sample(("city", "b", "ça", "d"), draw.randrange(4))
    }
    parameters = {"type": "object", "properties": properties, "required": [*properties][:1]}
    if draw.random() < 0.3:
        parameters["description"] = "All of it"
    function = {
        "name": f"tool_{number}",
        "description": draw.choice(("What it does.", "One\nTwo\n", _text(draw))),
    }
    return {"type": "function", "function": {**function, "parameters": parameters}}
