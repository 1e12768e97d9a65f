"""How many tokens each message of a conversation takes, and the messages that a model reads; drawn in the browser."""

from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from bpe_core.lessons.chat import ChatEncoding, SeenMessage
from bpe_core.lessons.conversation import Message
from explorer_ui.components.assets import component

MAX_ROWS = 30
"""How many messages have a row, and how many that a model reads are written out."""

MAX_CHARACTERS = 400
"""How much of a message that a model reads is written out."""

_mount = component("chat/chat_counts")


class CountRow(TypedDict):
    """The tokens of one message, or of what frames them all; `name` says which."""

    name: str
    frame: int
    content: int
    injected: int


class SeenRow(TypedDict):
    """A message that a model reads: `content` may be cut off, `injected` says that nobody sent it."""

    role: str
    content: str
    injected: bool


class ChatCounts(TypedDict):
    """What is drawn: a table of counts, or messages; `more` are those for which there is no room."""

    counts: list[CountRow]
    seen: list[SeenRow]
    more: int


def show_counts(chat: ChatEncoding, messages: Sequence[Message], *, key: str) -> None:
    """Draw the tokens of each message: how many are its frame, its content, and injected."""
    counts, more = count_rows(chat, messages), max(len(messages) - MAX_ROWS, 0)
    _mount(key=key, data=ChatCounts(counts=counts, seen=[], more=more))


def show_seen(seen: Sequence[SeenMessage], *, key: str) -> None:
    """Draw the messages that a model reads off the tokens."""
    rows = [
        SeenRow(
            role=message.role[:40] or "in no message",
            content=message.content[:MAX_CHARACTERS] + "…" * (len(message.content) > MAX_CHARACTERS),
            injected=message.injected,
        )
        for message in seen[:MAX_ROWS]
    ]
    _mount(key=key, data=ChatCounts(counts=[], seen=rows, more=max(len(seen) - MAX_ROWS, 0)))


def count_rows(chat: ChatEncoding, messages: Sequence[Message]) -> list[CountRow]:
    """Return a row for what comes before all messages, one for each, and one for the beginning of the answer.

    >>> chat = ChatEncoding(
    ...     ids=[1, 5, 2, 1], kinds=["control", "content", "control", "control"], messages=[0, 0, 0, None]
    ... )
    >>> [(row["name"], row["frame"], row["content"]) for row in count_rows(chat, [Message("user", "x")])]
    [('1 user', 2, 1), ('to answer', 1, 0)]
    """
    before, after = -1, len(messages)
    counts: dict[int, Counter[str]] = {index: Counter() for index in range(before, after + 1)}
    begun = False
    for kind, index in zip(chat.kinds, chat.messages, strict=True):
        begun = begun or index is not None
        row = index if index is not None else after if begun else before
        counts[row]["frame" if kind == "control" else kind] += 1
    names = {index: f"{index + 1} {message.role}" for index, message in enumerate(messages)}
    names |= {before: "before all", after: "to answer"}
    return [
        CountRow(
            name=names[index], frame=count["frame"], content=count["content"], injected=count["injected"]
        )
        for index, count in counts.items()
        if (index < MAX_ROWS or index == after) and (count or 0 <= index < after)
    ]
