r"""Reads messages from JSON: the bodies of `body_forms`, brought into the form of three APIs.

Chat Completions      {"messages": [{"role": "user", "content": "Hi"}], "tools": [{"type": "function", ...}]}
Responses             {"instructions": "...", "input": [{"role": "user", ...}, {"type": "function_call", ...}]}
Anthropic Messages    {"system": "...", "messages": [{"role": "user", "content": [{"type": "tool_result", ...}]}]}
"""

import json
import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.chat.body_forms import Form, form_of, shortened
from bpe_core.chat.messages import Conversation, Effect, Message, NotCounted, ToolCall
from bpe_core.types import BpeError

MAX_DEPTH = 60
"""How deep objects and lists may be nested in JSON."""

_SETTINGS = frozenset((
    "background", "best_of", "echo", "frequency_penalty", "include", "keep_alive", "logit_bias", "logprobs", "max_completion_tokens",
    "max_output_tokens", "max_tokens", "metadata", "min_p", "model", "n", "parallel_tool_calls",
    "presence_penalty", "prompt_cache_key", "raw", "safety_identifier", "seed", "service_tier", "stop",
    "stop_sequences", "store", "stream", "stream_options", "temperature", "top_k", "top_logprobs", "top_p",
    "truncation", "user",
))  # fmt: skip
"""Fields of a request that are settings, such as the model or the sampling, and put nothing into the prompt."""

_DEFAULTS = {
    "tool_choice": "auto", "response_format": {"type": "text"}, "text.format": {"type": "text"},
}  # fmt: skip
"""Fields that put nothing into the prompt if they have this value."""

_TEXTS = ("text", "input_text", "output_text", "summary_text", "reasoning_text")
_IMAGES = ("image", "image_url", "input_image")
_OF_IMAGE = ("image_url", "source", "file_id", "detail", "data", "mimeType")
_CALLS = ("function_call", "function.call")
_RESULTS = ("function_call_output", "function.result")
# What only Anthropic's API has: fields of a request, types of parts, and types of tools, such as web_search_20250305.
_ANTHROPIC = ("system", "mcp_servers", "anthropic_version")
_ANTHROPIC_PARTS = (
    "tool_use", "tool_result", "server_tool_use", "web_search_tool_result", "mcp_tool_use", "mcp_tool_result",
    "redacted_thinking",
)  # fmt: skip
_ANTHROPIC_TOOL = re.compile(r"\w+_\d{8}")
_SCHEMAS = ("input_schema", "inputSchema", "parametersJsonSchema")
# What is written as JSON into the prompt, or by a model: null is a value in it.
_JSON = {*_SCHEMAS, "parameters", "arguments", "args", "input", "response"}
_OF_REQUEST = {"content", "messages", "input", "tool_calls"}
_LIKE_A_REQUEST = re.compile(rf'"({"|".join(sorted(_OF_REQUEST))})"\s*:')


# The last field of a path -> what it does to the tokens; every other is unknown. What is in a setting is one, too.
_NOTHING = {
    "cache_control", "closed", "effort", "generationConfig", "generation_config", "metadata", "modalities", "reasoning", "safetySettings", "safety_settings",
    "thinking", "verbosity",
}  # fmt: skip
_PARTS_OF_GEMINI = {
    "codeExecutionResult", "code_execution_result", "executableCode", "executable_code", "fileData", "file_data",
    "inlineData", "inline_data",
}  # fmt: skip
_MORE = _PARTS_OF_GEMINI | {
    "audio", "cachedContent", "cached_content", "container", "context", "conversation", "documents", "encrypted_content", "mcp_servers",
    "output_format", "previous_response_id", "prompt", "refusal", "response_format", "suffix", "text.format", "type", "web_search_options",
}  # fmt: skip
# Names and references of parts, and what is around a body.
_QUIET = {"id", "index", "signature", "status", "thoughtSignature", "type", "weight"}
_AROUND = ("custom_id", "id", "jsonrpc", "key", "method", "url")
_INDEX = re.compile(r"\[\d+\]")
_NAMED_CHARACTERS = 200  # of a path; what is deeper is named by the part that it is in


