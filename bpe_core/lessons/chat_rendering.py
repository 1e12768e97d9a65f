r"""Messages put into a chat template, segment by segment.

<|im_start|>   user\n   Hello     <|im_end|>   \n
control        template content   control      template
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

import regex

from bpe_core.lessons.chat_templates import ChatTemplate
from bpe_core.lessons.conversation import Message
from bpe_core.types import BpeError

Kind: TypeAlias = Literal["control", "template", "content", "injected"]


@dataclass(frozen=True, slots=True)
class ChatSegment:
    """A stretch of a rendered conversation: a control token or text of the template, or the content of a message.

    `message` is the index of the message that it belongs to, None for what is around them all.
    """

    text: str
    kind: Kind
    message: int | None


def render_messages(template: ChatTemplate, messages: Sequence[Message]) -> list[ChatSegment]:
    r"""Return a conversation in a chat template, segment by segment.

    Raises `BpeError` for no messages, a role that the template does not know, and an order that it does not take.

    >>> from bpe_core.lessons.chat_templates import TEMPLATES
    >>> segments = render_messages(TEMPLATES["mistral"], [Message("user", "Hello")])
    >>> [(segment.text, segment.kind) for segment in segments]
    [('<s>', 'control'), ('[INST]', 'control'), ('Hello', 'content'), ('[/INST]', 'control')]
    """
    _refuse_what_cannot_be(template, messages)
    own = template.own_message_always or messages[0].role != "system"
    segments = _cut(template, template.beginning + (template.own_message if own else ""), None)
    systems = [index for index, message in enumerate(messages) if message.role == "system"]
    for index in _in_order(template, messages, systems):
        before, after = template.around[messages[index].role]
        if template.systems_first and index in systems[1:]:
            before = "\n\n"
        if template.first_system_before and index == 0 and messages[0].role == "system":
            before = template.first_system_before
        segments += _cut(template, before.replace("{role}", messages[index].role), index)
        if template.systems_join_last_user and index == _last_of("user", messages):
            for system in systems:
                segments += _joined_system(template, messages, system)
        segments += _contents(template, messages, index)
        segments += _cut(template, after, index)
    if messages[-1].role != "assistant":
        segments += _cut(template, template.to_answer, None)
    return [segment for segment in segments if segment.text]


def _cut(template: ChatTemplate, text: str, message: int | None) -> list[ChatSegment]:
    """Return a text of the template as its control tokens and what is between them."""
    controls = regex.compile("(" + "|".join(map(regex.escape, template.controls)) + ")")
    return [
        ChatSegment(part, "control" if part in template.controls else "template", message)
        for part in controls.split(text)
        if part
    ]


def _in_order(template: ChatTemplate, messages: Sequence[Message], systems: Sequence[int]) -> list[int]:
    others = [index for index in range(len(messages)) if index not in {*systems}]
    if template.systems_join_last_user:
        return others
    return [*systems, *others] if template.systems_first else list(range(len(messages)))


def _joined_system(template: ChatTemplate, messages: Sequence[Message], index: int) -> list[ChatSegment]:
    content, (_, after) = messages[index].content, template.around["system"]
    return [ChatSegment(content, "content", index), *_cut(template, after, index)] if content else []


def _contents(template: ChatTemplate, messages: Sequence[Message], index: int) -> list[ChatSegment]:
    """Return the content of a message, for a template that `thinks` the way Qwen 3's has it."""
    content = messages[index].content
    if template.strips:
        content = content.strip()
    if template.strips_end_of_answers and messages[index].role == "assistant":
        content = content.rstrip(" ")
    if not template.thinks or messages[index].role != "assistant":
        return [ChatSegment(content, "content", index)]
    thought = ""
    if "</think>" in content:
        thought = content.split("</think>")[0].rstrip("\n").split("<think>")[-1].lstrip("\n")
        content = content.split("</think>")[-1].lstrip("\n")
    asked = _last_of("user", messages)
    if asked is None or index < asked or not (thought or index == len(messages) - 1):
        return [ChatSegment(content, "content", index)]
    return [
        *_cut(template, "<think>\n", index),
        ChatSegment(thought.strip("\n"), "content", index),
        *_cut(template, "\n</think>\n\n", index),
        ChatSegment(content.lstrip("\n"), "content", index),
    ]


def _last_of(role: str, messages: Sequence[Message]) -> int | None:
    return max((index for index, message in enumerate(messages) if message.role == role), default=None)


def _refuse_what_cannot_be(template: ChatTemplate, messages: Sequence[Message]) -> None:
    if not messages:
        raise BpeError("A conversation must have at least one message.")
    for number, message in enumerate(messages, 1):
        if message.role not in template.around:
            known = ", ".join(template.around)
            raise BpeError(
                f"Message {number} has the role {message.role[:40]!r}; the roles of {template.title} here "
                f"are {known}."
            )
    if template.systems_join_last_user:
        roles = [message.role for message in messages]
        others = [role for role in roles if role != "system"]
        follow = {
            ("system", "system"),
            ("system", "user"),
            ("user", "system"),
            ("user", "assistant"),
            ("assistant", "user"),
        }
        if others[:1] != ["user"] or not {*pairwise(roles)} <= follow:
            raise BpeError(
                f"{template.title} needs alternating messages of user and assistant, beginning with the "
                "user, and no system message after one of the assistant."
            )
        if any(message.role == "assistant" and not message.content for message in messages):
            raise BpeError(f"{template.title} does not allow an empty message of the assistant.")
