r"""Writes a conversation in a chat template, segment by segment.

<|im_start|>   user\n   Hello     <|im_end|>   \n
control        template content   control      template

A writer for each model family does what its template or library does, including its quirks, and returns whether
the beginning of an answer may follow. The strings are in `chat_templates.toml`, under the names used here.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import Any, Literal, TypeAlias

import regex

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.messages import Message, ToolCall
from bpe_core.chat.mistral_messages import mistral_messages, mistral_tools
from bpe_core.chat.tool_pieces import Part, json_pieces, typescript_pieces
from bpe_core.chat.tool_types import tool_as_typescript
from bpe_core.types import BpeError

_ROLE = "{role}"

MAX_RENDERED = 4_000_000
"""The default limit for a rendered conversation, in bytes: an indented value can become a line of 200 spaces."""

Kind: TypeAlias = Literal["control", "template", "definition", "content", "injected"]
Tools: TypeAlias = Sequence[Mapping[str, Any]]
Messages: TypeAlias = Sequence[Message]


@dataclass(frozen=True, slots=True)
class ChatSegment:
    """A stretch of a rendered conversation: a control token or text of the template, definitions of tools, or content.

    `message` is the index of its message, None for text outside all messages; `is_control` is True for a
    control token of the template. `part` is what it is of its message or tool, and `item` the index of the call
    or the tool.
    """

    text: str
    kind: Kind
    message: int | None
    is_control: bool = False
    part: Part = ""
    item: int | None = None


class TooLongError(BpeError):
    """A conversation that has more than `max_bytes` of UTF-8 in its chat template."""

    def __init__(self, template: ChatTemplate, max_bytes: int) -> None:
        super().__init__(
            f"In the chat template {template.title}, this conversation has more than {max_bytes:,} bytes, the "
            "limit. Shorten it; nested values in tool definitions grow most, since some templates indent them."
        )


@cache
def _split_at(controls: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile("(" + "|".join(map(regex.escape, controls)) + ")")


@dataclass(slots=True)
class Page:
    """The part of a conversation that has been written so far, and its size in bytes of UTF-8."""

    template: ChatTemplate
    max_bytes: int
    segments: list[ChatSegment] = field(default_factory=list)
    size: int = 0

    def write(
        self,
        at: int | None,
        *parts: str | Iterable[str],
        role: str = "",
        defines: bool = False,
        part: Part = "content",
        item: int | None = None,
    ) -> None:
        """Write parts of the message `at`: a string names a string of the template, an iterable yields content.

        Raises `BpeError` as soon as the page has more than `max_bytes`, before the rest is made.
        """
        for one in parts:
            if isinstance(one, str):
                before, has_role, after = self.template.words.get(one, "").partition(_ROLE)
                own: Part = "default" if one == "own_system" else ""
                self.literal(before, at, defines=defines, part=own)
                if has_role:
                    self.literal(role, at, defines=defines, part="role")
                    self.literal(after, at, defines=defines)
                continue
            # JSON can contain an unpaired surrogate, such as \ud800.
            sent = replace_lone_surrogates("".join(map(self._counted, one)))
            kind: Kind = "definition" if defines else "content"
            self.segments.extend([ChatSegment(sent, kind, at, part=part, item=item)] if sent else [])

    def define(self, at: int | None, number: int, pieces: Iterable[tuple[Part, str]]) -> None:
        """Write the definition of the tool `number`, in pieces of which each says what it is."""
        for part, run in groupby(pieces, key=lambda piece: piece[0]):
            self.write(at, (text for _, text in run), defines=True, part=part, item=number)

    def literal(self, text: str, at: int | None = None, *, defines: bool = False, part: Part = "") -> None:
        """Write a string of the template, with separate segments for the control tokens in it."""
        controls = self.template.controls
        for one in _split_at(controls).split(text):
            of_control = one in controls
            kind: Kind = "definition" if defines else "control" if of_control else "template"
            self.segments.extend([ChatSegment(self._counted(one), kind, at, of_control, part)] if one else [])

    def _counted(self, text: str) -> str:
        self.size += len(text.encode("utf-8", "surrogatepass"))
        if self.size > self.max_bytes:
            raise TooLongError(self.template, self.max_bytes)
        return text


def _json(value: Any, *, indent: int | None = None) -> Iterator[str]:
    """Yield JSON in small pieces, so that it can be refused before it is made."""
    return json.JSONEncoder(ensure_ascii=False, indent=indent).iterencode(value)


def _arguments(page: Page, call: ToolCall) -> Iterable[str]:
    value = call.value
    # The template of Qwen 3 does not quote text.
    as_it_is = isinstance(value, str) and "thought_before" in page.template.words
    return (value,) if as_it_is else _json(value)


# ---- ChatML, and Qwen's


def _write_chatml(page: Page, messages: Messages, tools: Tools) -> bool:
    first = int(_begin_chatml(page, messages, tools))
    asked = _last_question(messages)
    for at, message in enumerate(messages[first:], first):
        if message.role == "tool" and page.template.tools:
            # Consecutive results are written as one message of the user.
            begins = at == 0 or messages[at - 1].role != "tool"
            ends = at + 1 == len(messages) or messages[at + 1].role != "tool"
            page.write(at, *["results_before"] * begins, "result_before", (message.content,), "result_after")
            page.write(at, *["after"] * ends)
            continue
        page.write(at, "before", role=message.role)
        if message.role == "assistant":
            _write_answer(page, messages, at, asked)
        else:
            page.write(at, (message.content,))
        page.write(at, "after")
    return True


def _begin_chatml(page: Page, messages: Messages, tools: Tools) -> bool:
    """Write the definitions, and the template's default system prompt.

    Return whether this has already written the first message.
    """
    has_own, has_system = bool(page.template.words.get("own_system")), messages[0].role == "system"
    if tools and page.template.tools:
        at = 0 if has_system else None
        page.write(at, "before", (messages[0].content,) if has_system else "own_system", role="system")
        page.literal("\n\n" if has_system or has_own else "", at, defines=True)
        page.write(at, "tools_before", defines=True)
        for number, tool in enumerate(tools):
            page.literal("\n", at, defines=True)
            page.define(at, number, json_pieces(_json(tool)))
        page.write(at, "tools_after", defines=True)
        return has_system
    for number, tool in enumerate(tools):
        page.define(None, number, json_pieces(_json(tool)))
    if has_own and not has_system:
        page.write(None, "before", "own_system", "after", role="system")
    return False


def _write_answer(page: Page, messages: Messages, at: int, asked: int | None) -> None:
    """Write the assistant's reasoning, its content and its tool calls."""
    message = messages[at]
    content, thought = message.content, message.reasoning or ""
    if "thought_before" in page.template.words:
        if message.reasoning is None and "</think>" in content:
            thought = content.split("</think>")[0].rstrip("\n").split("<think>")[-1].lstrip("\n")
            content = content.split("</think>")[-1].lstrip("\n")
        if asked is not None and at > asked and (thought or at == len(messages) - 1):
            page.write(at, "thought_before", (thought.strip("\n"),), part="reasoning")
            page.write(at, "thought_after", (content.lstrip("\n"),))
        else:
            page.write(at, (content,))
    else:
        page.write(at, (content,))
    for number, call in enumerate(message.calls):
        page.literal("\n" if number or content else "", at)
        if page.template.tools:
            page.write(at, "call_before", (call.name,), "call_arguments", part="call", item=number)
            page.write(at, _arguments(page, call), "call_after", part="call", item=number)
        else:
            written = _json({"name": call.name, "arguments": call.value})
            page.write(at, written, part="call", item=number)


