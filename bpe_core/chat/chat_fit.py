"""The parts of a conversation that a chat template does not support: what it writes differently or leaves out."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import ChatSegment, Tools
from bpe_core.chat.messages import Message, named_in_messages


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
            for item in {None, segment.item}:
                written[segment.message, item].append(segment.text)
    left: dict[str, list[int]] = {}
    begins = earlier = 0
    for at, message in enumerate(messages):
        if message.role != messages[begins].role:
            begins, earlier = at, 0
        whole = "".join(written[at, None])
        head, mark, content = message.content.rpartition("</think>")
        missing = {
            "reasoning": [
                (message.reasoning or "", whole),
                (head.rpartition("<think>")[2] if mark else "", whole),
            ],
            "content": [(content, whole)] if message.role == "assistant" else [],
            "name": [(f":{message.name}", whole)] if message.name and message.role != "tool" else [],
            "tool calls": [],
            "ids of tool calls": [(message.call_id[-9:], whole)],
        }
        for item, call in enumerate(message.calls):
            # If the calls of consecutive messages are joined, all are items of the first message.
            text = "".join(written.get((at, item)) or written[begins, earlier + item])
            missing["tool calls"].append((_as_json(call.name), text))
            missing["ids of tool calls"].append((call.call_id[-9:], text))
        earlier += len(message.calls)
        for name, texts in missing.items():
            if any(one.strip() not in text for one, text in texts):
                left.setdefault(name, []).append(at + 1)
    has_definitions = any(segment.kind == "definition" for segment in segments)
    return (*(["definitions of tools"] if tools and not has_definitions else []), *named_in_messages(left))


def _ids(message: Message) -> list[str]:
    return [one for one in (*(call.call_id for call in message.calls), message.call_id) if one]


def _as_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
