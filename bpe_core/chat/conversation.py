r"""Reads a conversation from a text: one message, lines that begin with a role, or the JSON that APIs accept.

any text        one message of the user
lines           user: Hello
                assistant: Hi, what can I do for you?
JSON            [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi, what ..."}]
JSON Lines      {"messages": [{"role": "user", ...}, {"role": "assistant", ...}]}
                {"messages": [...]}
"""

import json
import re

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.chat.messages import MAX_MESSAGES, ROLES, Conversation, Message
from bpe_core.chat.request_body import read_body
from bpe_core.types import BpeError

_BYTE_ORDER_MARK = "\ufeff"
_ROLE_LINE = re.compile(rf"^({'|'.join(ROLES)}):[^\S\n]?", re.MULTILINE)


def read_conversation(text: str) -> Conversation:
    r"""Return the messages in a text; every text has at least one message.

    JSON is read by `read_body`. If the first line begins with a role and a colon, each such line begins a
    message; any other text is one message of the user. Unpaired surrogates become U+FFFD. A byte order mark
    before JSON or roles is not part of them.
    Raises `BpeError` for JSON that looks like messages but is invalid, and for more than `MAX_MESSAGES`
    messages or tool calls.

    >>> [message.content for message in read_conversation("user: one\n\ntwo\nassistant: three").messages]
    ['one\n\ntwo', 'three']
    >>> read_conversation('[{"role": "user", "content": "Hi", "weight_of": 1}]').not_counted
    ('weight_of in message 1',)
    """
    text = replace_lone_surrogates(text)
    unmarked = text.removeprefix(_BYTE_ORDER_MARK)
    found = read_body(unmarked) or Conversation(_from_lines(unmarked) or [Message("user", text)])
    counts = {"messages": len(found.messages), "tool calls": sum(len(one.calls) for one in found.messages)}
    for name, count in counts.items():
        if count > MAX_MESSAGES:
            raise BpeError(f"The conversation has {count:,} {name}; the limit is {MAX_MESSAGES}.")
    return found


def jsonl_lines(text: str) -> list[str]:
    r"""Return the lines of a text in JSON Lines, the format of fine-tuning files; an empty list for any other text.

    Such a text has more than one nonblank line, and the first two are objects with messages.

    >>> jsonl_lines('{"messages": [{"role": "user", "content": "a"}]}\n{"messages": []}\n')
    ['{"messages": [{"role": "user", "content": "a"}]}', '{"messages": []}']
    >>> jsonl_lines('{\n"messages": []}')
    []
    """
    # Files that were joined have a mark in the middle.
    lines = [line for row in text.split("\n") if (line := row.removeprefix(_BYTE_ORDER_MARK)).strip()]
    return lines if len(lines) > 1 and all(map(_is_body_line, lines[:2])) else []


def write_conversation(messages: list[Message]) -> str:
    r"""Return a conversation as lines that begin with a role, from which `read_conversation` reads the same messages.

    Returns JSON if those lines would be read as other messages, because a content has a line that begins with
    a role, or a role is not one of `ROLES`. Only the role and the content of each message are written.

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


def _is_body_line(line: str) -> bool:
    line = line.strip()
    return line[:1] == "{" and line[-1:] == "}" and ('"messages"' in line or '"input"' in line)


def _from_lines(text: str) -> list[Message]:
    """Return the messages of lines that begin with a role; an empty list if the first line does not."""
    found = list(_ROLE_LINE.finditer(text))
    if not found or found[0].start() > 0:
        return []
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    return [Message(match[1], text[match.end() : end]) for match, end in zip(found, ends, strict=True)]