def _last_question(messages: Messages) -> int | None:
    """Return the index of the user's last message that is not the result of a tool, by Qwen 3's criterion."""
    for at in reversed(range(len(messages))):
        said = messages[at].content
        if messages[at].role == "user" and not (
            said.startswith("<tool_response>") and said.endswith("</tool_response>")
        ):
            return at
    return None


# ---- Llama


def _write_llama(page: Page, messages: Messages, tools: Tools) -> bool:
    title, start = page.template.title, 0
    if page.template.tools:
        start = int(messages[0].role == "system")
        at = 0 if start else None
        page.write(at, "before", role="system")
        page.write(at, *["tools_system"] * bool(tools), defines=True)
        page.write(at, "own_system", *[(one.content.strip(),) for one in messages[:start]], "after")
    if page.template.tools and tools:
        if start == len(messages):
            raise BpeError(f"{title} puts tool definitions into the user's first message, but there is none.")
        # This message is written as the user's, whatever its role.
        page.write(start, "before", role="user")
        page.write(start, "tools_before", defines=True)
        for number, tool in enumerate(tools):
            page.define(start, number, json_pieces(_json(tool, indent=4)))
            page.write(start, "tool_after", defines=True)
        page.write(start, (messages[start].content.strip(),), "after")
        start += 1
    for at, message in enumerate(messages[start:], start):
        if page.template.tools and message.calls:
            call, *more = message.calls
            if more:
                raise BpeError(
                    f"{title} allows one tool call in a message; message {at + 1} has {len(message.calls):,}."
                )
            page.write(at, "before", "call_before", role="assistant")
            page.write(at, (call.name,), "call_arguments", _arguments(page, call), part="call", item=0)
            page.write(at, "call_after", "after")
        elif page.template.tools and message.role == "tool":
            # The template quotes strings only, so it does not quote null.
            written = (message.content,) if message.is_null else _json(message.content)
            page.write(at, "before", written, "after", role="ipython")
        else:
            page.write(at, "before", (message.content.strip(),), "after", role=message.role)
    return True


