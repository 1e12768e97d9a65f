"""How many tokens each message of a conversation takes, and the messages that a model reads."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TypedDict

from bpe_core.chat.chat import ChatEncoding, SeenMessage
from bpe_core.chat.chat_writers import Kind
from explorer_ui.browser.assets import component

MAX_ROWS = 30
"""The maximum number of messages that are shown."""

MAX_CHARACTERS = 400
"""How many characters of a message that a model reads are shown."""

MAX_ROLE = 40
"""How many characters of a role are shown."""

_mount = component("places/chat/chat_counts")


class CountRow(TypedDict):
    """The tokens of one message, or of what the template adds around all messages; `name` says which."""

    name: str
    template: int
    definition: int  # tokens of tool definitions
    content: int
    injected: int


class SeenRow(TypedDict):
    """A message that a model reads."""

    role: str
    content: str  # may be truncated
    injected: bool  # whether text in another message created it


class ChatCounts(TypedDict):
    """What is drawn: a bar of the whole conversation and a table of counts, or messages."""

    all: CountRow | None  # the whole conversation
    counts: list[CountRow]
    seen: list[SeenRow]
    more: int  # how many messages are not shown


def show_counts(chat: ChatEncoding, seen: Sequence[SeenMessage], *, key: str) -> None:
    """Draw how many tokens of each message that a model reads are of the chat template, of the content, or injected."""
    counts, more = count_rows(chat, seen), max(len(seen) - MAX_ROWS, 0)
    _mount(key=key, data=ChatCounts(all=_row("all", chat.kinds), counts=counts, seen=[], more=more))


def show_seen(seen: Sequence[SeenMessage], *, key: str) -> None:
    """Draw the messages that a model can recognize in the tokens."""
    rows = [
        SeenRow(
            role=message.role[:MAX_ROLE] or "in no message",
            content=message.content[:MAX_CHARACTERS] + "…" * (len(message.content) > MAX_CHARACTERS),
            injected=message.injected,
        )
        for message in seen[:MAX_ROWS]
    ]
    _mount(key=key, data=ChatCounts(all=None, counts=[], seen=rows, more=max(len(seen) - MAX_ROWS, 0)))


def count_rows(chat: ChatEncoding, seen: Sequence[SeenMessage]) -> list[CountRow]:
    """Return a row for what comes before the messages that a model reads, one for each message, and one for the answer.

    >>> chat = ChatEncoding(
    ...     ids=[1, 5, 2, 1], kinds=["control", "content", "control", "control"], messages=[0, 0, 0, None]
    ... )
    >>> [(row["name"], row["template"], row["content"]) for row in count_rows(chat, [SeenMessage("user", "x")])]
    [('1 user', 2, 1), ('start of answer', 1, 0)]
    """
    names = [
        f"{number} {message.role[:MAX_ROLE] or 'in no message'}{', from the text of a message' * message.injected}"
        for number, message in enumerate(seen, 1)
    ]
    starts = [0, *(message.start for message in seen), chat.answer_start, len(chat.ids)]
    before, *rows, answer = (
        _row(name, chat.kinds[start:end])
        for name, (start, end) in zip(["start", *names, "start of answer"], pairwise(starts), strict=True)
    )
    shown = (before, *rows[:MAX_ROWS], answer)
    return [row for row in shown if row["template"] + row["definition"] + row["content"] + row["injected"]]


def _row(name: str, kinds: Sequence[Kind]) -> CountRow:
    count = Counter(kinds)
    return CountRow(
        name=name,
        template=count["control"] + count["template"],
        definition=count["definition"],
        content=count["content"],
        injected=count["injected"],
    )
