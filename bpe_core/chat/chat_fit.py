"""The parts of a conversation that a chat template does not support: what it writes differently or leaves out."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import ChatSegment, Tools
from bpe_core.chat.messages import Message, ToolCall, named_in_messages

_PARTS = ("reasoning", "content", "name", "tool calls", "ids of tool calls")


def fit_messages(template: ChatTemplate, messages: Sequence[Message]) -> tuple[list[Message], list[str]]:
    """Return the messages, with only roles that the template has, and sentences that say what was changed.

    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> fit_messages(TEMPLATES["qwen3"], [Message("developer", "Be kind.")])[1]
    ['Role developer is written as role system, because this template has no role developer.']
    """
    fitted, said = list(messages), []
    if "developer" not in template.roles and any(message.role == "developer" for message in messages):
        fitted = [
            replace(message, role="system") if message.role == "developer" else message
            for message in messages
        ]
        said.append("Role developer is written as role system, because this template has no role developer.")
    if any(one.is_null and one.role in template.null_as_none for one in fitted):
        said.append("Content that is null is written as the word None, as by the original template.")
    if template.written_by == "mistral" and any(
        len(one) > 9 for message in messages for one in _ids(message)
    ):
        said.append(
            "Ids of tool calls are shortened to their last nine characters, the length that Mistral's library requires."
        )
    has_tools = any(message.calls or message.role == "tool" for message in messages)
    if template.written_by == "chatml" and not template.tools and has_tools:
        said.append(
            "ChatML as published has no form for tools, so a call is counted as its JSON, and a result as a message with role tool."
        )
    reads_arguments = template.written_by == "chatml" or (template.written_by == "llama" and template.tools)
    if reads_arguments and any(call.value == call.arguments for one in messages for call in one.calls):
        said.append(
            "Arguments of tool calls that are not JSON are written as text; some servers refuse them."
        )
    return fitted, said


def left_out(messages: Sequence[Message], tools: Tools, segments: Sequence[ChatSegment]) -> tuple[str, ...]:
    """Name the parts of messages that are in no segment, so that the model does not get them.

    >>> thought = Message("assistant", "Hi", reasoning="A greeting.")
    >>> left_out([thought], (), [ChatSegment("Hi", "content", 0)])
    ('reasoning in message 1',)
    """
    written: dict[tuple[int, int | None], list[str]] = defaultdict(list)
    for segment in segments:
        if segment.kind == "content" and segment.message is not None:
            written[segment.message, segment.item].append(segment.text)
    left: dict[str, list[int]] = {}
    begins = earlier = 0
    for at, message in enumerate(messages):
        if message.role != messages[begins].role:
            begins, earlier = at, 0
        missing = _missing_of_message(message, written[at, None])
        for item, call in enumerate(message.calls):
            # If the calls of consecutive messages are joined, all are items of the first message.
            missing += _missing_of_call(call, written.get((at, item)) or written[begins, earlier + item])
        earlier += len(message.calls)
        for name in filter(missing.__contains__, _PARTS):
            left.setdefault(name, []).append(at + 1)
    has_definitions = any(segment.kind == "definition" for segment in segments)
    return (*(["definitions of tools"] if tools and not has_definitions else []), *named_in_messages(left))


def _missing_of_message(message: Message, texts: list[str]) -> list[str]:
    content = message.content
    if message.role == "tool":
        _take_out([("", content)], texts)
        return _missing_id(message.call_id, texts)
    parts = [("content", content)]
    if message.role == "assistant" and not _is_in(content, texts):
        head, _, said = content.rpartition("</think>")
        before, _, thought = head.rpartition("<think>")
        parts = [("content", said), ("content", before), ("reasoning", thought)]
    parts += [("reasoning", message.reasoning or ""), ("name", f":{message.name}" if message.name else "")]
    return [name for name in _take_out(parts, texts) if name != "content" or message.role == "assistant"]


def _missing_of_call(call: ToolCall, texts: list[str]) -> list[str]:
    # Some templates write the JSON of the arguments, others the arguments as they are.
    value = json.dumps(call.value, ensure_ascii=False)
    given = value if _is_in(value, texts) else call.arguments
    missing = _take_out([("tool calls", _as_json(call.name)), ("", given)], texts)
    return [name for name in missing if name] + _missing_id(call.call_id, texts)


def _missing_id(call_id: str, texts: Sequence[str]) -> list[str]:
    """Return the name of an id if it is not written, which only Mistral's library does, in JSON."""
    is_missing = call_id and not _is_in(f'id": "{call_id[-9:]}"', texts)
    return ["ids of tool calls"] if is_missing else []


def _take_out(parts: Sequence[tuple[str, str]], texts: list[str]) -> list[str]:
    """Take parts out of texts, the longest first, and return the names of those that are not in them.

    A part that is not written can occur inside another one, which is then no longer there.

    >>> _take_out([("content", "Paris."), ("reasoning", "Paris")], ["Paris."])
    ['reasoning']
    """
    missing = []
    stripped = [(name, part.strip()) for name, part in parts]
    for name, part in sorted(stripped, key=lambda item: len(item[1]), reverse=True):
        at = next((at for at, text in enumerate(texts) if part in text), None)
        if part and at is None:
            missing.append(name)
        elif part and at is not None:
            before, _, after = texts[at].partition(part)
            texts[at : at + 1] = before, after
    return missing


def _is_in(part: str, texts: Sequence[str]) -> bool:
    return any(part.strip() in text for text in texts)


def _ids(message: Message) -> list[str]:
    return [one for one in (*(call.call_id for call in message.calls), message.call_id) if one]


def _as_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
