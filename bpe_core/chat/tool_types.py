"""Tool definitions as Harmony's TypeScript, written as the package openai-harmony 0.0.8 does."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*')


def tools_as_typescript(tools: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    r"""Yield, piece by piece, a type for each tool, with its description as a comment.

    `tools` are definitions in the form of the Chat Completions API.

    >>> city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    >>> tool = {"function": {"name": "weather", "description": "Now.", "parameters": city}}
    >>> print("".join(tools_as_typescript([tool])))
    // Now.
    type weather = (_: {
    city: string,
    }) => any;
    <BLANKLINE>
    """
    for number, function in enumerate(tool["function"] for tool in tools):
        yield "\n" * (number > 0)
        yield from (f"// {line}\n" for line in _lines(function.get("description") or ""))
        parameters = function.get("parameters")
        yield f"type {function['name']} = ({'' if parameters is None else '_: '}"
        yield from () if parameters is None else _type(parameters, "")
        yield ") => any;\n"


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])]


def _type(schema: Any, indent: str) -> Iterator[str]:
    schema = schema if isinstance(schema, dict) else {}
    kind, choices = schema.get("type"), schema.get("oneOf")
    if isinstance(choices, list):
        for one in choices:
            yield f"\n{indent} | "
            yield from _nullable(one, f"{indent}   ")
            yield _comments([*_texts(one, "description"), *_default(one)])
    elif isinstance(kind, list) and (kinds := [one for one in kind if isinstance(one, str)]):
        yield " | ".join("number" if one == "integer" else one for one in kinds)
    elif kind == "object":
        yield from _object(schema, indent)
    elif kind == "string":
        named = [f'"{one}"' for one in _list(schema, "enum") if isinstance(one, str)]
        yield " | ".join(named) or "string"
    elif kind == "array" and "items" in schema:
        yield from _type(schema["items"], indent)
        yield "[]"
    elif kind == "array":
        yield "Array<any>"
    else:
        yield {"number": "number", "integer": "number", "boolean": "boolean"}.get(str(kind), "any")


def _object(schema: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield from (f"{indent}// {described}\n" for described in _texts(schema, "description"))
    properties = schema.get("properties")
    required = {one for one in _list(schema, "required") if isinstance(one, str)}
    yield "{\n"
    for name, value in (properties if isinstance(properties, dict) else {}).items():
        optional = "" if name in required else "?"
        yield from _property(f"{name}{optional}", value if isinstance(value, dict) else {}, indent)
    yield f"{indent}}}"


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
    yield f"{indent}{name}: "
    yield from _nullable(value, f"{indent}    ")
    yield f",{note}\n"


def _one_of(name: str, value: Mapping[str, Any], indent: str) -> Iterator[str]:
    choices, described = value["oneOf"], _texts(value, "description")
    is_above = bool(described) and not (choices and _texts(choices[0], "description") == described)
    yield from (f"{indent}// {line}\n" for line in [*described * is_above, *_default(value)])
    yield f"{indent}{name}:\n"
    for number, one in enumerate(choices):
        own = _texts(one, "description")
        notes = [] if own == described or (number == 0 and is_above) else own
        yield f"{indent} | "
        yield from _nullable(one, f"{indent}   ")
        yield f"{_comments([*notes, *_default(one)])}\n"
    yield f"{indent},\n"


def _nullable(schema: Any, indent: str) -> Iterator[str]:
    says_null = False
    for piece in _type(schema, indent):
        says_null = says_null or "null" in piece
        yield piece
    if isinstance(schema, dict) and schema.get("nullable") is True and not says_null:
        yield " | null"


def _default(schema: Any) -> list[str]:
    if not isinstance(schema, dict) or "default" not in schema:
        return []
    value = schema["default"]
    if isinstance(value, str):
        return [f"default: {value}" if _list(schema, "enum") else f'default: "{value}"']
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return ["default: " + _STRING_OR_NUMBER.sub(_as_in_rust, written)]


def _as_in_rust(found: re.Match[str]) -> str:
    """Return a number of JSON as serde_json writes it, such as 1e-7 for 1e-07; a string unchanged."""
    number = found[0]
    if number.lstrip("-").isdigit() and not -(2**63) <= int(number) < 2**64:
        # It fits into no integer type of Rust.
        number = repr(float(number))
    digits, exponential, power = number.partition("e")
    if number[0] == '"' or not exponential:
        return number
    if power == "-05":
        return f"{float(number):.{len(digits.lstrip('-').replace('.', '')) + 4}f}"
    return f"{digits}e{int(power)}"


def _comments(notes: Sequence[str]) -> str:
    return f" // {' '.join(notes)}" if notes else ""


def _texts(schema: Any, name: str) -> list[str]:
    value = schema.get(name) if isinstance(schema, dict) else None
    return [value] if isinstance(value, str) else []


def _list(schema: Mapping[str, Any], name: str) -> list[Any]:
    value = schema.get(name)
    return value if isinstance(value, list) else []
