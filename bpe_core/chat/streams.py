r"""Joins the events of a stream, in which servers send an answer in pieces, to the JSON of the whole answer.

data: {"choices": [{"index": 0, "delta": {"content": "Hel"}}]}
                                                                {"choices": [{"index": 0, "delta": {"content": "Hello"}}]}
data: {"choices": [{"index": 0, "delta": {"content": "lo"}}]}
"""

import json
import re
from collections import UserDict, UserList
from collections.abc import Mapping
from typing import Any

_LINE = re.compile(r"(data|event|id|retry|):\s?(.*)")
# Strings that come in pieces; any other value replaces the one of an earlier event.
_IN_PIECES = {
    "arguments", "content", "input", "reasoning", "reasoning_content", "refusal", "signature", "text", "thinking",
}  # fmt: skip


class _Pieces(UserList[Any]):
    """A string in pieces, since to add each to the string takes quadratic time; Mistral sends parts of a content, too."""


class _Rows(UserDict[Any, dict[str, Any]]):
    """The objects of a list, by the index that each of them has."""


def joined_stream(text: str) -> str | None:
    r"""Return the JSON of the answer of which a text has the events; None for any other text.

    These are the streams of the Chat Completions, Completions, Anthropic Messages and Responses APIs; one of Responses needs
    its end, which has the whole answer.

    >>> joined_stream('data: {"text": "Hel"}\n\ndata: {"text": "lo"}\n\ndata: [DONE]\n')
    '{"text": "Hello"}'
    >>> joined_stream('data: x') is None
    True
    """
    whole: dict[str, Any] = {}
    for line in filter(None, map(str.strip, text.split("\n"))):
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        if found[1] == "data" and found[2] != "[DONE]":
            try:
                _join(whole, _chunk_of(json.loads(found[2])))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                return None
    if not whole or whole.get("status") in ("queued", "in_progress"):
        return None
    return json.dumps(whole, default=_joined)


def _joined(found: _Pieces | _Rows) -> Any:
    if isinstance(found, _Rows):
        return [*found.values()]
    return "".join(found) if all(isinstance(piece, str) for piece in found) else [*found]


def _chunk_of(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what an event adds to the answer."""
    part = event.get("content_block")
    if event.get("type") == "content_block_delta":
        # The type of a delta is not that of the part.
        pieces = ((name, piece) for name, piece in event["delta"].items() if name != "type")
        part = {"input" if name == "partial_json" else name: piece for name, piece in pieces}
    if part:
        return {"type": "message", "role": "assistant", "content": [part | {"index": event["index"]}]}
    # Other events with a type, such as a ping, have nothing of the answer that the last one lacks.
    return event.get("message") or event.get("response") or ({} if "type" in event else event)


def _join(whole: dict[str, Any], chunk: Mapping[str, Any]) -> None:
    for name, value in chunk.items():
        before = whole.get(name)
        has_indexes = isinstance(value, list) and all(
            isinstance(one, dict) and "index" in one for one in value
        )
        if value and has_indexes:
            rows = whole[name] = before if isinstance(before, _Rows) else _Rows()
            for one in value:
                _join(rows.setdefault(one["index"], {}), one)
        elif isinstance(value, list) and isinstance(before, list | _Pieces):
            before.extend(value)
        elif isinstance(value, dict):
            fields = whole[name] = before if isinstance(before, dict) else {}
            _join(fields, value)
        elif isinstance(value, str) and name in _IN_PIECES:
            pieces = whole[name] = before or _Pieces()
            pieces.append(value)
        elif value or before is None:
            whole[name] = value
