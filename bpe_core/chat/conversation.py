r"""Reads a conversation from a text: one message, lines that begin with a role, or the JSON that APIs accept.

any text        one message of the user
lines           user: Hello
                assistant: Hi, what can I do for you?
JSON            [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi, what ..."}]
JSON Lines      {"messages": [{"role": "user", ...}, {"role": "assistant", ...}]}
                {"messages": [...]}
a stream        data: {"choices": [{"delta": {"content": "Hel"}}]}
                data: {"choices": [{"delta": {"content": "lo"}}]}
"""

import json
import re
from dataclasses import replace

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.chat.messages import ROLES, Conversation, Message
from bpe_core.chat.request_body import is_body, read_body
from bpe_core.chat.streams import joined_stream

BYTE_ORDER_MARK = "\ufeff"
_ROLE_LINE = re.compile(rf"^({'|'.join(ROLES)}):[^\S\n]?", re.MULTILINE)
_OF_BODY = re.compile(r'"(messages|input|contents|conversations|choices)"\s*:')
_OPENS = re.compile(r"(\[\s*)?\{")
_FENCE = re.compile(r"\s*```[a-zA-Z]*[^\S\n]*\n(.*)\n[^\S\n]*```\s*", re.DOTALL)
_LOOKS_LIKE = (
    (re.compile(r"\s*curl\s"), ", since this is a command (only the JSON after -d is a request)"),
    (re.compile(r"\s*[\[{]\s*(?:\{\s*)?'"), ", since this is Python and not JSON"),
    (re.compile(r"\s*(\[\s*)?\{\s*\"[^\"]*\"\s*:"), ", since this JSON is not a request in a known form"),
    (re.compile(r"\s*data:\s*\{"), ", since this stream of events is not an answer in a known form"),
)


def read_conversation(text: str) -> Conversation:
    r"""Return the messages in a text; every text has at least one message.

    JSON is read by `read_body`, also in a Markdown fence, and the events of a stream as the answer that they make.
    If the first line begins with a role and a colon, each such line begins a message; any other text is one message
    of the user. Unpaired surrogates become U+FFFD. A byte order mark before JSON or roles is not part of them.
    `read_as` says which of these it was. Raises `BpeError` for JSON that looks like messages but is invalid.

    >>> [message.content for message in read_conversation("user: one\n\ntwo\nassistant: three").messages]
    ['one\n\ntwo', 'three']
    >>> read_conversation('[{"role": "user", "content": "Hi", "weight_of": 1}]').not_counted
    (NotCounted(path='[0].weight_of', effect='unknown', times=1),)
    >>> read_conversation("{'role': 'user'}").read_as
    'plain text, since this is Python and not JSON: one user message'
    """
    text = replace_lone_surrogates(text)
    unmarked = text.removeprefix(BYTE_ORDER_MARK)
    unfenced = _without_fence(unmarked)
    if found := read_body(unfenced):
        return found
    answer = joined_stream(unfenced)
    if answer and is_body(answer) and (found := read_body(answer)):
        return replace(found, read_as=f"the joined events of a stream: {found.read_as}")
    lines = _from_lines(unmarked)
    said = f"lines that begin with a role: {_messages(len(lines))}" if lines else _said_of_text(unmarked)
    return Conversation(lines or [Message("user", text)], read_as=said)


def _messages(count: int) -> str:
    return f"{count:,} message{'s' * (count != 1)}"


def _said_of_text(text: str) -> str:
    """Say that a text is one message, and why, if it looks like something else."""
    looks = next((said for pattern, said in _LOOKS_LIKE if pattern.match(text)), "")
    return f"plain text{looks}: one user message"


def _without_fence(text: str) -> str:
    """Return the content of a Markdown code fence around a whole text, otherwise the text."""
    found = _FENCE.fullmatch(text)
    return found[1] if found else text


def jsonl_lines(text: str) -> list[str]:
    r"""Return the lines of a text in JSON Lines, the format of fine-tuning files; an empty list for any other text.

    Such a text has more than one nonblank line, and each of the first two is a request, or one of the other forms of
    JSON that `read_conversation` reads.

    >>> jsonl_lines('{"messages": [{"role": "user", "content": "a"}]}\n{"messages": []}\n')
    ['{"messages": [{"role": "user", "content": "a"}]}', '{"messages": []}']
    >>> jsonl_lines('{\n"messages": []}')
    []
    """
    # Files that were joined have a mark in the middle.
    lines = [line for row in text.split("\n") if (line := row.removeprefix(BYTE_ORDER_MARK)).strip()]
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
    if line[:1] == "{" and line[-1:] == "}" and _OF_BODY.search(line):
        return True
    return _OPENS.match(line) is not None and line[-1:] in "}]" and is_body(line)


def _from_lines(text: str) -> list[Message]:
    """Return the messages of lines that begin with a role; an empty list if the first line does not."""
    found = list(_ROLE_LINE.finditer(text))
    if not found or found[0].start() > 0:
        return []
    ends = [match.start() - 1 for match in found[1:]] + [len(text)]
    return [Message(match[1], text[match.end() : end]) for match, end in zip(found, ends, strict=True)]
