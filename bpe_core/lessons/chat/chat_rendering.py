r"""Writes messages in a chat template, segment by segment.

<|im_start|>   user\n   Hello     <|im_end|>   \n
control        template content   control      template
"""

from collections.abc import Sequence
from dataclasses import replace

from bpe_core.lessons.chat.chat_segments import MAX_RENDERED, ChatSegment, Page, Tools
from bpe_core.lessons.chat.chat_templates import ChatTemplate
from bpe_core.lessons.chat.chat_writers import WRITERS
from bpe_core.lessons.chat.messages import Message
from bpe_core.types import BpeError


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

    >>> from bpe_core.lessons.chat.chat_templates import TEMPLATES
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
