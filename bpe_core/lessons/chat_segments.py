"""What a rendered conversation consists of, and the page that those who write it write on."""

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

    `message` is the index of the message that it belongs to, None for what is around them all; `is_control` says
    that the template places it as a control token.
    """

    text: str
    kind: Kind
    message: int | None
    is_control: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What is written so far of a conversation."""

    template: ChatTemplate
    segments: list[ChatSegment] = field(default_factory=list)

    def write(
        self, at: int | None, *parts: str | tuple[str, ...], role: str = "", defines: bool = False
    ) -> None:
        """Write words of the template by their names, and in tuples what somebody sent, for the message `at`."""
        for part in parts:
            if isinstance(part, str):
                self.literal(self.template.words.get(part, "").replace("{role}", role), at, defines=defines)
                continue
            # JSON can contain an unpaired surrogate, such as \ud800.
            sent = replace_lone_surrogates("".join(part))
            kind: Kind = "definition" if defines else "content"
            self.segments.extend([ChatSegment(sent, kind, at)] if sent else [])

    def literal(self, text: str, at: int | None = None, *, defines: bool = False) -> None:
        """Write a text of the template: the control tokens in it are placed."""
        controls = self.template.controls
        for part in regex.split("(" + "|".join(map(regex.escape, controls)) + ")", text):
            of_control = part in controls
            kind: Kind = "definition" if defines else "control" if of_control else "template"
            self.segments.extend([ChatSegment(part, kind, at, of_control)] if part else [])
