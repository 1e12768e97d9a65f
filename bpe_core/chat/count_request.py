r"""Counts a request to a model: a tree of parts, with the ids of each part.

    template  <|im_start|>        message 1, template
    role      user                message 1, role
    template  \n                  message 1, template
    content   Hello               message 1, content
    template  <|im_end|>\n        message 1, template

The request is rendered once in the chat template, and encoded once. Each token belongs to the part from which its
first byte comes, so the ids of all parts, in order, are the ids of the request.
"""

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from sys import maxsize
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from bpe_core.chat.chat import encode_segments, id_of_control, with_controls
from bpe_core.chat.chat_fit import fit_messages, left_out
from bpe_core.chat.chat_templates import ABOUT_OPENAI, NO_TEMPLATE, TEMPLATES, ChatTemplate, own_template
from bpe_core.chat.chat_writers import ChatSegment, render_messages
from bpe_core.chat.conversation import read_conversation
from bpe_core.chat.messages import Conversation, NotCounted
from bpe_core.chat.model_names import INSTEAD, find_model
from bpe_core.chat.repeats import Repeat, find_repeats, seen_earlier
from bpe_core.in_parts import InParts, finished
from bpe_core.published import load_published
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

PartKind: TypeAlias = Literal[
    "request", "template", "default", "system", "tools", "tool", "message", "role", "content", "reasoning",
    "call", "result", "name", "description", "parameters", "json",
]  # fmt: skip
Span: TypeAlias = tuple[int, int]
_Path: TypeAlias = tuple[tuple[PartKind, str], ...]


@dataclass(frozen=True, slots=True)
class RequestPart:
    """A part of a request: its name, what kind of part it is, and its tokens as ranges of the request's ids.

    `parts` are the parts in it, in the order in which a model reads them; they have exactly its tokens. `ids` are
    the ids of the request.
    """

    name: str
    kind: PartKind
    spans: tuple[Span, ...]
    parts: "tuple[RequestPart, ...]" = ()
    of: Sequence[int] = field(default=(), repr=False, compare=False)

    @property
    def tokens(self) -> int:
        """The number of tokens."""
        return sum(end - start for start, end in self.spans)

    @property
    def ids(self) -> list[int]:
        """The ids of the tokens, in order."""
        return [token_id for start, end in self.spans for token_id in self.of[start:end]]


