"""A conversation turn by turn: how much of each request a server that caches prefixes has already computed."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.messages import Conversation, Message
from bpe_core.chat.prefix_cache import Request, iter_requests
from explorer_ui.cache.bounded import cached_with
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.visit.limits import MAX_CHAT_IN_ALL
from explorer_ui.visit.words import counted


def show_turns(
    tokenizer: Tokenizer, template: ChatTemplate, conversation: Conversation, text: str, *, size: int
) -> None:
    """Draw a row for each request; nothing for a conversation with a single request.

    The requests of a `text` are encoded once, while the results stay in the cache. `size` is that of the
    conversation in its template, in bytes.
    """
    messages = conversation.messages
    # A request may contain reasoning that the template drops from the whole conversation.
    largest = size + conversation.characters
    if largest * sum(message.role == "assistant" for message in messages) > MAX_CHAT_IN_ALL:
        st.caption(
            "This conversation is too long to compare its requests turn by turn: together they could have more "
            f"than {MAX_CHAT_IN_ALL:,} bytes in the chat template, which is the limit."
        )
        return
    requests = cached_with(
        tokenizer,
        f"chat turns {template.name}\n{text}",
        lambda: list(while_wanted(iter_requests(tokenizer, template, messages, conversation.tools))),
    )
    if len(requests) < 2:
        return
    st.markdown("**Turn by turn.** " + said_of(requests, messages))
    st.dataframe(
        pd.DataFrame(
            {
                "request ends with": f"message {request.messages}, {messages[request.messages - 1].role}",
                "tokens": request.tokens,
                "same as previous request": f"{request.kept:,} of {request.before:,}",
                "same if joined without a template": f"{request.joined_kept:,} of {request.joined_before:,}",
            }
            for request in requests
        ),
        hide_index=True,
    )


def said_of(requests: Sequence[Request], messages: Sequence[Message]) -> str:
    """Return a sentence that says where a prefix cache first misses.

    >>> told = [Message("user", "a"), Message("assistant", "b"), Message("user", "c")]
    >>> print(said_of([Request(1, 9, 0, 0, None, 0, 0), Request(3, 20, 4, 9, 0, 1, 1)], told))
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
