r"""A conversation out of a text: one message, lines that begin with a role, or the JSON that APIs take.

a text          a message of the user
lines           user: Hello
                assistant: Hi, what can I do for you?
JSON            [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi, what ..."}]
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import BpeError

ROLES = ("system", "developer", "user", "assistant")
"""The roles that a line of a conversation may begin with."""

MAX_MESSAGES = 200
"""The most messages of a conversation."""

_NAME_CHARACTERS = 40
_TEXT_PARTS = ("text", "input_text", "output_text")
_SETTINGS = frozenset(
    [
        "frequency_penalty",
        "logit_bias",
        "logprobs",
        "max_completion_tokens",
        "max_tokens",
        "metadata",
        "min_p",
        "model",
        "n",
        "presence_penalty",
        "seed",
        "service_tier",
        "stop",
        "stop_sequences",
        "store",
        "stream",
        "stream_options",
        "temperature",
        "top_k",
        "top_logprobs",
        "top_p",
        "user",
    ]
)
"""Fields of a request that choose the model or how it samples, and put nothing into its prompt."""

_ROLE_LINE = re.compile(rf"^({'|'.join(ROLES)}):[^\S\n]?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Message:
    """Who says what in a conversation.

    >>> Message("user", "Hello").role
    'user'
    """

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """The messages of a text, and the fields of its JSON that are not part of them.

    `not_counted` names each field once, in the order in which it first occurs.

    >>> read_conversation('{"system": "Be kind.", "messages": [{"role": "user", "content": "Hi"}]}').not_counted
    ('system',)
    """

    messages: list[Message]
    not_counted: tuple[str, ...] = ()


def read_conversation(text: str) -> Conversation:
    r"""Return the messages that a text has; any text has one.

    JSON is a list of objects with `role` and `content`, or an object with such a list under `messages`; a content
    is a string, or a list of parts whose texts are joined, or null for none. Every other field that is not empty is
    named in `not_counted`, except the settings of a request that put nothing into the prompt. Otherwise a text whose first line begins
    with a role and a colon has a message wherever a line does; any other text is one message of the user. Lone
    surrogates become U+FFFD. Raises `BpeError` for JSON that looks so and is not, for a field that occurs
    twice, and for more than `MAX_MESSAGES`.

    >>> [message.content for message in read_conversation("user: one\n\ntwo\nassistant: three").messages]
    ['one\n\ntwo', 'three']
    >>> read_conversation('[{"role": "user", "content": "Hello", "name": "Ann"}]')
    Conversation(messages=[Message(role='user', content='Hello')], not_counted=('name in message 1',))
    """
    text = replace_lone_surrogates(text)
    found = _from_json(text) or Conversation(_from_lines(text))
    if len(found.messages) > MAX_MESSAGES:
        raise BpeError(f"The conversation has {len(found.messages):,} messages; the limit is {MAX_MESSAGES}.")
    return found


def write_conversation(messages: list[Message]) -> str:
    r"""Return a conversation as lines that begin with a role: `read_conversation` reads the same messages.

    As JSON where lines would not give the same: a line of a content begins with a role, or a role is none of `ROLES`.

    >>> write_conversation([Message("user", "Hi"), Message("assistant", "Hello")])
    'user: Hi\nassistant: Hello'
    >>> write_conversation([Message("user", "a\nuser: b")])
    '[{"role": "user", "content": "a\\nuser: b"}]'
    """
    lines = "\n".join(f"{message.role}: {message.content}" for message in messages)
    if read_conversation(lines).messages == messages:
        return lines
    rows = [{"role": message.role, "content": message.content} for message in messages]
    return json.dumps(rows, ensure_ascii=False)


def _from_lines(text: str) -> list[Message]:
    found = list(_ROLE_LINE.finditer(text))
    if not found or found[0].start() > 0:
        return [Message("user", text)]
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    return [Message(match[1], text[match.end() : end]) for match, end in zip(found, ends, strict=True)]


def _from_json(text: str) -> Conversation | None:
    """Return the conversation of a text that is such JSON; None where it is not."""
    if not re.match(r"\s*(\[\s*\{|\{)", text) or '"content"' not in text:
        return None
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        if not re.match(r"\s*(\[\s*\{\s*\"|\{\s*\")", text):
            return None
        where = f" ({error})" if isinstance(error, ValueError) else ""
        raise BpeError(f"This looks like messages in JSON, but it is not valid JSON{where}.") from error
    rows = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(rows, list) or not rows:
        raise BpeError("This is JSON, but not a list of messages, each with a role and a content.")
    messages = [_message(row, number) for number, row in enumerate(rows, 1)]
    body = _not_read(value, {"messages", *_SETTINGS}) if isinstance(value, dict) else []
    return Conversation(messages, (*body, *_not_read_in_messages(rows)))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        # The last one would count, and the others would be dropped without a word.
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the field {_short(twice)!r} occurs twice in one object")
    return fields


def _message(row: Any, number: int) -> Message:
    role = row.get("role") if isinstance(row, dict) else None
    if not isinstance(role, str):
        raise BpeError(f"Message {number} in this JSON has no role.")
    if row.get("tool_calls") or row.get("function_call"):
        raise BpeError(f"Message {number} calls a tool; tool calls are not supported here.")
    texts: list[Any] = [part.get("text") if isinstance(part, dict) else part for part in _parts(row)]
    if not all(isinstance(text, str) for text in texts):
        raise BpeError(f"The content of message {number} in this JSON is not text.")
    # JSON can spell half a character, as \ud800.
    return Message(replace_lone_surrogates(role), replace_lone_surrogates("".join(texts)))


def _parts(row: Mapping[str, Any]) -> list[Any]:
    content = row.get("content")
    if content is None:
        return []
    return content if isinstance(content, list) else [content]


def _not_read(fields: Mapping[str, Any], read: Collection[str]) -> list[str]:
    """Return the names of the fields that are not read here and not empty."""
    return [
        _short(name) for name, value in fields.items() if name not in read and value not in (None, "", [], {})
    ]


def _not_read_in_messages(rows: list[Mapping[str, Any]]) -> Iterator[str]:
    found: dict[str, list[int]] = {}
    for number, row in enumerate(rows, 1):
        names = _not_read(row, {"role", "content"})
        for part in _parts(row):
            if isinstance(part, dict):
                read = {"text", "type"} if part.get("type") in _TEXT_PARTS else {"text"}
                names += [f"content.{name}" for name in _not_read(part, read)]
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(number)
    for name, numbers in found.items():
        yield f"{name} in message {numbers[0]}" if len(numbers) == 1 else f"{name} in {len(numbers)} messages"


def _short(name: str) -> str:
    whole = replace_lone_surrogates(name)
    return whole if len(whole) <= _NAME_CHARACTERS else f"{whole[:_NAME_CHARACTERS]}…"