def read_body(text: str) -> Conversation | None:
    """Return the conversation in a text that is such JSON; None for a text that is not a request in JSON.

    A content is a string, null, or a list of parts, whose texts are joined. A body without messages gets one empty
    message of the user. A field that is null is as missing. Every other field that is not empty is in `not_counted`,
    except settings of a request that put nothing into the prompt. Raises `BpeError` for JSON that looks like a request
    but is invalid, has a field twice in one object, is nested deeper than `MAX_DEPTH`, or has values of types that the
    APIs do not allow.

    >>> found = read_body('{"system": "Be kind.", "messages": [{"role": "user", "content": "Hi"}], "container": "x"}')
    >>> [message.content for message in found.messages], found.read_as
    (['Be kind.', 'Hi'], 'a request of the Anthropic Messages API')
    >>> found.not_counted
    (NotCounted(path='container', effect='more', times=1),)
    """
    if not re.match(r"\s*(\[\s*\{|\{)", text):
        return None
    try:
        value = json.loads(text, object_pairs_hook=_object_without_repeats)
        _drop_nulls(value)
        form = form_of(value)
    except BpeError:
        raise
    except (ValueError, RecursionError) as error:
        looks = re.match(r"\s*(\[\s*\{\s*\"|\{\s*\")", text) and _LIKE_A_REQUEST.search(text)
        if not looks:
            return None
        where = f" ({error})" if isinstance(error, ValueError) else ""
        raise BpeError(f"This looks like messages in JSON, but it is not valid JSON{where}.") from error
    if form is None:
        top = next(iter(value), {}) if isinstance(value, list) else value
        if _OF_REQUEST & top.keys():
            raise BpeError("This is JSON, but not a list of messages, each with a role and a content.")
        return None
    if is_deeper(value):
        raise BpeError(f"This JSON is nested deeper than {MAX_DEPTH} levels, which is the limit.")
    return _Reader(form, value).conversation()


def is_body(text: str) -> bool:
    """Return whether a text is JSON that `read_body` recognizes, which it may refuse.

    >>> is_body('[{"role": "user", "content": "Hi"}]'), is_body('{"a": 1}')
    (True, False)
    """
    try:
        value = json.loads(text)
        _drop_nulls(value)
        return form_of(value) is not None
    except BpeError:
        return True
    except (ValueError, RecursionError):
        return False


