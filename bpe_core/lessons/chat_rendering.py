r"""Messages put into a chat template, segment by segment.

<|im_start|>   user\n   Hello     <|im_end|>   \n
control        template content   control      template

Each maker's template is a program; the functions here do the same, quirks included, with the words of `chat_templates.toml`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import regex

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.lessons.chat_templates import ChatTemplate
from bpe_core.lessons.messages import Message, ToolCall
from bpe_core.lessons.mistral_messages import mistral_messages, mistral_tools
from bpe_core.lessons.tool_types import tools_as_typescript
from bpe_core.types import BpeError

Kind: TypeAlias = Literal["control", "template", "definition", "content", "injected"]
Tools: TypeAlias = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ChatSegment:
    """A stretch of a rendered conversation: a control token or text of the template, definitions of tools, or content.

    `message` is the index of the message that it belongs to, None for what is around them all; `is_control` says
    that the template places it as a control token.
    """

    text: str
    kind: Kind
    message: int | None
    is_control: bool = False


@dataclass(frozen=True, slots=True)
class _Page:
    """What is written so far."""

    template: ChatTemplate
    segments: list[ChatSegment] = field(default_factory=list)

    def words(self, name: str, at: int | None = None, kind: Kind = "template", *, role: str = "") -> None:
        self.literal(self.template.words.get(name, "").replace("{role}", role), at, kind)

    def literal(self, text: str, at: int | None = None, kind: Kind = "template") -> None:
        """Write a text of the template: the control tokens in it are placed."""
        controls = self.template.controls
        for part in regex.split("(" + "|".join(map(regex.escape, controls)) + ")", text):
            of_control = part in controls
            written: Kind = "control" if of_control and kind == "template" else kind
            self.segments.extend([ChatSegment(part, written, at, of_control)] if part else [])

    def said(self, text: str, at: int | None, kind: Kind = "content") -> None:
        """Write a text that somebody sent: what it spells is not placed."""
        # A number of JSON can spell half a character, as \ud800.
        self.segments.extend([ChatSegment(replace_lone_surrogates(text), kind, at)] if text else [])


def render_messages(
    template: ChatTemplate, messages: Sequence[Message], tools: Tools = ()
) -> list[ChatSegment]:
    r"""Return a conversation in a chat template, segment by segment; `tools` are the definitions that it begins with.

    Raises `BpeError` for no messages, a role that the template does not know, and what its maker's program refuses.

    >>> from bpe_core.lessons.chat_templates import TEMPLATES
    >>> segments = render_messages(TEMPLATES["mistral"], [Message("user", "Hello")])
    >>> [(segment.text, segment.kind) for segment in segments]
    [('<s>', 'control'), ('[INST]', 'control'), ('Hello', 'content'), ('[/INST]', 'control')]
    """
    if not messages:
        raise BpeError("A conversation must have at least one message.")
    for number, message in enumerate(messages, 1):
        if message.role not in template.roles:
            raise BpeError(
                f"Message {number} has the role {message.role[:40]!r}; the roles of {template.title} here "
                f"are {', '.join(template.roles)}."
            )
    page = _Page(template)
    page.literal(template.beginning)
    goes_on = _WRITERS[template.written_by](page, messages, tools)
    if goes_on and messages[-1].role != "assistant":
        page.literal(template.to_answer)
    return page.segments


def _json(value: Any, **form: Any) -> str:
    return json.dumps(value, ensure_ascii=False, **form)


def _arguments(call: ToolCall) -> str:
    return _json(json.loads(call.arguments))


# ---- ChatML, and Qwen's


def _write_chatml(page: _Page, messages: Sequence[Message], tools: Tools) -> bool:
    system_is_written = _begin_chatml(page, messages, tools)
    asked = _last_question(messages)
    for at, message in enumerate(messages):
        if at == 0 and system_is_written:
            continue
        if message.role == "tool" and page.template.tools:
            # Results that follow each other are one message of the user.
            if at == 0 or messages[at - 1].role != "tool":
                page.words("results_before", at)
            page.words("result_before", at)
            page.said(message.content, at)
            page.words("result_after", at)
            is_open = at + 1 < len(messages) and messages[at + 1].role == "tool"
            page.words("" if is_open else "after", at)
            continue
        page.words("before", at, role=message.role)
        if message.role == "assistant":
            _write_answer(page, messages, at, asked)
        else:
            page.said(message.content, at)
        page.words("after", at)
    return True


def _begin_chatml(page: _Page, messages: Sequence[Message], tools: Tools) -> bool:
    """Write the definitions, and a system prompt that nobody sent; say whether the first message is in it already."""
    own = page.template.words.get("own_system", "")
    has_system = messages[0].role == "system"
    if not page.template.tools:
        for tool in tools:
            page.said(_json(tool), None, "definition")
    elif tools:
        first = 0 if has_system else None
        page.words("before", first, role="system")
        if has_system:
            page.said(messages[0].content, 0)
        else:
            page.literal(own)
        page.literal("\n\n" if has_system or own else "", first, "definition")
        page.words("tools_before", first, "definition")
        for tool in tools:
            page.said("\n" + _json(tool), first, "definition")
        page.words("tools_after", first, "definition")
        return has_system
    elif own and not has_system:
        page.words("before", role="system")
        page.literal(own)
        page.words("after")
    return False


def _write_answer(page: _Page, messages: Sequence[Message], at: int, asked: int | None) -> None:
    """Write what an assistant thought, said and called, as Qwen's templates do."""
    message, words = messages[at], page.template.words
    content, thought = message.content, ""
    if "thought_before" in words:
        if message.reasoning is not None:
            thought = message.reasoning
        elif "</think>" in content:
            thought = content.split("</think>")[0].rstrip("\n").split("<think>")[-1].lstrip("\n")
            content = content.split("</think>")[-1].lstrip("\n")
        if asked is not None and at > asked and (thought or at == len(messages) - 1):
            page.words("thought_before", at)
            page.said(thought.strip("\n"), at)
            page.words("thought_after", at)
            page.said(content.lstrip("\n"), at)
        else:
            page.said(content, at)
    else:
        page.said(content, at)
    for number, call in enumerate(message.calls):
        page.literal("\n" if number or content else "", at)
        if page.template.tools:
            page.words("call_before", at)
            page.said(call.name, at)
            page.words("call_arguments", at)
            page.said(_arguments(call), at)
            page.words("call_after", at)
        else:
            page.said(_json({"name": call.name, "arguments": json.loads(call.arguments)}), at)


