"""Recognizes JSON that holds messages or tools, by its fields, and brings it into the form of Chat Completions.

Chat Completions    {"messages": [...]}, or only the list
Responses           {"instructions": "...", "input": [...]}
Mistral's agents    {"instructions": "...", "inputs": [...]}
Completions         {"model": "...", "prompt": "Hi"}, also with the fields of Ollama
answers of APIs     {"choices": [{"message": {...}}]}, {"output": [...]}, {"type": "message", "content": [...]}
Gemini              {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
ShareGPT            {"conversations": [{"from": "human", "value": "Hi"}]}
tools               {"jsonrpc": "2.0", "result": {"tools": [...]}}, {"tools": [...]}, or only the list
lines of batches    {"custom_id": "1", "body": {"messages": [...]}}, with one of these in a field of `_INSIDE`
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.chat.messages import json_or_text
from bpe_core.types import BpeError

_EMBEDDINGS = (
    "This is a request for embeddings, which have no chat template: count only its text, with `bpe-explorer encode`, "
    "or paste it on another page."
)
_NAME_CHARACTERS = 40
# The fields of batches, and of what else is around a request or an answer, that it is in.
_INSIDE = ("body", "params", "request", "generateContentRequest", "response")
# Where the messages of a request are -> its API.
_APIS = {"messages": "Chat Completions", "input": "Responses", "inputs": "Mistral Conversations"}
# The fields of Ollama's /api/generate that completions do not have: it writes the prompt in the chat template.
_OF_OLLAMA = {"context", "format", "images", "keep_alive", "options", "system", "template", "think"}
_DATA_OF_GEMINI = ("inlineData", "inline_data", "fileData", "file_data")
# Gemini's names of the types of JSON Schema.
_TYPES = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
# Where a request of Gemini says in which form it wants the answer, which a model is told in the prompt, by Google's
# documentation of structured output.
_SCHEMAS_OF_GEMINI = [
    (config, schema)
    for config in ("generationConfig", "generation_config")
    for schema in ("responseSchema", "response_schema", "responseJsonSchema", "response_json_schema")
]
_OF_TOOL = ("inputSchema", "input_schema", "parameters", "function", "parametersJsonSchema")
_SHAREGPT = {
    "human": "user",
    "gpt": "assistant",
    "bing": "assistant",
    "chatgpt": "assistant",
    "function_call": "assistant",
    "function_response": "tool",
    "observation": "tool",
}


@dataclass(frozen=True, slots=True)
class Form:
    """What JSON was recognized as: its fields, and its messages.

    `said` names it, with the fields `api`, `messages` and `tools` to fill in; `api` is "" if it is not the request of one
    of `_APIS`. `path` is the path of a message by its index, and `prefix` precedes all paths. Other fields of
    an answer (`is_answer`) were not part of a prompt. No chat template is written around an `is_prompt`. `written` are
    values that were written as text, and `left` the paths of what is in the prompt, but is not counted, such as tools
    that are not functions.
    """

    said: str
    body: Mapping[str, Any]
    rows: Sequence[Any]
    path: str = "messages[{}]"
    prefix: str = ""
    api: str = ""
    is_answer: bool = False
    is_prompt: bool = False
    written: Sequence[Any] = ()
    left: Sequence[str] = ()


def form_of(value: Any) -> Form | None:
    """Return what a JSON value is; None if it is not recognized. Raises `BpeError` for a request for embeddings.

    >>> form_of({"tools": [{"name": "search", "inputSchema": {}}]}).said.format(tools=1)
    'the tools of an MCP server (1)'
    >>> form_of({"a": 1}) is None
    True
    """
    if isinstance(value, list):
        if _is_tools(value):
            return Form(_said_of_tools(value), {"tools": value}, [])
        rows = [one for one in value if isinstance(one, dict) and {"role", "content", "type"} & one.keys()]
        return Form("a list of messages", {}, value, path="[{}]") if rows else None
    if not isinstance(value, dict):
        return None
    return next((found for form in _FORMS if (found := form(value))), None)


def _around(value: Mapping[str, Any]) -> Form | None:
    requests = value.get("requests")
    if isinstance(requests, list) and requests and isinstance(requests[0], dict):
        found = form_of(requests[0])
        if found and len(requests) > 1:
            raise BpeError(
                f"This JSON has {len(requests):,} requests: count one of them, or write each on a line."
            )
        return found and replace(found, prefix="requests[0]." + found.prefix)
    for name in _INSIDE:
        inner = value.get(name)
        if not isinstance(inner, dict):
            continue
        if str(value.get("url")).endswith("/embeddings"):
            raise BpeError(_EMBEDDINGS)
        if found := form_of(inner):
            said = "a line of a batch: " * bool({"custom_id", "key"} & value.keys())
            # Only Anthropic's lines have `params`.
            api = "Anthropic Messages" if name == "params" else found.api
            return replace(found, said=said + found.said, prefix=f"{name}.{found.prefix}", api=api)
    return None


def _request(value: Mapping[str, Any]) -> Form | None:
    name = next((name for name in _APIS if name in value), "messages")
    rows = value.get(name)
    if isinstance(rows, str) and name != "messages":
        rows = [{"role": "user", "content": rows}]
    if not isinstance(rows, list) or not rows:
        return None
    # Other servers than Mistral's name a text `inputs` that they do not write in a chat template.
    if name == "inputs" and not {"model", "agent_id"} & value.keys():
        return None
    # Texts, ids, or lists of ids.
    embeds = "embed" in str(value.get("model")).lower() or all(
        isinstance(row, str | int | list) for row in rows
    )
    if embeds and name != "messages":
        raise BpeError(_EMBEDDINGS)
    return Form("a request of the {api} API", value, rows, f"{name}[{{}}]", api=_APIS[name])


def _prompt(value: Mapping[str, Any]) -> Form | None:
    prompt = value.get("prompt")
    if prompt is None or "model" not in value:
        return None
    if isinstance(prompt, dict):
        return Form("a request of the {api} API", value, [], api="Responses")
    if _OF_OLLAMA & value.keys() and value.get("raw") is not True:
        row = {"role": "user", "content": prompt, "images": value.get("images")}
        return Form("a request of Ollama's API to generate", value, [row], "prompt")
    return _of_completions("a request", value, prompt if isinstance(prompt, list) else [prompt], "user")


def _of_completions(what: str, body: Mapping[str, Any], texts: Sequence[Any], role: str) -> Form:
    if any(isinstance(text, int | list) for text in texts):
        raise BpeError("The prompt in this JSON is token ids, so its tokens need no counting.")
    if not all(isinstance(text, str) for text in texts) or not any(texts):
        raise BpeError("The prompt or the answer in this JSON is empty or not text.")
    if len(texts) > 1:
        raise BpeError(
            f"This JSON has {len(texts):,} prompts or answers, each a text of its own: count one at a time."
        )
    rows = [{"role": role, "content": texts[0]}]
    said = f"{what} of the Completions API, which has no chat template"
    return Form(said, body, rows, "prompt", is_answer=role == "assistant", is_prompt=True)


def _answer(value: Mapping[str, Any]) -> Form | None:
    said = "an answer of the {} API: {{messages}} of the assistant's messages"
    choices, output, model = value.get("choices"), value.get("output"), {"model": value.get("model")}
    is_signed = not {"model", "object"}.isdisjoint(value)
    if isinstance(choices, list) and all(isinstance(one, dict) for one in choices):
        # The chunks of a stream have a delta, whose role only the first of them has.
        name = next(
            (name for name in ("message", "delta", "text") if any(name in one for one in choices)), ""
        )
        if name == "text" and is_signed:
            return _of_completions("an answer", model, [one.get(name) for one in choices], "assistant")
        if name in ("message", "delta") or is_signed:
            rows = [one.get(name, {}) for one in choices]
            rows = [{"role": "assistant", **row} if isinstance(row, dict) else row for row in rows]
            return Form(
                said.format("Chat Completions"),
                model,
                rows,
                f"choices[{{}}].{name or 'message'}",
                is_answer=True,
            )
    if isinstance(output, list) and (value.get("object") == "response" or (output and "id" in value)):
        return Form(said.format("Responses"), model, output, "output[{}]", is_answer=True)
    if value.get("type") == "message" and isinstance(value.get("content"), list) and "role" in value:
        row = {"role": value["role"], "content": value["content"]}
        return Form(said.format("Anthropic Messages"), model, [row], "", is_answer=True)
    return None


def _gemini(value: Mapping[str, Any]) -> Form | None:
    contents = value.get("contents")
    if isinstance(contents, str):
        contents = [{"parts": [{"text": contents}]}]
    if not isinstance(contents, list) or not contents:
        return None
    written: list[Any] = []
    asked = {
        name: one for name, one in value.items() if name not in ("contents", "systemInstruction", "tools")
    }
    system = value.get("systemInstruction", asked.pop("system_instruction", None))
    declared, left = _gemini_tools(value.get("tools"))
    left += [
        f"{config}.{schema}"
        for config, schema in _SCHEMAS_OF_GEMINI
        if isinstance(fields := value.get(config), dict) and fields.get(schema)
    ]
    body = {"model": "gemini", **asked, "tools": declared}
    rows: list[Any] = []
    if system and _parts(system):
        rows.append(
            {"role": "system", "content": _gemini_row({"parts": _parts(system)}, written)[-1]["content"]}
        )
    for content in contents:
        rows += _gemini_row(content if isinstance(content, dict) else {"parts": content}, written)
    return Form("a request of the Gemini API", body, rows, "contents[{}]", written=written, left=left)


def _parts(content: Any) -> list[Any]:
    parts = content.get("parts", []) if isinstance(content, dict) else content
    return parts if isinstance(parts, list) else [parts]


def _gemini_row(content: Mapping[str, Any], made_from: list[Any]) -> list[dict[str, Any]]:
    """Return the messages of a content: the results of tools in it are messages of their own."""
    made_from.append(content.get("role"))
    role = "assistant" if content.get("role") == "model" else "user"
    texts, calls, results, thoughts = [], [], [], []
    for part in _parts(content):
        fields = part if isinstance(part, dict) else {"text": part}
        call = fields.get("functionCall", fields.get("function_call"))
        result = fields.get("functionResponse", fields.get("function_response"))
        if isinstance(call, dict):
            calls.append({"function": {"name": call.get("name"), "arguments": call.get("args") or {}}})
        elif isinstance(result, dict):
            made_from.append(result.get("response"))
            written = json.dumps(result.get("response"), ensure_ascii=False)
            results.append({"role": "tool", "name": result.get("name"), "content": written})
        elif fields.get("thought") is True:
            made_from.append(fields.get("text"))
            thoughts.append(str(fields.get("text") or ""))
        elif "text" in fields:
            texts.append({"type": "text", "text": fields["text"]})
            made_from += [part] * (not any(fields.values()))
        elif fields:
            data: Any = next((fields[name] for name in _DATA_OF_GEMINI if name in fields), {})
            kind = data.get("mimeType", data.get("mime_type", "")) if isinstance(data, dict) else ""
            is_image = str(kind).startswith("image/")
            made_from += [data] * is_image
            texts.append({"type": "image" if is_image else next(iter(fields), "part")})
    if not results or texts or calls or thoughts:
        row: dict[str, Any] = {"role": role, "content": texts or None}
        row |= {"tool_calls": calls} if calls else {}
        row |= {"reasoning": "".join(thoughts)} if thoughts else {}
        return [*results, row]
    return results


def _gemini_tools(tools: Any) -> tuple[list[Any], list[str]]:
    """Return the declarations of functions, and the paths of the other tools."""
    found: list[Any] = []
    left = []
    for at, tool in enumerate(tools if isinstance(tools, list) else [tools] if tools else []):
        path = f"tools[{at}]" if isinstance(tools, list) else "tools"
        for name, one in tool.items() if isinstance(tool, dict) else ():
            if name in ("functionDeclarations", "function_declarations") and isinstance(one, list):
                _lower_types(one)
                found += one
            else:
                left.append(f"{path}.{shortened(name)}")
    return found, left


def _lower_types(schemas: Any) -> None:
    """Write the types in schemas as JSON Schema does: Gemini's are in upper case, which no chat template knows."""
    waiting = [schemas]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict) and one.get("type") in _TYPES:
            one["type"] = one["type"].lower()
        if isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one