# ---- DeepSeek V3


def _write_deepseek(page: Page, messages: Messages, _tools: Tools) -> bool:
    systems = [at for at, message in enumerate(messages) if message.role == "system"]
    for at in systems:
        page.write(at, *["joined"] * (at != systems[0]), (messages[at].content,))
    called = resulted = after_result = False
    for at, message in enumerate(messages):
        if message.role == "user":
            page.write(at, "user", (message.content,))
        elif message.role == "assistant" and message.is_null:
            # The template drops the calls next to any string, even an empty one.
            for number, call in enumerate(message.calls):
                # The string that begins the calls is written once in a conversation, and the string that ends
                # them after each call except the first.
                page.write(at, "next" if called else "calls_before", "call_before")
                page.write(at, (call.name,), "call_arguments", (call.arguments,), part="call", item=number)
                page.write(at, "call_after", *["calls_after"] * called)
                called = True
        elif message.role == "assistant":
            page.write(at, "results_after" if after_result else "assistant", (message.content,), "end")
        elif message.role == "tool":
            page.write(at, "next" if resulted else "results_before", "result_before", (message.content,))
            page.write(at, "result_after")
            resulted = True
        if message.role != "system":
            after_result = message.role == "tool"
    page.write(None, *["results_after"] * after_result)
    return not after_result


# ---- Mistral


def _write_mistral(page: Page, messages: Messages, tools: Tools) -> bool:
    groups = mistral_messages(page.template.title, messages)
    asked = max(number for number, group in enumerate(groups) if group.role == "user")
    systems = [at for at, message in enumerate(messages) if message.role == "system" and message.content]
    for number, group in enumerate(groups):
        at = group.indexes[0] if group.indexes else None
        if group.role == "tool":
            page.write(at, "result_before", _json(group.result), "result_after")
        elif group.calls:
            page.write(at, "calls_before")
            for item, call in enumerate(group.calls):
                page.write(at, (", " if item else "[",), _json(call), part="call", item=item)
            page.write(at, ("]",), "answer_after")
        elif group.role == "assistant":
            _write_joined(page, messages, group.indexes, strips=True)
            page.write(at, "answer_after")
        else:
            if tools and number == asked:
                page.write(None, "tools_before", defines=True)
                for item, tool in enumerate(mistral_tools(tools)):
                    page.literal(", " if item else "[", defines=True)
                    page.define(None, item, json_pieces(_json(tool)))
                page.literal("]", defines=True)
                page.write(None, "tools_after", defines=True)
            page.write(at, "before")
            for system in systems if number == asked else []:
                page.write(system, (messages[system].content,), "joined")
            _write_joined(page, messages, group.indexes)
            page.write(at, "after")
    return True


def _write_joined(page: Page, messages: Messages, indexes: Sequence[int], *, strips: bool = False) -> None:
    """Write the contents of messages, separated by two line ends; with `strips`, without trailing spaces at the end."""
    spoken = [at for at in indexes if messages[at].content]
    for at in spoken:
        content = messages[at].content
        said = content.rstrip(" ") if strips and at == spoken[-1] else content
        page.write(at, *["joined"] * (at != spoken[0]), (said,))


# ---- Harmony


