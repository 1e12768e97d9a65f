"""The messages of a conversation, including what agents add to them: tool calls, their results, reasoning, and names."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

ROLES = ("system", "developer", "user", "assistant", "tool")
"""The roles that a line of a conversation may begin with."""

Effect: TypeAlias = Literal["nothing", "more", "unknown"]
"""What a field that is not counted does to the tokens of a prompt."""


def json_or_text(text: str) -> Any:
    """Return the JSON value that a text is, or the text itself if it is not JSON.

    >>> json_or_text("[1]"), json_or_text("[1")
    ([1], '[1')
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A field of a request that is not counted: where it first occurs, what it does to the tokens, how often it occurs.

    >>> print(NotCounted("messages[3].audio", "more", 3))
    messages[3].audio and 2 more
    """

    path: str
    effect: Effect = "unknown"
    times: int = 1

    def __str__(self) -> str:
        """Return the path, and how many others there are."""
        return f"{self.path} and {self.times - 1:,} more" if self.times > 1 else self.path


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call: the tool's name, the arguments as a JSON object in a string, and the id that the result refers to.

    A model writes the arguments, so they can be other JSON, or no JSON.

    >>> ToolCall("weather", '{"city": "Rome"}').name
    'weather'
    """

    name: str
    arguments: str = "{}"
    call_id: str = ""

    @property
    def value(self) -> Any:
        """The arguments as a JSON value; the text itself if it is not JSON.

        >>> ToolCall("weather", '{"city": "Rome"}').value, ToolCall("weather", '{"city": ').value
        ({'city': 'Rome'}, '{"city": ')
        """
        return json_or_text(self.arguments)


@dataclass(frozen=True, slots=True)
class Message:
    """Who says what in a conversation.

    `reasoning` is what a model thought before it said `content`, None if unknown; `calls` are its tool calls
    after `content`. `name` is the speaker's name, or the tool's for role tool; `call_id` is the id of the
    call that a message of role tool answers. `is_null` distinguishes content that is null from "", since some
    templates write the two differently; `content` is then "".

    >>> Message("user", "Hello").role
    'user'
    """

    role: str
    content: str
    reasoning: str | None = None
    calls: tuple[ToolCall, ...] = ()
    name: str = ""
    call_id: str = ""
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages in a text, the tools that the assistant may call, and what else the JSON contains.

    `tools` are definitions in the form of the Chat Completions API. `not_counted` are the fields that are not
    part of the messages, in order of first occurrence; `images` is the number of images. `read_as` says what
    the text was recognized as, and `model` is the model that it names, "" if it names none. An `is_prompt` is one text
    that a server encodes without a chat template.
    """

    messages: list[Message]
    not_counted: tuple[NotCounted, ...] = ()
    tools: tuple[Mapping[str, Any], ...] = ()
    images: int = 0
    read_as: str = field(default="", compare=False)
    model: str = ""
    is_prompt: bool = False

    @property
    def characters(self) -> int:
        """The number of characters in all messages and definitions, not counting images."""
        texts = [
            text
            for message in self.messages
            for text in (
                message.content,
                message.reasoning or "",
                *(call.arguments for call in message.calls),
            )
        ]
        return sum(map(len, texts)) + sum(len(json.dumps(tool, ensure_ascii=False)) for tool in self.tools)

    @property
    def is_plain(self) -> bool:
        """Whether the conversation has nothing but roles and contents."""
        plain = all(message == Message(message.role, message.content) for message in self.messages)
        return plain and not (self.tools or self.images or self.not_counted)


def named_in_messages(found: Mapping[str, Sequence[int]]) -> list[str]:
    """Say in which messages each field occurs, given the message numbers; 0 means outside of all messages.

    >>> named_in_messages({"name": [1, 3], "audio": [2], "tool": [0]})
    ['name in 2 messages', 'audio in message 2', 'tool']
    """
    return [
        name
        if 0 in numbers
        else f"{name} in message {numbers[0]}"
        if len(numbers) == 1
        else f"{name} in {len(numbers)} messages"
        for name, numbers in found.items()
    ]
