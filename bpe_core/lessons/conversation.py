r"""A conversation out of a text: one message, lines that begin with a role, or the JSON that APIs take.

a text          a message of the user
lines           user: Hello
                assistant: Hi, what can I do for you?
JSON            [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi, what ..."}]
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import BpeError

ROLES = ("system", "developer", "user", "assistant")
"""The roles that a line of a conversation may begin with."""

MAX_MESSAGES = 200
"""The most messages of a conversation."""

_ROLE_LINE = re.compile(rf"^({'|'.join(ROLES)}):[^\S\n]?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Message:
    """Who says what in a conversation.

    >>> Message("user", "Hello").role
    'user'
    """

    role: str
    content: str


def read_conversation(text: str) -> list[Message]:
    r"""Return the messages that a text has; any text has one.

    JSON is a list of objects with `role` and `content`, or an object with such a list under `messages`; a content
    is a string, or a list of parts whose texts are joined, or null for none. Otherwise a text whose first line begins
    with a role and a colon has a message wherever a line does; any other text is one message of the user. Lone
    surrogates become U+FFFD. Raises `BpeError` for JSON that looks so and is not, and for more than
    `MAX_MESSAGES`.

    >>> [message.content for message in read_conversation("user: one\n\ntwo\nassistant: three")]
    ['one\n\ntwo', 'three']
    >>> read_conversation('[{"role": "user", "content": "Hello"}]'), read_conversation("Hello: you")
    ([Message(role='user', content='Hello')], [Message(role='user', content='Hello: you')])
    """
    text = replace_lone_surrogates(text)
    messages = _from_json(text) or _from_lines(text)
    if len(messages) > MAX_MESSAGES:
        raise BpeError(f"The conversation has {len(messages):,} messages; {MAX_MESSAGES} is the most.")
    return messages


def write_conversation(messages: list[Message]) -> str:
    r"""Return a conversation as lines that begin with a role: `read_conversation` reads the same messages.

    As JSON where lines would not give the same: a line of a content begins with a role, or a role is none of `ROLES`.

    >>> write_conversation([Message("user", "Hi"), Message("assistant", "Hello")])
    'user: Hi\nassistant: Hello'
    >>> write_conversation([Message("user", "a\nuser: b")])
    '[{"role": "user", "content": "a\\nuser: b"}]'
    """
    lines = "\n".join(f"{message.role}: {message.content}" for message in messages)
    if read_conversation(lines) == messages:
        return lines
    rows = [{"role": message.role, "content": message.content} for message in messages]
    return json.dumps(rows, ensure_ascii=False)


def _from_lines(text: str) -> list[Message]:
    found = list(_ROLE_LINE.finditer(text))
    if not found or found[0].start() > 0:
        return [Message("user", text)]
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    return [Message(match[1], text[match.end() : end]) for match, end in zip(found, ends, strict=True)]


def _from_json(text: str) -> list[Message]:
    """Return the messages of a text that is such JSON; none where it is none."""
    if not re.match(r"\s*(\[\s*\{|\{)", text) or '"content"' not in text:
        return []
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        if not re.match(r"\s*(\[\s*\{\s*\"|\{\s*\")", text):
            return []
        where = f" ({error})" if isinstance(error, ValueError) else ""
        raise BpeError(f"This looks like messages in JSON, but it cannot be read{where}.") from error
    rows = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not rows:
        raise BpeError("This is JSON, but no list of messages: each has a role and a content.")
    return [_message(row, number) for number, row in enumerate(rows, 1)]


def _message(row: Any, number: int) -> Message:
    role = row.get("role") if isinstance(row, dict) else None
    if not isinstance(role, str):
        raise BpeError(f"Message {number} in this JSON has no role.")
    if row.get("tool_calls") or row.get("function_call"):
        raise BpeError(f"Message {number} calls a tool; how those are framed is not shown here.")
    written = row.get("content")
    parts = written if isinstance(written, list) else [written or ""]
    content = ""
    for part in parts:
        text = part.get("text") if isinstance(part, dict) else part
        if not isinstance(text, str):
            raise BpeError(f"Message {number} in this JSON holds what is no text.")
        content += text
    # JSON can spell half a character, as \ud800.
    return Message(replace_lone_surrogates(role), replace_lone_surrogates(content))
