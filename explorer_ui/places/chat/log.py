"""Several requests: the lines of a log or of a file for fine-tuning, and a conversation turn by turn."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeAlias

import pandas as pd
import streamlit as st

from bpe_core import BpeError, RequestCount, RequestPart, Tokenizer
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import TooLongError, Tools
from bpe_core.chat.compared_requests import Difference, difference_of_requests
from bpe_core.chat.messages import Message
from bpe_core.chat.prefix_cache import Request, requests_in_parts
from bpe_core.in_parts import InParts
from explorer_ui.cache.bounded import cached_with
from explorer_ui.places.chat.chat_body import listed
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.limits import MAX_REQUEST_BYTES, MAX_REQUEST_TOKENS
from explorer_ui.visit.words import counted, percent

Counting: TypeAlias = Callable[[str], InParts[RequestCount]]
"""Counts a request."""

_OF_TEMPLATE = ("template", "default", "role")


def chosen_line(lines: Sequence[str]) -> int:
    """Return the number of the line to draw; `show_lines` draws the slider with which it is chosen."""
    number = min(max(int(st.session_state.chat_line), 1), len(lines))
    st.session_state.chat_line = number
    return number


def show_lines(lines: Sequence[str], count: Counting, owner: Tokenizer, key: Hashable) -> None:
    """Draw the slider through the lines, their sums, and the token counts of each.

    `key` names everything but the lines that the counts depend on.
    """
    counts = cached_with(
        owner,
        ("chat lines", key, tuple(lines)),
        lambda: result_while_wanted(count_lines(lines, count)),
    )
    total, answers, kept = (
        sum(line[name] for line in counts) for name in ("tokens", "assistant", "as in the line before")
    )
    words, number = st.columns([3, 1], vertical_alignment="center")
    number.slider("Line to show", 1, len(lines), key="chat_line")
    again = f", {kept:,} the beginning of the line before" if kept else ""
    words.markdown(
        f"**All {len(counts):,} lines: {counted(total, 'token')}**, {answers:,} of them in the assistant's messages{again}."
    )
    st.dataframe(pd.DataFrame(counts), hide_index=True, height=min(240, 38 + 35 * len(counts)))


def count_lines(lines: Sequence[str], count: Counting) -> InParts[list[dict[str, Any]]]:
    r"""Return a row for each line; control tokens in contents are ordinary text.

    >>> from bpe_core.chat.count_request import count_request_in_parts
    >>> from bpe_core.in_parts import finished
    >>> line = '{"model": "qwen3", "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}]}'
    >>> list(finished(count_lines([line], count_request_in_parts))[0].values())
    [1, 16, 0, 14, 0, 10, '6 + 10', '']
    """
    found: list[dict[str, Any]] = []
    before: RequestCount | None = None
    room = MAX_REQUEST_TOKENS
    for number, line in enumerate(lines, 1):
        try:
            if room < 0:
                raise BpeError(f"The lines above have {MAX_REQUEST_TOKENS:,} tokens, the limit.")
            now = yield from count(line)
        except BpeError as error:
            room -= MAX_REQUEST_BYTES // 16 * isinstance(error, TooLongError)
            none = dict.fromkeys(_COUNTED, 0) | {"tokens of each message": ""}
            found.append({"line": number} | none | {"not counted": str(error)})
            continue
        room -= now.tokens
        found.append({"line": number, **_row(now, before)})
        before = now
    return found


_COUNTED = ("tokens", "as in the line before", "template", "definitions", "assistant")


def _row(count: RequestCount, before: RequestCount | None) -> dict[str, Any]:
    tools = sum(part.tokens for part in count.root.parts if part.kind == "tools")
    messages = [part for part in count.root.parts if part.kind in ("system", "message")]
    template = [part for part in count.root.parts if part.kind != "tools"]
    images = [counted(count.images, "image")] if count.images else []
    missing = [*map(str, count.not_counted), *count.left_out, *images]
    counts = (
        count.tokens,
        difference_of_requests(before, count).kept if before else 0,
        sum(leaf.tokens for part in template for leaf in _leaves(part) if leaf.kind in _OF_TEMPLATE),
        tools,
        sum(part.tokens for part in messages if part.name.endswith(" assistant")),
    )
    return dict(zip(_COUNTED, counts, strict=True)) | {
        "tokens of each message": " + ".join(f"{part.tokens:,}" for part in messages),
        "not counted": listed(missing),
    }


def _leaves(part: RequestPart) -> Iterator[RequestPart]:
    if not part.parts:
        yield part
    for inner in part.parts:
        yield from _leaves(inner)


def said_of_difference(found: Difference) -> str:
    """Return a sentence that says how much of a request a server with a prefix cache keeps from the one before.

    >>> said_of_difference(Difference(75, (90, 100), ("Tools", "2 search", "JSON")))
    'A prefix cache keeps the first 75 of 100 tokens, 75%: the requests first differ in Tools / 2 search / JSON.'
    """
    if found.is_same:
        return "The two requests have the same tokens."
    where = (
        f": the requests first differ in {' / '.join(name[:60] for name in found.part)}" if found.part else ""
    )
    share = percent(found.kept / max(found.tokens[1], 1))
    return f"A prefix cache keeps the first {found.kept:,} of {counted(found.tokens[1], 'token')}, {share}{where}."


def show_turns(
    tokenizer: Tokenizer, template: ChatTemplate, messages: Sequence[Message], tools: Tools, text: str
) -> bool:
    """Draw a row for each request; nothing for a conversation with a single request. Return whether there are several.

    The requests of a `text` are encoded once, while the results stay in the cache.
    """
    requests = cached_with(
        tokenizer,
        f"chat turns {template.name}\n{text}",
        lambda: result_while_wanted(
            requests_in_parts(tokenizer, template, messages, tools, max_bytes=MAX_REQUEST_BYTES)
        ),
    )
    if len(requests) < 2:
        return False
    st.markdown("**Turn by turn.** " + said_of(requests, messages))
    st.dataframe(
        pd.DataFrame(
            {
                "request ends with": f"message {request.messages}, {messages[request.messages - 1].role}",
                "tokens": request.tokens,
                "same as previous request": f"{request.kept:,} of {request.before:,}",
            }
            for request in requests
        ),
        hide_index=True,
        height=min(240, 38 + 35 * len(requests)),
    )
    return True


def said_of(requests: Sequence[Request], messages: Sequence[Message]) -> str:
    """Return a sentence that says where a prefix cache first misses.

    >>> told = [Message("user", "a"), Message("assistant", "b"), Message("user", "c")]
    >>> print(said_of([Request(1, 9, 0, 0, None), Request(3, 20, 4, 9, 0)], told))
    Request 2 repeats only the first 4 of the 9 tokens of request 1: they first differ in message 1 (user). A server \
that caches prefixes recomputes everything from there on.
    """
    for number, request in enumerate(requests, 1):
        if request.kept == request.before:
            continue
        at = request.breaks_in
        where = (
            f"message {at + 1} ({messages[at].role})"
            if at is not None
            else "what the template adds around messages"
        )
        return (
            f"Request {number} repeats only the first {request.kept:,} of the {counted(request.before, 'token')} of request "
            f"{number - 1}: they first differ in {where}. A server that caches prefixes recomputes everything from there on."
        )
    return (
        "Each request begins with all tokens of the previous request, so a server that caches prefixes computes only the "
        "new tokens."
    )
