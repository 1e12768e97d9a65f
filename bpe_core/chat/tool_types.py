"""Tool definitions as Harmony's TypeScript, written as the package openai-harmony 0.0.8 does."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*')


def tool_as_typescript(function: Mapping[str, Any]) -> Iterator[str]:
    r"""Yield, piece by piece, a type for a function, with its description as a comment before it.

    Descriptions are lines that begin with `// `, each of them a piece of its own, as is the name.

    >>> city = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    >>> print("".join(tool_as_typescript({"name": "weather", "description": "Now.", "parameters": city})))
    // Now.
    type weather = (_: {
    city: string,
    }) => any;
    <BLANKLINE>
    """
    yield from (f"// {line}\n" for line in _lines(function.get("description") or ""))
    parameters = function.get("parameters")
    yield "type "
    yield function["name"]
    yield " = ("
    if parameters is not None:
        yield "_: "
        yield from _type(parameters, "")
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
