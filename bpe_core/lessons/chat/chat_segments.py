"""The segments of a rendered conversation, and the page to which the writers add them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import regex

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.lessons.chat.chat_templates import ChatTemplate
from bpe_core.types import BpeError

MAX_RENDERED = 4_000_000
"""The default limit for a rendered conversation, in bytes: an indented value can become a line of 200 spaces."""

Kind: TypeAlias = Literal["control", "template", "definition", "content", "injected"]
Tools: TypeAlias = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class ChatSegment:
    """A stretch of a rendered conversation: a control token or text of the template, definitions of tools, or content.

    `message` is the index of its message, None for text outside all messages; `is_control` is True for a
    control token of the template.
    """

    text: str
    kind: Kind
    message: int | None
    is_control: bool = False


class TooLongError(BpeError):
    """A conversation that has more than `max_bytes` of UTF-8 in its chat template."""

    def __init__(self, template: ChatTemplate, max_bytes: int) -> None:
        super().__init__(
            f"In the chat template {template.title}, this conversation has more than {max_bytes:,} bytes, the "
            "limit. Shorten it; nested values in tool definitions grow most, since some templates indent them."
        )


@dataclass(slots=True)
class Page:
    """The part of a conversation that has been written so far, and its size in bytes of UTF-8."""

    template: ChatTemplate
    max_bytes: int
    segments: list[ChatSegment] = field(default_factory=list)
    size: int = 0

    def write(
        self, at: int | None, *parts: str | Iterable[str], role: str = "", defines: bool = False
    ) -> None:
        """Write parts of the message `at`: a string names a string of the template, an iterable yields content.

        Raises `BpeError` as soon as the page has more than `max_bytes`, before the rest is made.
        """
        for part in parts:
            if isinstance(part, str):
                self.literal(self.template.words.get(part, "").replace("{role}", role), at, defines=defines)
                continue
            # JSON can contain an unpaired surrogate, such as \ud800.
            sent = replace_lone_surrogates("".join(map(self._counted, part)))
            kind: Kind = "definition" if defines else "content"
            self.segments.extend([ChatSegment(sent, kind, at)] if sent else [])

    def literal(self, text: str, at: int | None = None, *, defines: bool = False) -> None:
        """Write a string of the template, with separate segments for the control tokens in it."""
        controls = self.template.controls
        for part in regex.split("(" + "|".join(map(regex.escape, controls)) + ")", text):
            of_control = part in controls
            kind: Kind = "definition" if defines else "control" if of_control else "template"
            self.segments.extend([ChatSegment(self._counted(part), kind, at, of_control)] if part else [])

    def _counted(self, text: str) -> str:
        self.size += len(text.encode("utf-8", "surrogatepass"))
        if self.size > self.max_bytes:
            raise TooLongError(self.template, self.max_bytes)
        return text
