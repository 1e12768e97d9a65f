"""The segments of a rendered conversation, and the page to which the writers add them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import regex

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.lessons.chat_templates import ChatTemplate

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


@dataclass(frozen=True, slots=True)
class Page:
    """The part of a conversation that has been written so far."""

    template: ChatTemplate
    segments: list[ChatSegment] = field(default_factory=list)

    def write(
        self, at: int | None, *parts: str | tuple[str, ...], role: str = "", defines: bool = False
    ) -> None:
        """Write parts of the message `at`: a string names a string of the template, a tuple contains content."""
        for part in parts:
            if isinstance(part, str):
                self.literal(self.template.words.get(part, "").replace("{role}", role), at, defines=defines)
                continue
            # JSON can contain an unpaired surrogate, such as \ud800.
            sent = replace_lone_surrogates("".join(part))
            kind: Kind = "definition" if defines else "content"
            self.segments.extend([ChatSegment(sent, kind, at)] if sent else [])

    def literal(self, text: str, at: int | None = None, *, defines: bool = False) -> None:
        """Write a string of the template, with separate segments for the control tokens in it."""
        controls = self.template.controls
        for part in regex.split("(" + "|".join(map(regex.escape, controls)) + ")", text):
            of_control = part in controls
            kind: Kind = "definition" if defines else "control" if of_control else "template"
            self.segments.extend([ChatSegment(part, kind, at, of_control)] if part else [])
