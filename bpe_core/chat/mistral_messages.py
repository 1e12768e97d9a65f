"""Joins and checks messages as mistral-common does for its version 3 tokenizers, before writing them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from bpe_core.chat.messages import Message, json_or_text
from bpe_core.chat.request_body import MAX_DEPTH, is_deeper
from bpe_core.types import BpeError

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_CALL_ID = re.compile(r"[a-zA-Z0-9]{9}")
_FOLLOW = {
    "system": {"user", "assistant", "system"},
    "user": {"assistant", "system", "user"},
    "assistant": {"assistant", "user", "tool"},
    "tool": {"assistant", "tool", "user"},
}


@dataclass(frozen=True, slots=True)
class MistralMessage:
    """Consecutive messages of one role, combined: their indexes, and their calls or a result as JSON values."""

    role: str
    indexes: tuple[int, ...]
    calls: tuple[Mapping[str, Any], ...] = ()
    result: Mapping[str, Any] | None = None


def mistral_messages(title: str, messages: Sequence[Message]) -> list[MistralMessage]:
    """Return the joined messages in order: a user's message first, each tool result separate, no system messages.

    Raises `BpeError`, which names the template by its `title`, for anything that mistral-common rejects.

    >>> joined = mistral_messages("Mistral", [Message("user", "a"), Message("user", "b")])
    >>> [(one.role, one.indexes) for one in joined]
    [('user', (0, 1))]
    """
    _check(title, messages)
    groups: list[MistralMessage] = []
    for role, run in groupby(range(len(messages)), key=lambda at: messages[at].role):
        indexes = tuple(run)
        if role == "tool":
            groups += [MistralMessage(role, (at,), result=_result(messages[at])) for at in indexes]
        elif role != "system":
            calls = tuple(
                {"name": call.name, "arguments": call.value, "id": short_id(call.call_id)}
                for at in indexes
                for call in messages[at].calls
            )
            groups.append(MistralMessage(role, indexes, calls))
    if not groups or groups[0].role != "user":
        groups.insert(0, MistralMessage("user", ()))
    if any(group.calls and any(messages[at].content for at in group.indexes) for group in groups):
        raise BpeError(f"{title} does not allow text and tool calls in the same message of the assistant.")
    return groups


def mistral_tools(tools: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return tool definitions as mistral-common writes them: name, description and parameters, in this order."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool["function"]["name"],
                "description": tool["function"].get("description") or "",
                "parameters": tool["function"].get("parameters") or {},
            },
        }
        for tool in tools
    ]


def short_id(call_id: str) -> str:
    """Shorten an id as vLLM does: to its last nine characters, the length of Mistral's own ids."""
    return call_id[-9:]


def _result(message: Message) -> dict[str, Any]:
    content = json_or_text(message.content or "{}")
    if is_deeper(content):
        raise BpeError(
            f"The result of a tool is JSON that is nested deeper than {MAX_DEPTH} levels, which is the limit."
        )
    return {"content": content, "call_id": short_id(message.call_id)}


def _check(title: str, messages: Sequence[Message]) -> None:
    waiting = 0
    for number, (before, message) in enumerate(pairwise(messages), 2):
        if message.role not in _FOLLOW[before.role]:
            raise BpeError(
                f"{title} does not allow role {message.role} after role {before.role} (message {number})."
            )
        if message.role == "tool":
            waiting -= 1
        elif message.role == "assistant":
            if waiting:
                raise BpeError(f"{title} needs one result for each tool call before message {number}.")
            waiting = len(message.calls)
    if len(messages) == 1 and messages[0].role not in ("user", "system"):
        raise BpeError(f"{title} needs a conversation to begin with the user or the system prompt.")
    for number, message in enumerate(messages, 1):
        if message.role == "assistant" and bool(message.content) == bool(message.calls):
            raise BpeError(
                f"{title} does not allow an empty message of the assistant, or a message with both text and tool calls "
                f"(message {number})."
            )
        named = [call.name for call in message.calls] + [message.name] * (
            message.role == "tool" and message.name != ""
        )
        if not all(_NAME.fullmatch(name) for name in named):
            raise BpeError(
                f"{title} allows letters, digits, _ and - in the name of a tool (message {number})."
            )
        ids = [call.call_id for call in message.calls] + [message.call_id] * (message.role == "tool")
        if not all(_CALL_ID.fullmatch(short_id(one)) for one in ids):
            raise BpeError(
                f"{title} needs ids of nine letters or digits for tool calls and their results (message {number})."
            )