class _Reader:
    """Reads one body, and collects the fields that are not counted, by their paths without indexes.

    What is read is noted; at the end, every value that was not is left.
    """

    def __init__(self, form: Form, value: Any) -> None:
        self._form, self._body, self._rows, self._whole = form, form.body, form.rows, value
        # The values that were read, by identity, since another field may have the same one.
        self._read: set[int] = set()
        self._take(form.written)
        self._messages: list[Message] = []
        # The Responses API has an item for each call and each thought; a model sees one message. They wait here, since
        # to join them one by one would take quadratic time: thoughts for the next item, calls for the last message.
        self._thoughts: list[str] = []
        self._calls: list[ToolCall] = []
        self._left: dict[str, NotCounted] = {}
        # The paths of what is left, or need not be read.
        self._known: set[str] = set()
        self._tool_of: dict[str, str] = {}
        # The tools whose results are missing, in the order of the calls; `_is_answered` if one of them has a result.
        self._waiting: deque[str] = deque()
        self._is_answered = False
        self._images = 0
        self._api = form.api
        self._first = "instructions" if form.api in ("Responses", "Mistral Conversations") else "system"

    def conversation(self) -> Conversation:
        first = self._first
        if self._api == "Chat Completions" and any(map(self._body.get, _ANTHROPIC)):
            self._api = "Anthropic Messages"
        if self._body.get(first):
            self._messages.append(Message("system", self._content({"content": self._body[first]}, 0)))
        for number, row in enumerate(self._rows, 1):
            self._read_row(row, number)
        self._end_calls()
        self._end_thoughts()
        tools = [
            (f"{field}[{at}]", tool)
            for field in ("tools", "functions")
            for at, tool in enumerate(_list_at(self._body, field))
        ]
        definitions = [self._definition(tool, number, path) for number, (path, tool) in enumerate(tools, 1)]
        self._leave(self._form.left, "more")
        self._known |= {self._form.prefix + name for name in _SETTINGS}
        if self._whole is not self._body:
            self._known |= {before + name for name in _AROUND for before in ("", "requests[0].")}
        if self._form.is_answer:
            for number, row in enumerate(self._rows):
                path = self._form.path.format(number)
                self._leave_missed(self._missed(row, path, _INDEX.sub("[]", path))[1], self._form.prefix)
        else:
            self._leave_missed(self._missed(self._whole, "", "")[1], "")
        model = self._body.get("model")
        said = self._form.said.format(api=self._api, messages=len(self._rows), tools=len(tools))
        return Conversation(
            self._messages or [Message("user", "")],
            tuple(self._left.values()),
            tuple(definition for definition in definitions if definition),
            self._images,
            said if self._messages else f"{said}, with an empty user message",
            replace_lone_surrogates(model) if isinstance(model, str) else "",
            self._form.is_prompt,
        )

    def _take(self, value: Any) -> None:
        """Note that a value was read, with all that is in it."""
        waiting = [value]
        while waiting:
            one = waiting.pop()
            self._read.add(id(one))
            if isinstance(one, dict | list | tuple):
                waiting += one.values() if isinstance(one, dict) else one

    def _missed(self, value: Any, path: str, kind: str) -> tuple[bool, dict[str, tuple[str, int]]]:
        """Return whether anything in a value was read, and the largest parts of it of which nothing was.

        They are counted by their kinds, which are paths without indexes, each with the path of the first: a list of a
        million numbers would take gigabytes if each had a path.
        """
        name, in_body = path.rpartition(".")[2], path.removeprefix(self._form.prefix)
        if not self._known.isdisjoint((path, f"{path}.type")) or value == _DEFAULTS.get(in_body, ...):
            return True, {}
        if value in (None, "", [], {}):
            return False, {}
        # Python has only one object for each small number. A thought of Gemini is read by its form.
        if (id(value) in self._read and not isinstance(value, int | float)) or (
            name == "thought" and isinstance(value, bool)
        ):
            return True, {}
        if name in _QUIET:
            return False, {}
        steps: Iterable[tuple[str, Any]]
        if isinstance(value, dict):
            dot = "." if path else ""
            steps = ((dot + shortened(name), one) for name, one in value.items())
        elif isinstance(value, list):
            steps = ((f"[{at}]", one) for at, one in enumerate(value))
        else:
            return False, {kind: (path, 1)}
        missed, is_named = dict[str, tuple[str, int]](), len(path) <= _NAMED_CHARACTERS
        # These are named by their fields.
        is_read = in_body == "text" or not _PARTS_OF_GEMINI.isdisjoint(
            value if isinstance(value, dict) else ()
        )
        for step, one in steps:
            of_kind = "[]" if isinstance(value, list) else step
            at, its_kind = (path + step, kind + of_kind) if is_named else (path, kind)
            one_is_read, inside = self._missed(one, at, its_kind)
            is_read = is_read or one_is_read
            for each, (first, times) in inside.items():
                before = missed.get(each, (first, 0))
                missed[each] = before[0], before[1] + times
        is_empty = isinstance(value, list) and not missed
        return is_read, missed if is_read or is_empty or not path else {kind: (path, 1)}

    def _leave(self, paths: Iterable[str], effect: Effect | None = None) -> None:
        """Note fields, by their paths in the body, as not counted."""
        for path in dict.fromkeys(paths):
            whole = self._form.prefix + path
            self._known.add(whole)
            self._leave_kind(_INDEX.sub("[]", whole), whole, 1, effect)

    def _leave_missed(self, missed: Mapping[str, tuple[str, int]], prefix: str) -> None:
        for kind, (path, times) in missed.items():
            self._leave_kind(prefix + kind, prefix + path, times, None)

    def _leave_kind(self, kind: str, path: str, times: int, effect: Effect | None) -> None:
        in_body, name = path.removeprefix(self._form.prefix), path.rpartition(".")[2]
        known: Effect = "more" if {in_body, name} & _MORE else "unknown"
        known = "nothing" if {in_body.partition(".")[0], name} & _NOTHING else known
        found = self._left.get(kind, NotCounted(path, effect or known, times=0))
        self._left[kind] = replace(found, times=found.times + times)

    def _at(self, number: int, *names: str) -> list[str]:
        """Return the paths of fields of the message `number`, 0 for the system prompt."""
        if not number:
            return [name.replace("content", self._first, 1) for name in names]
        row = self._form.path.format(number - 1)
        return [f"{row}.{name}".removeprefix(".") for name in names]

    def _read_row(self, row: Any, number: int) -> None:
        if not isinstance(row, dict):
            raise BpeError(f"Message {number} in this JSON has no role.")
        kind = row.get("type")
        self._take(kind)
        call_id = row.get("call_id", row.get("tool_call_id"))
        if kind in _CALLS:
            self._end_thoughts()
            if not self._messages or self._messages[-1].role != "assistant":
                self._messages.append(Message("assistant", "", is_null=True))
            self._calls.append(self._call(row, call_id, number))
            return
        self._end_calls()
        if kind in _RESULTS:
            self._end_thoughts()
            where = "result" if "result" in row else "output"
            self._add_result(call_id, {"content": row.get(where)}, number, where=where)
        elif kind == "reasoning":
            content = self._content(row, number)
            self._thoughts.append(
                content or self._content({"content": row.get("summary")}, number, "summary")
            )
        elif kind not in (None, "message") and "role" not in row:
            self._leave(self._at(number, "type"))
        else:
            self._add_message(row, number)

    def _end_calls(self) -> None:
        """Give the calls that wait to the last message."""
        if self._calls:
            last = self._messages[-1]
            self._messages[-1] = replace(last, calls=(*last.calls, *self._calls))
            self._calls = []

    def _end_thoughts(self) -> None:
        """Make a message of the thoughts that wait: what follows is not the message that they belong to."""
        if thought := "".join(self._thoughts):
            self._messages.append(Message("assistant", "", thought, is_null=True))
        self._thoughts = []

    def _add_message(self, row: Mapping[str, Any], number: int) -> None:
        if not isinstance(row.get("role"), str):
            raise BpeError(f"Message {number} in this JSON has no role.")
        self._take(row["role"])
        role = "tool" if row["role"] == "function" else replace_lone_surrogates(row["role"])
        calls = [self._call(call, call.get("id"), number) for call in self._calls_of(row, number)]
        given = [name for name in ("reasoning_content", "reasoning", "thinking") if row.get(name)]
        # Some servers send the same value under two names.
        self._leave(self._at(number, *given[1:]), "nothing")
        if role != "assistant":
            self._end_thoughts()
        thoughts = [*filter(None, self._thoughts), *(row[name] for name in given[:1])]
        self._thoughts = []
        images = _list_at(row, "images")
        self._take(images)
        self._images += len(images)
        texts: list[tuple[str, Any]] = []
        has_results = False
        for path, part in _parts_of(row):
            fields = part if isinstance(part, dict) else {}
            kind = fields.get("type")
            self._take(kind)
            if kind in _ANTHROPIC_PARTS or "signature" in fields or isinstance(fields.get("source"), dict):
                self._api = "Anthropic Messages"
            if kind == "tool_use":
                calls.append(self._call(part, part.get("id"), number))
            elif kind == "thinking":
                # Mistral and Cohere have such parts too, without a signature.
                thoughts.append(self._thought(part.get("thinking"), number, f"{path}.thinking"))
            elif kind == "tool_result":
                self._add_result(part.get("tool_use_id"), part, number, where=f"{path}.content")
                has_results = True
            else:
                texts.append((path, part))
        self._take(thoughts)
        if not all(isinstance(thought, str) for thought in thoughts):
            raise BpeError(f"The reasoning of message {number} in this JSON is not text.")
        content, reasoning, is_null = self._texts(texts, number), "".join(thoughts), not texts
        if role == "tool":
            answered, name = row.get("tool_call_id"), row.get("name") or row.get("tool_name")
            self._add_result(answered, {"content": content}, number, name, is_null=is_null)
            self._leave(self._at(number, *["tool_calls"] * bool(calls), *given[:1]), "unknown")
        elif content or calls or thoughts or not has_results:
            name, thought = self._word(row.get("name"), "name", number), reasoning if thoughts else None
            self._messages.append(Message(role, content, thought, tuple(calls), name, is_null=is_null))

    def _calls_of(self, row: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
        called = _list_at(row, "tool_calls")
        called += [{"function": row["function_call"]}] if row.get("function_call") else []
        known = []
        for at, call in enumerate(called):
            if isinstance(call, dict) and call.get("type", "function") == "function":
                known.append(call)
            else:
                self._leave(self._at(number, f"tool_calls[{at}].type"))
        return known

    def _call(self, call: Mapping[str, Any], call_id: Any, number: int) -> ToolCall:
        function = call.get("function", call)
        name = function.get("name") if isinstance(function, dict) else None
        self._take(name)
        if not isinstance(name, str):
            raise BpeError(f"A tool call in message {number} of this JSON has no name.")
        given = function["arguments"] if "arguments" in function else function.get("input")
        self._take(given)
        if not isinstance(given, str | dict | None):
            raise BpeError(
                f"The arguments of a tool call in message {number} are neither text nor an object."
            )
        # Text need not be JSON, since a model has written it.
        arguments = given if given and isinstance(given, str) else json.dumps(given or {}, ensure_ascii=False)
        made = ToolCall(
            replace_lone_surrogates(name),
            replace_lone_surrogates(arguments),
            self._word(call_id, "id", number),
        )
        if is_deeper(made.value):
            raise BpeError(
                f"The arguments of a tool call in message {number} are JSON that is nested deeper than {MAX_DEPTH} levels, "
                "which is the limit."
            )
        if made.call_id:
            self._tool_of[made.call_id] = made.name
        if self._is_answered:
            self._waiting.clear()
            self._is_answered = False
        self._waiting.append(made.name)
        return made

    def _add_result(
        self,
        call_id: Any,
        row: Mapping[str, Any],
        number: int,
        name: Any = None,
        *,
        is_null: bool = False,
        where: str = "content",
    ) -> None:
        answered = self._word(call_id, "id", number)
        named = self._word(name, "name", number) or self._tool_of.get(answered, "")
        self._is_answered = True
        following = self._waiting.popleft() if self._waiting else ""
        if named not in ("", following):
            self._waiting.clear()  # The results have another order than the calls.
        named = named or ("" if answered else following)
        content = self._content(row, number, where)
        self._messages.append(Message("tool", content, name=named, call_id=answered, is_null=is_null))

    def _word(self, value: Any, called: str, number: int) -> str:
        if value is not None and not isinstance(value, str):
            raise BpeError(f"The {called} in message {number} of this JSON is not text.")
        self._take(value)
        return replace_lone_surrogates(value or "")

    def _thought(self, thought: Any, number: int, where: str) -> Any:
        """Return the texts of a thought, joined, if it is a list of parts as in Mistral's API."""
        return self._content({"content": thought}, number, where) if isinstance(thought, list) else thought

    def _content(self, row: Mapping[str, Any], number: int, where: str = "content") -> str:
        """Return the texts of a content, joined."""
        return self._texts(_parts_of(row, where), number)

    def _texts(self, parts: Iterable[tuple[str, Any]], number: int) -> str:
        """Return the texts of parts of a content, each with its path in the message, joined."""
        texts: list[str] = []
        for path, part in parts:
            kind = part.get("type", "text") if isinstance(part, dict) else "text"
            text = part.get("text") if isinstance(part, dict) else part
            self._take(kind)
            if kind in _IMAGES:
                self._images += 1
                self._take([part.get(name) for name in _OF_IMAGE])
            elif kind not in _TEXTS and self._form.written:
                continue  # the path is another one, and is found at the end
            elif kind not in _TEXTS:
                self._leave(self._at(number, f"{path}.type"))
            elif isinstance(text, str):
                texts.append(text)
                self._take(text)
            else:
                whose = f"content of message {number}" if number else "system prompt"
                raise BpeError(f"The {whose} in this JSON is not text.")
        # JSON can contain an unpaired surrogate, such as \ud800.
        return replace_lone_surrogates("".join(texts))

    def _definition(self, tool: Any, number: int, path: str) -> dict[str, Any]:
        """Return a definition in the form of Chat Completions; an empty one for a tool that is not a function."""
        if not isinstance(tool, dict):
            raise BpeError(f"Tool {number} in this JSON is not an object.")
        if schema := next((name for name in _SCHEMAS if name in tool), ""):
            self._api = "Anthropic Messages" if schema == "input_schema" else self._api
            kept = {name: tool[name] for name in ("name", "description") if name in tool}
            made = {"type": "function", "function": {**kept, "parameters": tool[schema]}}
        elif tool.get("type", "function") != "function":
            self._api = "Anthropic Messages" if _ANTHROPIC_TOOL.fullmatch(str(tool["type"])) else self._api
            self._leave([f"{path}.type"])
            return {}
        elif "function" in tool:
            made = {**tool}
        else:
            flat = {name: value for name, value in tool.items() if name != "type"}
            made = {"type": "function", "function": flat}
        function = made["function"]
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise BpeError(f"Tool {number} in this JSON has no name.")
        self._take(made if schema else tool)
        described, parameters = function.get("description"), function.get("parameters")
        if not isinstance(described, str | None) or not isinstance(parameters, dict | None):
            raise BpeError(f"The description or the parameters of tool {number} have the wrong type.")
        return made


# ---- the fields of an object


class _Character(str):
    """A character that is an object of its own: Python has only one string for each Latin letter."""

    __slots__ = ()


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object from its fields; raises `ValueError` for a field that occurs twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        # `dict` silently keeps only the last of them.
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the field {shortened(twice)!r} occurs twice in one object")
    # What was read is noted by identity.
    waiting: list[Any] = [fields]
    while waiting:
        holder = waiting.pop()
        for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(value, str) and len(value) == 1:
                holder[key] = _Character(value)
            elif isinstance(value, list):
                waiting.append(value)
    return fields


def _drop_nulls(value: Any) -> None:
    """Remove the fields that are null, in place, but not in `_JSON`."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            for name in [name for name, inner in one.items() if inner is None]:
                del one[name]
            # The `input` of a call is an object, that of a request a list. A template writes the whole definition of a
            # function; that of a call has arguments.
            waiting += [
                inner
                for name, inner in one.items()
                if (name not in _JSON or isinstance(inner, list))
                and not (name == "function" and isinstance(inner, dict) and "arguments" not in inner)
            ]


def _parts_of(row: Mapping[str, Any], where: str = "content") -> list[tuple[str, Any]]:
    """Return the parts of a content that is at a path, each with its own path: a string is one part, null has none."""
    content = row.get("content")
    if isinstance(content, list):
        return [(f"{where}[{at}]", part) for at, part in enumerate(content)]
    return [] if content is None else [(where, content)]


def _list_at(fields: Mapping[str, Any], name: str) -> list[Any]:
    """Return a copy of the list in a field, an empty list if the field is missing; raises `BpeError` for another type."""
    value = fields.get(name) or []
    if not isinstance(value, list):
        raise BpeError(f"The field {name} in this JSON is not a list.")
    return [*value]


def is_deeper(value: Any) -> bool:
    """Return whether a value is nested deeper than `MAX_DEPTH`.

    >>> is_deeper([[1], {"a": []}])
    False
    """
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return any(isinstance(one, dict | list) for one in level)
