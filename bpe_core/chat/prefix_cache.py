r"""For each request of a conversation, how many of its first tokens equal those of the previous request.

A server keeps what a model computed for a prompt, and reuses it for a prompt that begins with the same tokens
(prefix caching). Each request of a conversation contains the previous one, so the results for all tokens of
the previous request could be reused, unless the chat template now writes earlier messages differently:

    request 1    <s> [INST] Answer in French.\n\nGood morning. [/INST]
    request 2    <s> [INST] Good morning. [/INST] Bonjour.</s> [INST] Answer in French.\n\nHow are you? [/INST]
    in common    <s> [INST]
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bpe_core.chat.chat import encode_chat
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import Tools
from bpe_core.chat.messages import Message
from bpe_core.lessons.tokens.prompt_end import common_beginning
from bpe_core.tokenizer import Tokenizer


class Request(NamedTuple):
    """A request of a conversation: its first `messages` messages, which a model answers.

    The first `kept` of its `tokens` are also the first tokens of the previous request, which had `before`
    tokens. The first token that differs belongs to message `breaks_in`, which is None if that token belongs
    to no message or no token differs. `joined_kept` and `joined_before` correspond to `kept` and `before` if
    the contents are concatenated without a template.
    """

    messages: int
    tokens: int
    kept: int
    before: int
    breaks_in: int | None
    joined_kept: int
    joined_before: int


def iter_requests(
    tokenizer: Tokenizer, template: ChatTemplate, messages: Sequence[Message], tools: Tools = ()
) -> Iterator[Request]:
    """Yield each request of a conversation, all with the same tool definitions; control tokens in contents are encoded as text.

    A request is everything before an answer; if the conversation does not end with an answer, all of it is
    the last request. Raises `BpeError` as `encode_chat` does.

    >>> from bpe_core import load_published
    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> told = [Message("user", "Hi"), Message("assistant", "Hello"), Message("user", "Bye")]
    >>> for request in iter_requests(load_published("qwen3"), TEMPLATES["chatml"], told):
    ...     print(request)
    Request(messages=1, tokens=9, kept=0, before=0, breaks_in=None, joined_kept=0, joined_before=0)
    Request(messages=3, tokens=22, kept=9, before=9, breaks_in=None, joined_kept=1, joined_before=1)
    """
    before: list[int] = []
    joined_before: list[int] = []
    roles = [message.role for message in messages]
    ends = [at for at, role in enumerate(roles) if role == "assistant"]
    for end in [*ends, *([len(roles)] if roles[-1] != "assistant" else [])]:
        chat = encode_chat(tokenizer, template, messages[:end], policy="ordinary", tools=tools)
        joined = tokenizer.encode_ordinary("".join(message.content for message in messages[:end]))
        kept = common_beginning(before, chat.ids)
        yield Request(
            messages=end,
            tokens=len(chat.ids),
            kept=kept,
            before=len(before),
            breaks_in=chat.messages[kept] if kept < len(before) else None,
            joined_kept=common_beginning(joined_before, joined),
            joined_before=len(joined_before),
        )
        before, joined_before = chat.ids, joined
