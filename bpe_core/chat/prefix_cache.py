r"""For each request of a conversation, how many of its first tokens equal those of the previous request.

A server keeps what a model computed for a prompt, and reuses it for a prompt that begins with the same tokens
(prefix caching). Each request of a conversation contains the previous one, so the results for all tokens of
the previous request could be reused, unless the chat template now writes earlier messages differently:

    request 1    <s> [INST] Answer in French.\n\nGood morning. [/INST]
    request 2    <s> [INST] Good morning. [/INST] Bonjour.</s> [INST] Answer in French.\n\nHow are you? [/INST]
    in common    <s> [INST]
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.chat.chat import EncodedSegments, encode_segments
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import MAX_RENDERED, ChatSegment, Tools, render_messages, segments_of
from bpe_core.chat.messages import Message
from bpe_core.in_parts import InParts
from bpe_core.pairs import common_beginning
from bpe_core.tokenizer import Tokenizer

_MAX_WRITTEN = 200_000
"""The maximum number of messages that are written in a template that changes earlier ones, in all requests together."""


class Request(NamedTuple):
    """A request of a conversation: its first `messages` messages, which a model answers.

    The first `kept` of its `tokens` are also the first tokens of the previous request, which had `before`
    tokens. The first token that differs belongs to message `breaks_in`, which is None if that token belongs
    to no message or no token differs.
    """

    messages: int
    tokens: int
    kept: int
    before: int
    breaks_in: int | None


def requests_in_parts(
    tokenizer: Tokenizer,
    template: ChatTemplate,
    messages: Sequence[Message],
    tools: Tools = (),
    *,
    max_bytes: int = MAX_RENDERED,
) -> InParts[list[Request]]:
    """Return each request of a conversation, all with the same tool definitions; control tokens in contents are encoded as text.

    A request is everything before an answer; if the conversation does not end with an answer, all of it is
    the last request. What two requests have in common is encoded once. If the template changes earlier messages, so
    that each request is written again, only the last requests of a long conversation are returned.
    Raises `BpeError` as `encode_chat` does.

    >>> from bpe_core import load_published
    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> from bpe_core.in_parts import finished
    >>> told = [Message("user", "Hi"), Message("assistant", "Hello"), Message("user", "Bye")]
    >>> for request in finished(requests_in_parts(load_published("qwen3"), TEMPLATES["chatml"], told)):
    ...     print(request)
    Request(messages=1, tokens=9, kept=0, before=0, breaks_in=None)
    Request(messages=3, tokens=22, kept=9, before=9, breaks_in=None)
    """
    ends = [at for at, message in enumerate(messages) if at and message.role == "assistant"]
    ends += [] if messages[-1].role == "assistant" else [len(messages)]
    if not ends:
        return []
    known: dict[tuple[str, ...], EncodedSegments] = {}

    def encoded(segments: Sequence[ChatSegment]) -> InParts[EncodedSegments]:
        return encode_segments(
            tokenizer, template, segments, policy="ordinary", max_bytes=max_bytes, known=known
        )

    if _only_grows(template, messages, tools):
        segments = render_messages(template, messages[: ends[-1]], tools, max_bytes=max_bytes)
        found = yield from encoded(segments)
        tail = segments_of(template, template.to_answer)
        answer = (yield from encoded(tail)).ids if tail else np.empty(0, np.int32)
        return list(_growing(messages, segments, found, answer, ends))
    most = max(_MAX_WRITTEN // len(messages), 2)
    requests: list[Request] = []
    before: IntArray | None = None
    for end in ends[-most - 1 :]:
        segments = render_messages(template, messages[:end], tools, max_bytes=max_bytes)
        found = yield from encoded(segments)
        yield end
        requests.append(_request(end, segments, found, before))
        before = found.ids
    return requests[-most:]


def _only_grows(template: ChatTemplate, messages: Sequence[Message], tools: Tools) -> bool:
    """Return whether the template writes what precedes an answer in the same way whatever follows it."""
    in_a_row = any(one.role == other.role == "assistant" for one, other in pairwise(messages))
    if template.written_by == "mistral":
        # Tools and system messages are written before the last question, and answers in a row as one.
        return not (tools or in_a_row or any(message.role == "system" for message in messages))
    # The end of the results of tools depends on what follows, and earlier reasoning is left out: of answers in a row, only
    # the last one has Qwen 3's empty thought.
    thinks = any(message.reasoning or "</think>" in message.content for message in messages)
    thinks |= in_a_row and "thought_before" in template.words
    return template.written_by != "deepseek" and not thinks


def _growing(
    messages: Sequence[Message],
    segments: Sequence[ChatSegment],
    found: EncodedSegments,
    answer: IntArray,
    ends: Sequence[int],
) -> Iterator[Request]:
    """Yield each request as a beginning of the last one, with the beginning of an `answer` after it."""
    of_segment = [-1 if segment.message is None else segment.message for segment in segments]
    last = np.maximum.accumulate(of_segment)[found.first]
    sizes = [int(size) for size in np.searchsorted(last, ends)]
    if messages[ends[-1] - 1].role != "assistant":
        sizes[-1] -= len(answer)  # it has been written already
    kept = before = 0
    for end, size, following in zip(ends, sizes, [*sizes[1:], 0], strict=True):
        tokens = size + len(answer) * (messages[end - 1].role != "assistant")
        breaks = of_segment[found.first[kept]] if kept < before else -1
        yield Request(end, tokens, kept, before, None if breaks < 0 else breaks)
        goes_on = [*found.ids[size : min(following, size + len(answer))].tolist(), *answer.tolist()]
        kept = size + common_beginning(answer[: tokens - size].tolist(), goes_on)
        before = tokens


def _request(
    end: int, segments: Sequence[ChatSegment], found: EncodedSegments, before: IntArray | None
) -> Request:
    if before is None:
        return Request(end, len(found.ids), 0, 0, None)
    size = min(len(before), len(found.ids))
    differs = np.flatnonzero(found.ids[:size] != before[:size])
    kept = int(differs[0]) if len(differs) else size
    breaks = segments[found.first[kept]].message if kept < size else None
    return Request(end, len(found.ids), kept, len(before), breaks)
