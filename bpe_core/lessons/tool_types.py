"""Definitions of tools as the TypeScript that Harmony writes for them, as the package openai-harmony 0.0.8 does."""

import json
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
    kind, choices = schema.get("type"), _list(schema.get("oneOf"))
    if isinstance(schema.get("oneOf"), list):
        return "".join(
            f"\n{indent} | {_nullable(one, f'{indent}   ')}{_comments(_notes(one))}" for one in choices
        )
    if isinstance(kind, list) and (kinds := [one for one in kind if isinstance(one, str)]):
        return " | ".join("number" if one == "integer" else one for one in kinds)
    if kind == "object":
        return _object(schema, indent)
    if kind == "string":
        named = [f'"{one}"' for one in _list(schema.get("enum")) if isinstance(one, str)]
        return " | ".join(named) or "string"
    if kind == "array":
        return f"{_type(schema['items'], indent)}[]" if "items" in schema else "Array<any>"
    return {"number": "number", "integer": "number", "boolean": "boolean"}.get(str(kind), "any")


def _object(schema: Mapping[str, Any], indent: str) -> str:
    described = schema.get("description")
    lines = [f"{indent}// {described}\n"] if isinstance(described, str) else []
    lines.append("{\n")
    properties, required = schema.get("properties"), _list(schema.get("required"))
    for name, value in (properties if isinstance(properties, dict) else {}).items():
        lines += _property(name, value if isinstance(value, dict) else {}, indent, required=name in required)
    return "".join([*lines, indent, "}"])


def _property(name: str, value: Mapping[str, Any], indent: str, *, required: bool) -> Iterator[str]:
    described, title, optional = value.get("description"), value.get("title"), "" if required else "?"
    if isinstance(title, str):
        yield f"{indent}// {title}\n{indent}//\n"
    if "oneOf" not in value and isinstance(described, str):
        yield f"{indent}// {described}\n"
    if examples := _list(value.get("examples")):
        yield f"{indent}// Examples:\n"
        yield from (f'{indent}// - "{one}"\n' for one in examples if isinstance(one, str))
    if isinstance(value.get("oneOf"), list):
        yield from _one_of(f"{name}{optional}", value, indent)
        return
    yield f"{indent}{name}{optional}: {_nullable(value, f'{indent}    ')},"
    yield _comments(_default(value)) if "oneOf" not in value else ""
    yield "\n"


def _one_of(name: str, value: Mapping[str, Any], indent: str) -> Iterator[str]:
    choices = [one if isinstance(one, dict) else {} for one in value["oneOf"]]
    described = value.get("description") if isinstance(value.get("description"), str) else None
    is_above = described is not None and not (choices and choices[0].get("description") == described)
    if is_above:
        yield f"{indent}// {described}\n"
    yield from (f"{indent}// {line}\n" for line in _default(value))
    yield f"{indent}{name}:\n"
    for number, one in enumerate(choices):
        notes = [] if number == 0 and is_above else [note for note in _described(one) if note != described]
        yield f"{indent} | {_nullable(one, f'{indent}   ')}{_comments([*notes, *_default(one)])}\n"
    yield f"{indent},\n"


def _nullable(schema: Any, indent: str) -> str:
    written = _type(schema, indent)
    is_nullable = isinstance(schema, dict) and schema.get("nullable") is True
    return f"{written} | null" if is_nullable and "null" not in written else written


def _described(schema: Mapping[str, Any]) -> list[str]:
    return [schema["description"]] if isinstance(schema.get("description"), str) else []


def _default(schema: Mapping[str, Any]) -> list[str]:
    if "default" not in schema:
        return []
    value = schema["default"]
    if isinstance(value, str):
        return [f"default: {value}" if _list(schema.get("enum")) else f'default: "{value}"']
    return [f"default: {_written(value)}"]


def _notes(schema: Any) -> list[str]:
    return [*_described(schema), *_default(schema)] if isinstance(schema, dict) else []


def _comments(notes: Sequence[str]) -> str:
    return f" // {' '.join(notes)}" if notes else ""


def _written(value: Any) -> str:
    if isinstance(value, float):
        # 1e-07 in Python is 1e-7 in Rust.
        return repr(value).replace("e+", "e").replace("e0", "e").replace("e-0", "e-")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
