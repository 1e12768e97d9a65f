"""Tool definitions as Harmony's TypeScript, written as the package openai-harmony 0.0.8 does."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def tools_as_typescript(tools: Sequence[Mapping[str, Any]]) -> str:
    r"""Return a type for each tool, with its description as a comment; `tools` are as in the Chat Completions API.

    >>> city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    >>> print(tools_as_typescript([{"function": {"name": "weather", "description": "Now.", "parameters": city}}]))
    // Now.
    type weather = (_: {
    city: string,
    }) => any;
    <BLANKLINE>
    """
    lines: list[str] = []
    for function in (tool["function"] for tool in tools):
        lines += [f"// {line}" for line in _lines(function.get("description") or "")]
        parameters = function.get("parameters")
        taken = "" if parameters is None else f"_: {_type(parameters, '')}"
        lines.append(f"type {function['name']} = ({taken}) => any;\n")
    return "\n".join(lines)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])]


def _type(schema: Any, indent: str) -> str:
    schema = schema if isinstance(schema, dict) else {}
    kind, choices = schema.get("type"), schema.get("oneOf")
    if isinstance(choices, list):
        notes = [_comments([*_texts(one, "description"), *_default(one)]) for one in choices]
        types = [_nullable(one, f"{indent}   ") for one in choices]
        return "".join(f"\n{indent} | {one}{note}" for one, note in zip(types, notes, strict=True))
    if isinstance(kind, list) and (kinds := [one for one in kind if isinstance(one, str)]):
        return " | ".join("number" if one == "integer" else one for one in kinds)
    if kind == "object":
        return _object(schema, indent)
    if kind == "string":
        named = [f'"{one}"' for one in _list(schema, "enum") if isinstance(one, str)]
        return " | ".join(named) or "string"
    if kind == "array":
        return f"{_type(schema['items'], indent)}[]" if "items" in schema else "Array<any>"
    return {"number": "number", "integer": "number", "boolean": "boolean"}.get(str(kind), "any")


def _object(schema: Mapping[str, Any], indent: str) -> str:
    lines = [f"{indent}// {described}\n" for described in _texts(schema, "description")]
    properties, required = schema.get("properties"), _list(schema, "required")
    lines.append("{\n")
    for name, value in (properties if isinstance(properties, dict) else {}).items():
        optional = "" if name in required else "?"
        lines += _property(f"{name}{optional}", value if isinstance(value, dict) else {}, indent)
    return "".join([*lines, indent, "}"])


def _property(name: str, value: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield from (f"{indent}// {title}\n{indent}//\n" for title in _texts(value, "title"))
    if "oneOf" not in value:
        yield from (f"{indent}// {described}\n" for described in _texts(value, "description"))
    if examples := _list(value, "examples"):
        yield f"{indent}// Examples:\n"
        yield from (f'{indent}// - "{one}"\n' for one in examples if isinstance(one, str))
    if isinstance(value.get("oneOf"), list):
        yield from _one_of(name, value, indent)
        return
    note = "" if "oneOf" in value else _comments(_default(value))
    yield f"{indent}{name}: {_nullable(value, f'{indent}    ')},{note}\n"


def _one_of(name: str, value: Mapping[str, Any], indent: str) -> Iterator[str]:
    choices, described = value["oneOf"], _texts(value, "description")
    is_above = bool(described) and not (choices and _texts(choices[0], "description") == described)
    yield from (f"{indent}// {line}\n" for line in [*described * is_above, *_default(value)])
    yield f"{indent}{name}:\n"
    for number, one in enumerate(choices):
        own = _texts(one, "description")
        notes = [] if own == described or (number == 0 and is_above) else own
        yield f"{indent} | {_nullable(one, f'{indent}   ')}{_comments([*notes, *_default(one)])}\n"
    yield f"{indent},\n"


def _nullable(schema: Any, indent: str) -> str:
    written = _type(schema, indent)
    is_nullable = isinstance(schema, dict) and schema.get("nullable") is True
    return f"{written} | null" if is_nullable and "null" not in written else written


def _default(schema: Any) -> list[str]:
    if not isinstance(schema, dict) or "default" not in schema:
        return []
    value = schema["default"]
    if isinstance(value, str):
        return [f"default: {value}" if _list(schema, "enum") else f'default: "{value}"']
    if isinstance(value, float):
        # 1e-07 in Python is 1e-7 in Rust.
        return ["default: " + re.sub(r"e[+]?(-?)0*", r"e\1", repr(value))]
    return ["default: " + json.dumps(value, ensure_ascii=False, separators=(",", ":"))]


def _comments(notes: Sequence[str]) -> str:
    return f" // {' '.join(notes)}" if notes else ""


def _texts(schema: Any, name: str) -> list[str]:
    value = schema.get(name) if isinstance(schema, dict) else None
    return [value] if isinstance(value, str) else []


def _list(schema: Mapping[str, Any], name: str) -> list[Any]:
    value = schema.get(name)
    return value if isinstance(value, list) else []
