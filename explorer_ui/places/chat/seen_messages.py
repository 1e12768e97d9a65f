"""The messages that a model reads, and how many tokens each of them takes."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypedDict

import pandas as pd
import streamlit as st

from bpe_core.chat.chat import ChatEncoding, SeenMessage
from explorer_ui.browser.assets import component

MAX_SHOWN = 30
"""The maximum number of messages that are shown."""

MAX_CHARACTERS = 400
"""How many characters of a message that a model reads are shown."""

MAX_ROLE = 40
"""How many characters of a role are shown."""

_mount = component("places/chat/seen_messages")


class SeenRow(TypedDict):
    """A message that a model reads."""

    role: str
    content: str  # may be truncated
    injected: bool  # whether text in another message created it


class SeenRows(TypedDict):
    """What is drawn."""

    seen: list[SeenRow]
    more: int  # how many messages are not shown


def show_counts(chat: ChatEncoding, seen: Sequence[SeenMessage]) -> None:
    """Draw how many tokens of each message that a model reads are of the chat template, of the content, or injected."""
    rows = count_rows(chat, seen)
    rare = [kind for kind in ("definition", "injected") if not any(row[kind] for row in rows)]
    st.dataframe(pd.DataFrame(rows).drop(columns=rare), hide_index=True, height=min(240, 38 + 35 * len(rows)))


def show_seen(seen: Sequence[SeenMessage], *, key: str) -> None:
    """Draw the messages that a model can recognize in the tokens."""
    rows = [
        SeenRow(
            role=message.role[:MAX_ROLE] or "in no message",
            content=message.content[:MAX_CHARACTERS] + "…" * (len(message.content) > MAX_CHARACTERS),
            injected=message.injected,
        )
        for message in seen[:MAX_SHOWN]
    ]
    _mount(key=key, data=SeenRows(seen=rows, more=max(len(seen) - MAX_SHOWN, 0)))


def count_rows(chat: ChatEncoding, seen: Sequence[SeenMessage]) -> list[dict[str, Any]]:
    """Return a row for what comes before the messages that a model reads, one for each message, and one for the answer.

    >>> chat = ChatEncoding(
    ...     ids=[1, 5, 2, 1], kinds=["control", "content", "control", "control"], messages=[0, 0, 0, None]
    ... )
    >>> [[*row.values()] for row in count_rows(chat, [SeenMessage("user", "x")])]
    [['1 user', 2, 0, 1, 0], ['start of answer', 1, 0, 0, 0]]
    """
    names = [
        f"{number} {message.role[:MAX_ROLE] or 'in no message'}{', from the text of a message' * message.injected}"
        for number, message in enumerate(seen, 1)
    ]
    starts = [0, *(message.start for message in seen), chat.answer_start, len(chat.ids)]
    rows = []
    for name, (start, end) in zip(["start", *names, "start of answer"], pairwise(starts), strict=True):
        count = Counter(chat.kinds[start:end])
        of_template = count["control"] + count["template"]
        kinds = {kind: count[kind] for kind in ("definition", "content", "injected")}
        rows += [{"message": name, "template": of_template, **kinds}] * (end > start)
    return rows
