"""The parts of a conversation that a chat template does not support: what it writes differently or leaves out."""

import json
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
    return fitted, said


def left_out(messages: Sequence[Message], tools: Tools, segments: Sequence[ChatSegment]) -> tuple[str, ...]:
    """Name the parts of messages that are in no segment, so that the model does not get them.

    >>> thought = Message("assistant", "Hi", reasoning="A greeting.")
    >>> left_out([thought], (), [ChatSegment("Hi", "content", 0)])
    ('reasoning in message 1',)
    """
    written = [""] * len(messages)
    for segment in segments:
        if segment.kind == "content" and segment.message is not None:
            written[segment.message] += segment.text
    left: dict[str, list[int]] = {}
    begins = 0
    for at, message in enumerate(messages):
        if message.role != messages[begins].role:
            begins = at
        # If calls of consecutive messages are joined, their segments belong to the first message.
        called = [_as_json(call.name) for call in message.calls]
        ids = [one[-9:] for one in _ids(message)]
        is_whole = all(one in written[at] for one in called + ids)
        of_run = written[at] if is_whole else "".join(written[begins : at + 1])
        head, mark, content = message.content.rpartition("</think>")
        missing = {
            "reasoning": [message.reasoning or "", head.rpartition("<think>")[2] if mark else ""],
            "content": [content] if message.role == "assistant" else [],
            "name": [f":{message.name}"] if message.name and message.role != "tool" else [],
        }
        for name, texts in missing.items():
            if any(text.strip() not in written[at] for text in texts):
                left.setdefault(name, []).append(at + 1)
        if any(name not in of_run for name in called):
            left.setdefault("tool calls", []).append(at + 1)
        if any(one not in of_run for one in ids):
            left.setdefault("ids of tool calls", []).append(at + 1)
    has_definitions = any(segment.kind == "definition" for segment in segments)
    return (*(["definitions of tools"] if tools and not has_definitions else []), *named_in_messages(left))


def _ids(message: Message) -> list[str]:
    return [one for one in (*(call.call_id for call in message.calls), message.call_id) if one]


def _as_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