@dataclass(frozen=True, kw_only=True)
class RequestCount:
    """The tokens of a request.

    `root` is the whole request as a tree of parts. `read_as` says what the body was recognized as, `model` is the
    model that it names, and `notes` say what is counted differently from the body. `not_counted` are the fields
    without tokens here, `left_out` the parts that the chat template does not write, `images` is the number of images, of
    which no tokens are counted. `shared` are the indexes of tokens that begin in one part and end in another.
    """

    ids: Sequence[int] = field(repr=False)
    root: RequestPart = field(repr=False)
    tokenizer: Tokenizer = field(repr=False)
    template: str
    written_in: ChatTemplate = field(repr=False)
    read_as: str
    model: str
    notes: tuple[str, ...] = ()
    not_counted: tuple[NotCounted, ...] = ()
    left_out: tuple[str, ...] = ()
    images: int = 0
    shared: tuple[int, ...] = field(default=(), repr=False)

    @property
    def tokens(self) -> int:
        """The number of tokens of the request."""
        return len(self.ids)

    @cached_property
    def repeats(self) -> list[Repeat]:
        """The texts of at least 20 tokens that occur more than once, the one that costs most first."""
        return find_repeats(self.ids)

    @cached_property
    def _seen(self) -> npt.NDArray[np.int32]:
        """For each token the number of tokens before it that were already seen earlier in the request."""
        return np.append(0, np.cumsum(seen_earlier(self.ids))).astype(np.int32)

    def seen(self, part: RequestPart) -> int:
        """Return how many tokens of a part are in a run of at least 20 tokens that occurred earlier in the request."""
        return int(sum(self._seen[end] - self._seen[start] for start, end in part.spans))

    def text(self, spans: Sequence[Span]) -> str:
        """Return the text of ranges of tokens, with U+FFFD for bytes that are not valid UTF-8."""
        ids = [token_id for start, end in spans for token_id in self.ids[start:end]]
        return self.tokenizer.decode_bytes(ids).decode("utf-8", "replace")

    def text_of(self, repeat: Repeat) -> str:
        """Return the text of a repeat, at its first occurrence."""
        start = repeat.starts[0]
        return self.text([(start, start + repeat.length)])

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each part, after the part that contains it, for a table.

        >>> count = count_request({"messages": [{"role": "user", "content": "Hi"}]}, "qwen3")
        >>> count.rows()[0]
        {'depth': 0, 'kind': 'message', 'part': '1 user', 'tokens': 6, 'share': 0.6667, 'seen earlier': 0}
        """
        return [*_rows(self, self.root, 0, ())]

    def path_at(self, index: int) -> list[RequestPart]:
        """Return the parts that contain a token, the largest first; without the request itself."""
        path, here = [], self.root
        while inner := next(
            (part for part in here.parts if any(start <= index < end for start, end in part.spans)), None
        ):
            path.append(inner)
            here = inner
        return path


def _rows(
    count: RequestCount, part: RequestPart, depth: int, path: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    for inner in part.parts:
        named = (*path, inner.name)
        yield {
            "depth": depth,
            "kind": inner.kind,
            "part": " / ".join(named),
            "tokens": inner.tokens,
            "share": round(inner.tokens / max(count.tokens, 1), 4),
            "seen earlier": count.seen(inner),
        }
        yield from _rows(count, inner, depth + 1, named)


def count_request(
    body: str | Mapping[str, Any] | Sequence[Any], model: str | Tokenizer | None = None
) -> RequestCount:
    r"""Count the tokens of a request, with a tree of its parts; there is no limit to its size.

    `body` is the JSON of a request of the Chat Completions, Responses, Anthropic Messages or Gemini API, a line of a
    batch, an answer or its stream, a prompt of the Completions API, which is counted without a chat template, a list
    of tools such as that of an MCP server, a conversation in the form of ShareGPT, or any text; as a string, or as
    the value that `json.loads` makes of it. `model` is counted with, a name or a tokenizer; by default the model that
    the body names. A control token in a content is counted as text. Raises `BpeError` for a body that looks like a
    request but is invalid, and for what the chat template does not allow.

    >>> body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}]}
    >>> count = count_request(body, "qwen3")
    >>> count.tokens, count.read_as, count.notes
    (9, 'a request of the Chat Completions API', ("Counted with qwen3; the body names the model 'gpt-4o'.",))
    >>> [(part.name, part.tokens) for part in count.root.parts]
    [('1 user', 6), ('Template', 3)]
    >>> [(part.name, part.ids) for part in count.root.parts[0].parts]
    [('Template', [151644, 198, 151645, 198]), ('Role', [872]), ('Content', [9707])]
    """
    return finished(count_request_in_parts(body, model))


def count_request_in_parts(
    body: str | Mapping[str, Any] | Sequence[Any],
    model: str | Tokenizer | None = None,
    *,
    template: ChatTemplate | None = None,
    max_bytes: int = maxsize,
    max_tokens: int = maxsize,
    max_messages: int = maxsize,
) -> InParts[RequestCount]:
    """Do what `count_request` does, some chunks at a time.

    `template` is the chat template, by default that of the tokenizer; none is written around a prompt. More than
    `max_bytes` of UTF-8 in it are refused, more than `max_tokens`, and more than `max_messages` messages and calls.
    """
    read = read_conversation(body if isinstance(body, str) else json.dumps(body, ensure_ascii=False))
    if sum(1 + len(message.calls) for message in read.messages) > max_messages:
        raise BpeError(f"The request has more than {max_messages:,} messages and calls, the limit.")
    yield read.read_as
    tokenizer, notes = _tokenizer_of(read.model, model)
    chosen = NO_TEMPLATE if read.is_prompt else template
    template = chosen or own_template(tokenizer.name, id_of_control(tokenizer))
    template = template or TEMPLATES["chatml"]
    messages, said = fit_messages(template, read.messages)
    read = replace(read, messages=messages)
    segments = render_messages(template, messages, read.tools, max_bytes=max_bytes)
    able = with_controls(tokenizer, template)
    left = left_out(messages, read.tools, segments)
    if not chosen:
        asked = tokenizer.name if isinstance(model, Tokenizer) else model or read.model or INSTEAD
        notes += _about_template(template, asked, tokenizer.name, left)
    yield segments
    found = yield from encode_segments(
        able, template, segments, policy="ordinary", max_bytes=max_bytes, max_tokens=max_tokens
    )
    ids = array("i", found.ids.tobytes())
    root, leaf_of = _tree(read, segments, found.first, ids)
    shared = np.flatnonzero(leaf_of[found.first] != leaf_of[found.last])
    return RequestCount(
        ids=ids,
        root=root,
        tokenizer=able,
        template=template.title,
        written_in=template,
        read_as=read.read_as,
        model=read.model,
        notes=(*notes, *said),
        not_counted=read.not_counted,
        left_out=left,
        images=read.images,
        shared=tuple(shared.tolist()),
    )


def _tokenizer_of(named: str, model: str | Tokenizer | None) -> tuple[Tokenizer, list[str]]:
    """Return the tokenizer to count with, and what to say about it, given the model that the body names."""
    if isinstance(model, Tokenizer):
        tokenizer, notes = model, []
    else:
        found = find_model(model or named or INSTEAD)
        tokenizer, notes = load_published(found.vocabulary), [found.said] * bool(found.said)
        if not (model or named):
            return tokenizer, [f"No model is read from the body; counted with {INSTEAD}."]
    if model and named and find_model(named) != find_model(tokenizer.name):
        notes.append(f"Counted with {tokenizer.name}; the body names the model {named[:100]!r}.")
    return tokenizer, notes


def _about_template(template: ChatTemplate, asked: str, vocabulary: str, left: Sequence[str]) -> list[str]:
    """Return what to say about the template that was found for a model, and the parts that it does not write."""
    if vocabulary == "o200k_base" or find_model(asked).template == template.name:
        return [ABOUT_OPENAI[vocabulary]] if vocabulary in ABOUT_OPENAI else []
    tools = ", and definitions of tools may be missing" * ("definitions of tools" in left)
    return [
        f"No chat template of {asked[:100]!r} is supported. That called “{template.title}” is used, "
        f"so the figure can be off{tools}."
    ]


_NAMES: Mapping[PartKind, str] = {
    "json": "JSON",
    "parameters": "Prose of the parameters",
    "default": "Default system prompt",
}


_SYSTEM = ("system", "developer")


def _leaf(kind: PartKind, name: str = "") -> tuple[PartKind, str]:
    return kind, name or _NAMES.get(kind, kind.capitalize())


def _path_of(read: Conversation, segment: ChatSegment) -> _Path:
    """Return the kinds and names of the part of a segment and of the parts around it, the largest first."""
    of_template = segment.kind in ("control", "template")
    if segment.kind == "definition":
        top: tuple[PartKind, str] = ("tools", "Tools")
        if segment.item is None:
            return top, _leaf("template")
        name = str(read.tools[segment.item]["function"]["name"])
        return top, ("tool", f"{segment.item + 1} {name}"), _leaf(segment.part or "json")
    if segment.message is None:
        return (_leaf(segment.part or "template"),)
    message = read.messages[segment.message]
    top = "system" if message.role in _SYSTEM else "message", f"{segment.message + 1} {message.role}"
    if segment.part == "call" and not of_template:
        number = segment.item or 0
        name = message.calls[number].name if number < len(message.calls) else ""
        return top, ("call", f"Call {number + 1} {name}".rstrip())
    if of_template:
        return top, _leaf(segment.part or "template")
    return top, _leaf("result" if message.role == "tool" else segment.part or "content")


def _tree(
    read: Conversation, segments: Sequence[ChatSegment], first: Any, ids: Sequence[int]
) -> tuple[RequestPart, Any]:
    """Return the request as a tree, and for each segment the index of its smallest part."""
    leaves: dict[_Path, int] = {}
    leaf_of = np.array([leaves.setdefault(_path_of(read, segment), len(leaves)) for segment in segments])
    of_token = leaf_of[first]
    starts = [0, *(np.flatnonzero(np.diff(of_token)) + 1).tolist(), len(ids)]
    spans: list[list[Span]] = [[] for _ in leaves]
    # A tokenizer can strip all of a prompt that has no template.
    for start, end in pairwise(starts if len(ids) else ()):
        spans[of_token[start]].append((start, end))
    return _part(("request", "Request"), [*zip(leaves, spans, strict=True)], ids), leaf_of


def _part(
    head: tuple[PartKind, str], inside: Sequence[tuple[_Path, list[Span]]], ids: Sequence[int]
) -> RequestPart:
    """Return a part from the smallest parts in it, each with its path below this part."""
    kind, name = head
    if len(inside) == 1 and not inside[0][0]:
        return RequestPart(name, kind, tuple(inside[0][1]), of=ids)
    groups: dict[tuple[PartKind, str], list[tuple[_Path, list[Span]]]] = {}
    for path, spans in inside:
        groups.setdefault(path[0], []).append((path[1:], spans))
    parts = tuple(_part(one, group, ids) for one, group in groups.items())
    return RequestPart(name, kind, _joined(parts), parts, of=ids)


def _joined(parts: Sequence[RequestPart]) -> tuple[Span, ...]:
    joined: list[Span] = []
    for start, end in sorted(span for part in parts for span in part.spans):
        if joined and joined[-1][1] == start:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(joined)
