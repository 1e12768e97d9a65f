"""A file for fine-tuning, with one conversation on each line: the tokens of each line and message."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.chat.chat import encode_chat
from bpe_core.chat.chat_fit import fit_messages, left_out
from bpe_core.chat.chat_templates import ChatTemplate
from bpe_core.chat.chat_writers import TooLongError, render_messages
from bpe_core.chat.conversation import read_conversation
from explorer_ui.cache.bounded import cached_with
from explorer_ui.places.chat.chat_body import listed
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.visit.limits import MAX_CHAT_BYTES, MAX_CHAT_IN_ALL
from explorer_ui.visit.words import counted


class Line(NamedTuple):
    """The token counts of a line, one for each message in order; `missing` says what is not counted, or why nothing could be counted."""

    tokens: int
    template: int
    definitions: int
    assistant: int
    of_messages: tuple[int, ...]
    missing: str


def chosen_line(lines: Sequence[str]) -> str:
    """Return the line to draw; `show_lines` draws the box in which it is chosen."""
    number = min(max(int(st.session_state.chat_line), 1), len(lines))
    st.session_state.chat_line = number
    return lines[number - 1]


def show_lines(tokenizer: Tokenizer, template: ChatTemplate, lines: Sequence[str]) -> None:
    """Draw the token counts of each line, and their sums."""
    counts = cached_with(
        tokenizer,
        "\n".join([f"chat lines {template.name}", *lines]),
        lambda: list(while_wanted(count_lines(tokenizer, template, lines))),
    )
    total, answers = (sum(getattr(line, name) for line in counts) for name in ("tokens", "assistant"))
    words, number = st.columns([3, 1], vertical_alignment="center")
    number.number_input("Line to show", 1, len(lines), step=1, key="chat_line")
    words.markdown(
        f"**All {len(counts):,} lines: {counted(total, 'token')}**, {answers:,} of them in the assistant's messages."
    )
    st.dataframe(
        pd.DataFrame(
            {
                "line": number,
                "tokens": line.tokens,
                "template": line.template,
                "definitions": line.definitions,
                "assistant": line.assistant,
                "tokens of each message": " + ".join(f"{one:,}" for one in line.of_messages),
                "not counted": line.missing,
            }
            for number, line in enumerate(counts, 1)
        ),
        hide_index=True,
    )


def count_lines(tokenizer: Tokenizer, template: ChatTemplate, lines: Sequence[str]) -> Iterator[Line]:
    r"""Yield the counts of each line; control tokens in contents are ordinary text.

    >>> from bpe_core import load_published
    >>> from bpe_core.chat.chat_templates import TEMPLATES
    >>> line = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}'
    >>> next(count_lines(load_published("qwen3"), TEMPLATES["chatml"], [line]))
    Line(tokens=12, template=10, definitions=0, assistant=6, of_messages=(6, 6), missing='')
    """
    room = MAX_CHAT_IN_ALL
    for line in lines:
        try:
            if room < 0:
                raise BpeError(
                    f"The lines above have {MAX_CHAT_IN_ALL:,} bytes in the chat template, the limit."
                )
            read = read_conversation(line)
            messages, _ = fit_messages(template, read.messages)
            chat = encode_chat(
                tokenizer, template, messages, policy="ordinary", tools=read.tools, max_bytes=MAX_CHAT_BYTES
            )
            room -= sum(map(len, tokenizer.decode_tokens_bytes(chat.ids)))
            left = left_out(messages, read.tools, render_messages(template, messages, read.tools))
        except BpeError as error:
            room -= MAX_CHAT_BYTES * isinstance(error, TooLongError)
            yield Line(0, 0, 0, 0, (), str(error))
            continue
        images = [counted(read.images, "image")] if read.images else []
        each = tuple(chat.messages.count(at) for at in range(len(messages)))
        answers = sum(
            size for size, message in zip(each, messages, strict=True) if message.role == "assistant"
        )
        missing = (
            listed([*map(str, read.not_counted), *left, *images])
            if read.not_counted or left or images
            else ""
        )
        yield Line(len(chat.ids), chat.of_template, chat.of_definitions, answers, each, missing)