def _last_question(messages: Sequence[Message]) -> int | None:
    """Return the index of the last message of the user that is not the result of a tool, as Qwen 3 tells them."""
    return max(
        (
            at
            for at, message in enumerate(messages)
            if message.role == "user"
            and not (
                message.content.startswith("<tool_response>") and message.content.endswith("</tool_response>")
            )
        ),
        default=None,
    )


# ---- Llama


def _write_llama(page: _Page, messages: Sequence[Message], tools: Tools) -> bool:
    start = 0
    if page.template.tools:
        start = int(messages[0].role == "system")
        page.words("before", 0 if start else None, role="system")
        page.words("tools_system" if tools else "", None, "definition")
        page.words("own_system", 0 if start else None)
        if start:
            page.said(messages[0].content.strip(), 0)
        page.words("after", 0 if start else None)
    if page.template.tools and tools:
        if start == len(messages):
            raise BpeError(
                f"{page.template.title} puts the tools into the first message of the user; there is none."
            )
        # Whatever comes first is written as the user's.
        page.words("before", start, role="user")
        page.words("tools_before", start, "definition")
        for tool in tools:
            page.said(_json(tool, indent=4), start, "definition")
            page.words("tool_after", start, "definition")
        page.said(messages[start].content.strip(), start)
        page.words("after", start)
        start += 1
    for at, message in enumerate(messages[start:], start):
        if page.template.tools and message.calls:
            if len(message.calls) > 1:
                raise BpeError(
                    f"{page.template.title} allows one tool call in a message; message {at + 1} has "
                    f"{len(message.calls):,}."
                )
            page.words("before", at, role="assistant")
            page.words("call_before", at)
            page.said(message.calls[0].name, at)
            page.words("call_arguments", at)
            page.said(_arguments(message.calls[0]), at)
            page.words("call_after", at)
        elif page.template.tools and message.role == "tool":
            page.words("before", at, role="ipython")
            page.said(_json(message.content), at)
        else:
            page.words("before", at, role=message.role)
            page.said(message.content.strip(), at)
        page.words("after", at)
    return True


# ---- DeepSeek V3


def _write_deepseek(page: _Page, messages: Sequence[Message], _tools: Tools) -> bool:
    systems = [at for at, message in enumerate(messages) if message.role == "system"]
    for at in systems:
        page.words("joined" if at != systems[0] else "", at)
        page.said(messages[at].content, at)
    called = resulted = after_result = False
    for at, message in enumerate(messages):
        if message.role == "user":
            page.words("user", at)
            page.said(message.content, at)
        elif message.role == "assistant" and message.calls and not message.content:
            for call in message.calls:
                # What begins the calls is written once in a conversation, and what ends them after each but the first.
                page.words("" if called else "calls_before", at)
                page.literal("\n" if called else "", at)
                page.words("call_before", at)
                page.said(call.name, at)
                page.words("call_arguments", at)
                page.said(call.arguments, at)
                page.words("call_after", at)
                page.words("calls_after" if called else "", at)
                called = True
        elif message.role == "assistant":
            page.words("results_after" if after_result else "assistant", at)
            page.said(message.content, at)
            page.words("end", at)
        elif message.role == "tool":
            page.literal("\n" if resulted else "", at)
            page.words("" if resulted else "results_before", at)
            page.words("result_before", at)
            page.said(message.content, at)
            page.words("result_after", at)
            resulted = True
        if message.role != "system":
            after_result = message.role == "tool"
    page.words("results_after" if after_result else "")
    return not after_result


