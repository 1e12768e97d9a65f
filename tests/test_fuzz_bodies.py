"""Request bodies in which anything is missing, null, unknown or of another type: nothing is dropped in silence."""

import copy
import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import BpeError
from bpe_core.chat.messages import Conversation
from bpe_core.chat.request_body import read_body
from tests.test_chat_tools import ANTHROPIC, CHAT, RESPONSES

CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}}
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
BODIES: list[Any] = [
    CHAT,
    RESPONSES,
    ANTHROPIC,
    # Mistral, DeepSeek
    {
        "messages": [
            {"role": "user", "content": "Is it warm?"},
            {"role": "assistant", "content": "", "tool_calls": [CALL], "prefix": True},
        ],
        "safe_prompt": True,
    },
    [
        {"role": "user", "content": "Why?"},
        {"role": "assistant", "reasoning_content": "Hmm.", "content": "So."},
    ],
]
MARK = "a mark that nothing else has"
# What may replace any value.
VALUES = st.sampled_from([
    None, True, 0, -1.5, "", "text", MARK, [], {}, [None], [MARK], {"type": "text"}, {"type": "text", "text": MARK},
    {"type": "no such type", "text": MARK}, {"": MARK}, [[[]]], "\ud800", "user", "assistant", "function",
]).map(copy.deepcopy)  # fmt: skip
KEYS = st.sampled_from([
    "content", "role", "type", "text", "tools", "tool_calls", "name", "input", "messages", "system", "id", "no such field",
])  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each object or list in a value, with each of its keys or positions."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in inside for found in ((value, key), *places(part))]


@st.composite
def bodies(draw: st.DrawFn) -> Any:
    """A body of a maker after up to four changes: a part is left out, replaced, repeated or added."""
    body = copy.deepcopy(draw(st.sampled_from(BODIES)))
    for _ in range(draw(st.integers(0, 4))):
        holder, key = draw(st.sampled_from(places(body) or [(body, None)]))
        change = draw(st.sampled_from(["leave out", "replace", "add"]))
        if change == "leave out" and key is not None:
            del holder[key]
        elif change == "add":
            if isinstance(holder, dict):
                holder[draw(KEYS)] = draw(VALUES)
            else:
                holder.append(draw(VALUES))
        elif key is not None:
            holder[key] = draw(VALUES)
    return body


# Settings and references, which put nothing into the prompt.
NO_TEXT = {"model", "id", "type", "status", "weight", "call_id", "tool_call_id", "tool_use_id"}


def is_marked(value: Any, key: object = None) -> bool:
    """Whether the mark is in the text of a part, or in a field that no API has."""
    if value == MARK:
        return key in {"text", "no such field"}
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return any(is_marked(part, name) for name, part in inside if name not in NO_TEXT)


def is_counted(found: Conversation) -> bool:
    """Whether the mark is in what is counted, or the visitor is told of a part that is not."""
    return MARK in repr((found.messages, found.tools)) or bool(found.not_counted)


@given(bodies())
@example({"messages": [{"role": "user", "content": [{"type": "no such type", "text": MARK}]}]})
@example({"messages": [{"role": "user", "content": "Hi", "no such field": MARK}]})
@example({"messages": [{"role": "assistant", "tool_calls": [{**CALL, "no such field": MARK}]}]})
def test_a_body_is_read_or_refused_and_no_part_is_dropped_in_silence(body: Any) -> None:
    text = json.dumps(body)
    try:
        found = read_body(text)
    except BpeError:
        return
    if found is not None and is_marked(body):
        assert is_counted(found), text