def _sharegpt(value: Mapping[str, Any]) -> Form | None:
    rows = value.get("conversations")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return None
    read = [_sharegpt_row(row) for row in rows]
    body = {name: one for name, one in value.items() if name in ("system", "tools", "model")}
    written = [row.get("from") for row in rows]
    written += [row.get("value") for row in rows if row.get("from") == "function_call"]
    if isinstance(body.get("tools"), str):
        written.append(body["tools"])
        body["tools"] = json_or_text(body["tools"])
    return Form("a conversation in the form of ShareGPT", body, read, "conversations[{}]", written=written)


def _sharegpt_row(row: Mapping[str, Any]) -> Mapping[str, Any]:
    whose, value = row.get("from"), row.get("value")
    if not isinstance(whose, str):
        return row
    role = _SHAREGPT.get(whose, whose)
    if whose != "function_call":
        return {"role": role, "content": value}
    # JSON of one call, or of several.
    called = json_or_text(value) if isinstance(value, str) else value
    return {
        "role": role,
        "tool_calls": [{"function": one} for one in (called if isinstance(called, list) else [called])],
    }


def shortened(name: str) -> str:
    """Return the beginning of a name, to quote in a sentence, without unpaired surrogates."""
    whole = replace_lone_surrogates(name)
    return whole if len(whole) <= _NAME_CHARACTERS else f"{whole[:_NAME_CHARACTERS]}…"


def _tools(value: Mapping[str, Any]) -> Form | None:
    result = value.get("result")
    inside = result if isinstance(result, dict) and "tools" in result else value
    tools = inside.get("tools")
    if not isinstance(tools, list) or not _is_tools(tools):
        return None
    body = {name: one for name, one in inside.items() if name in ("tools", "model", "system", "instructions")}
    prefix = "result." if inside is result else ""
    return Form(_said_of_tools(tools), body, [], prefix=prefix)


def _is_tools(rows: Sequence[Any]) -> bool:
    """Whether the rows of a list are tools: each has a name, and at least one says what its parameters are."""
    named = {"name", "function", "type"}
    return any(isinstance(row, dict) and {*_OF_TOOL} & row.keys() for row in rows) and all(
        isinstance(row, dict) and named & row.keys() and "role" not in row for row in rows
    )


def _said_of_tools(tools: Sequence[Mapping[str, Any]]) -> str:
    whose = "an MCP server" if any("inputSchema" in tool for tool in tools) else "a request"
    return f"the tools of {whose} ({{tools:,}})"


_FORMS = (_request, _prompt, _gemini, _sharegpt, _answer, _tools, _around)