def _write_harmony(page: Page, messages: Messages, tools: Tools) -> bool:
    page.write(None, "own_system")
    page.write(None, *["tools_channel"] * bool(tools), defines=True)
    page.write(None, "end")
    developer = next((at for at, one in enumerate(messages) if one.role in ("system", "developer")), None)
    if tools and developer is None:
        page.write(None, "developer", defines=True)
        _define_in_harmony(page, None, tools)
        page.write(None, "end", defines=True)
    answers = [at for at, message in enumerate(messages) if message.role == "assistant"]
    finals = [at for at in answers if not messages[at].calls]
    # Reasoning before the first final answer is dropped if the last answer is a final one.
    dropped_before = finals[0] + 1 if finals and answers[-1] == finals[-1] else 0
    for at, message in enumerate(messages):
        if message.role in ("system", "developer"):
            page.write(at, "developer", "instructions", (message.content,))
            if at == developer and tools:
                page.write(at, "next", defines=True)
                _define_in_harmony(page, at, tools)
            page.write(at, "end")
        elif message.role == "assistant":
            _write_harmony_answer(page, message, at, thinks=at >= dropped_before)
        elif message.role == "tool":
            if not message.name:
                raise BpeError(
                    f"Message {at + 1} is a tool result without the tool's name, which {page.template.title} requires."
                )
            page.write(at, "result_before", (message.name,), "result_channel", (message.content,), "end")
        else:
            page.write(at, "start", _named(message), "message", (message.content,), "end", role=message.role)
    return True


def _define_in_harmony(page: Page, at: int | None, tools: Tools) -> None:
    page.write(at, "tools_before", defines=True)
    for number, tool in enumerate(tools):
        page.literal("\n", at, defines=True)
        page.define(at, number, typescript_pieces(tool_as_typescript(tool["function"])))
    page.write(at, "tools_after", defines=True)


def _write_harmony_answer(page: Page, message: Message, at: int, *, thinks: bool) -> None:
    begin = ("start", _named(message))
    if message.reasoning and thinks:
        page.write(at, *begin, "analysis", role="assistant")
        page.write(at, (message.reasoning,), "end", part="reasoning")
    if message.content or not message.calls:
        channel = "commentary" if message.calls else "final"
        page.write(at, *begin, channel, (message.content,), "end", role="assistant")
    for number, call in enumerate(message.calls):
        page.write(at, *begin, "call_to", role="assistant")
        page.write(at, (call.name,), "call_channel", (call.arguments,), "call_end", part="call", item=number)


def _named(message: Message) -> tuple[str, ...]:
    return (f":{message.name}",) if message.name else ()


WRITERS: Mapping[str, Callable[[Page, Messages, Tools], bool]] = {
    "chatml": _write_chatml,
    "llama": _write_llama,
    "deepseek": _write_deepseek,
    "mistral": _write_mistral,
    "harmony": _write_harmony,
}
"""The writers, by the names that templates use. Each gets a page, the messages, and the tool definitions."""


def segments_of(template: ChatTemplate, text: str) -> list[ChatSegment]:
    """Return a string of a template in segments.

    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> [segment.is_control for segment in segments_of(TEMPLATES["chatml"], TEMPLATES["chatml"].to_answer)]
    [True, False]
    """
    page = Page(template, MAX_RENDERED)
    page.literal(text)
    return page.segments


def render_messages(
    template: ChatTemplate,
    messages: Sequence[Message],
    tools: Tools = (),
    *,
    max_bytes: int = MAX_RENDERED,
) -> list[ChatSegment]:
    r"""Return a conversation in a chat template, segment by segment; `tools` are the definitions at its beginning.

    Raises `BpeError` if there are no messages, for a role that the template does not have, for anything that
    the original program rejects (except a content that is null), and for a result of more than `max_bytes` of
    UTF-8, of which no more than that is made.

    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> segments = render_messages(TEMPLATES["mistral"], [Message("user", "Hello")])
    >>> [(segment.text, segment.kind) for segment in segments]
    [('<s>', 'control'), ('[INST]', 'control'), ('Hello', 'content'), ('[/INST]', 'control')]
    """
    if not messages:
        raise BpeError("A conversation must have at least one message.")
    for number, message in enumerate(messages, 1):
        if message.role not in template.roles:
            raise BpeError(
                f"Message {number} has the role {message.role[:40]!r}; {template.title} supports only the roles "
                f"{', '.join(template.roles)}."
            )
    page = Page(template, max_bytes)
    page.literal(template.beginning)
    written = [
        replace(one, content="None") if one.is_null and one.role in template.null_as_none else one
        for one in messages
    ]
    if WRITERS[template.written_by](page, written, tools) and messages[-1].role != "assistant":
        page.literal(template.to_answer)
    return page.segments