# ---- Mistral


def _write_mistral(page: _Page, messages: Sequence[Message], tools: Tools) -> bool:
    groups = mistral_messages(page.template.title, messages)
    asked = max(number for number, group in enumerate(groups) if group.role == "user")
    for number, group in enumerate(groups):
        at = group.indexes[0] if group.indexes else None
        if group.role == "user":
            if tools and number == asked:
                page.words("tools_before", None, "definition")
                page.said(_json(mistral_tools(tools)), None, "definition")
                page.words("tools_after", None, "definition")
            page.words("before", at)
            if number == asked:
                for system in (index for index, one in enumerate(messages) if one.role == "system"):
                    page.said(messages[system].content, system)
                    page.words("joined" if messages[system].content else "", system)
            _write_joined(page, messages, group.indexes)
            page.words("after", at)
        elif group.role == "assistant":
            if group.calls:
                page.words("calls_before", at)
                page.said(_json(group.calls), at)
            else:
                _write_joined(page, messages, group.indexes, strips=True)
            page.words("answer_after", at)
        else:
            page.words("result_before", at)
            page.said(_json(group.result), at)
            page.words("result_after", at)
    return True


def _write_joined(
    page: _Page, messages: Sequence[Message], indexes: Sequence[int], *, strips: bool = False
) -> None:
    """Write the contents of messages, two line ends between two; with `strips` without spaces at the end of all."""
    spoken = [at for at in indexes if messages[at].content]
    for at in spoken:
        page.words("joined" if at != spoken[0] else "", at)
        content = messages[at].content
        page.said(content.rstrip(" ") if strips and at == spoken[-1] else content, at)


# ---- Harmony


def _write_harmony(page: _Page, messages: Sequence[Message], tools: Tools) -> bool:
    page.words("own_system")
    page.words("tools_channel" if tools else "", None, "definition")
    page.words("end")
    developers = [at for at, message in enumerate(messages) if message.role in ("system", "developer")]
    if tools and not developers:
        page.words("developer", None, "definition")
        _write_harmony_tools(page, tools, None)
        page.words("end", None, "definition")
    finals = [at for at, message in enumerate(messages) if message.role == "assistant" and not message.calls]
    spoken = [at for at, message in enumerate(messages) if message.role == "assistant"]
    # What was thought before the first final answer is dropped once the last answer is one.
    dropped_before = finals[0] + 1 if finals and spoken[-1] == finals[-1] else 0
    for at, message in enumerate(messages):
        if message.role in ("system", "developer"):
            page.words("developer", at)
            page.words("instructions", at)
            page.said(message.content, at)
            if tools and at == developers[0]:
                page.literal("\n\n", at, "definition")
                _write_harmony_tools(page, tools, at)
            page.words("end", at)
        elif message.role == "assistant":
            if message.reasoning and at >= dropped_before:
                _write_harmony_message(page, message, at, "analysis", message.reasoning)
            if not message.calls or message.content:
                _write_harmony_message(
                    page, message, at, "commentary" if message.calls else "final", message.content
                )
            for call in message.calls:
                _begin_harmony(page, message, at)
                page.words("call_to", at)
                page.said(call.name, at)
                page.words("call_channel", at)
                page.said(call.arguments, at)
                page.words("call_end", at)
        elif message.role == "tool":
            if not message.name:
                raise BpeError(
                    f"Message {at + 1} is the result of a tool without a name, and {page.template.title} needs it."
                )
            page.words("start", at)
            page.literal("functions.", at)
            page.said(message.name, at)
            page.words("result_channel", at)
            page.said(message.content, at)
            page.words("end", at)
        else:
            _write_harmony_message(page, message, at, "", message.content)
    return True


def _begin_harmony(page: _Page, message: Message, at: int) -> None:
    page.words("start", at)
    page.literal(message.role, at)
    page.said(f":{message.name}" if message.name else "", at)


def _write_harmony_message(page: _Page, message: Message, at: int, channel: str, content: str) -> None:
    _begin_harmony(page, message, at)
    page.words("channel" if channel else "", at)
    page.literal(channel, at)
    page.words("message", at)
    page.said(content, at)
    page.words("end", at)


def _write_harmony_tools(page: _Page, tools: Tools, at: int | None) -> None:
    page.words("tools_before", at, "definition")
    page.said("\n" + tools_as_typescript(tools), at, "definition")
    page.words("tools_after", at, "definition")


_WRITERS: Mapping[str, Callable[[_Page, Sequence[Message], Tools], bool]] = {
    "chatml": _write_chatml,
    "llama": _write_llama,
    "deepseek": _write_deepseek,
    "mistral": _write_mistral,
    "harmony": _write_harmony,
}
