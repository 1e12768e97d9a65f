"""The Chat view: the text as messages, in the chat template in which a model sees them."""

import dataclasses
from collections.abc import Sequence
from functools import partial
from typing import get_args

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BpeError, Tokenizer
from bpe_core.chat.chat import (
    ChatEncoding,
    Policy,
    SeenMessage,
    encode_chat_in_parts,
    id_of_control,
    messages_seen,
    missing_controls,
    with_controls,
)
from bpe_core.chat.chat_fit import fit_messages, left_out
from bpe_core.chat.chat_templates import ABOUT_OPENAI, TEMPLATES, ChatTemplate, own_template
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.conversation import jsonl_lines, read_conversation, write_conversation
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.chat.messages import Conversation, Message
from explorer_ui.browser.packing import display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.places.chat.chat_body import listed, say_what_is_missing
from explorer_ui.places.chat.log import chosen_line, show_lines, show_turns
from explorer_ui.places.chat.seen_messages import show_counts, show_seen
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, choose_policy, choose_tokenizer
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.limits import MAX_CHAT, MAX_CHAT_BYTES, MAX_MESSAGES
from explorer_ui.visit.names import CHAT_FORMATS, SPECIAL_POLICIES, TOKENIZERS
from explorer_ui.visit.replacing import replace
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, percent

_ADDED = ("system", "user", "assistant")


def show_chat(settings: Settings) -> None:
    """Draw the choices, all tokens, the count of each message, and the effect of an injected control token."""
    row = ask("Chat")
    tokenizer = choose_tokenizer(settings.training, row)
    template = _choose_format(tokenizer, row)
    able = tokenizer
    missing = missing_controls(tokenizer, template)
    if missing:
        able = cached_with(tokenizer, f"chat {template.name}", lambda: with_controls(tokenizer, template))
    lines = jsonl_lines(settings.text)
    if not lines:
        _offer_messages(_show_conversation(able, template, settings.text))
    elif len(settings.text) > MAX_CHAT:
        raise BpeError(_too_long(len(settings.text)))
    else:
        try:
            _show_conversation(able, template, lines[chosen_line(lines) - 1])
        except BpeError as error:
            # The other lines may be valid.
            show_verbatim(str(error))
        count = partial(count_request_in_parts, model=able, template=template, max_bytes=MAX_CHAT_BYTES)
        show_lines(lines, count, able, template.name)
    _say_where_from(template, {token: able.special_tokens[token] for token in missing})


def _too_long(characters: int) -> str:
    return f"The text has {characters:,} characters; the limit of this page is {MAX_CHAT:,}. “Size of each part” takes longer ones."


def _show_conversation(tokenizer: Tokenizer, template: ChatTemplate, text: str) -> Conversation:
    """Draw the conversation in a text, and return the messages that were sent."""
    conversation = read_conversation(text)
    if conversation.is_prompt:
        raise BpeError(f"This is {conversation.read_as}. “Size of each part” counts it.")
    if conversation.characters > MAX_CHAT:
        raise BpeError(_too_long(conversation.characters))
    if len(conversation.messages) > MAX_MESSAGES:
        raise BpeError(f"The conversation has more than {MAX_MESSAGES:,} messages, the limit.")
    messages, said = fit_messages(template, conversation.messages)
    fitted = dataclasses.replace(conversation, messages=messages)
    segments = cached_with(
        tokenizer,
        f"chat written {template.name}\n{text}",
        lambda: render_messages(template, messages, fitted.tools, max_bytes=MAX_CHAT_BYTES),
    )
    if left := left_out(messages, fitted.tools, segments):
        said.append(f"Left out by this template, so the model does not get it: {listed(left)}.")
    _show(tokenizer, template, fitted, said, text)
    show_turns(tokenizer, template, fitted.messages, fitted.tools, text)
    return conversation


def _choose_format(tokenizer: Tokenizer, row: DeltaGenerator) -> ChatTemplate:
    name = choose(row.selectbox, "Chat template", CHAT_FORMATS, key="chat_format", width=CHOICE_WIDTH)
    if name in TEMPLATES:
        return TEMPLATES[name]
    return own_template(tokenizer.name, id_of_control(tokenizer)) or TEMPLATES["chatml"]


def _say_where_from(template: ChatTemplate, given: dict[str, int]) -> None:
    name = TOKENIZERS[st.session_state.tokenizer].sentence
    sentence = f"**{template.title}.** Source: {template.source}"
    if given:
        listed = ", ".join(f"`{token}` {id_}" for token, id_ in given.items())
        sentence += (
            f" The vocabulary of {name} lacks some of the template's control tokens, so they are added here, "
            f"as is done before a model is fine-tuned for chat: {listed}."
        )
    if given and template.name.startswith("llama"):
        sentence += (
            " The license of Llama 3 does not let us include its vocabulary: choose “from a file” above, "
            "and open the `tokenizer.json` from the model's page on Hugging Face."
        )
    if template.name == "chatml" and st.session_state.tokenizer in ABOUT_OPENAI:
        sentence += f" {ABOUT_OPENAI[st.session_state.tokenizer]}"
    st.caption(sentence)


def _offer_messages(conversation: Conversation) -> None:
    words, buttons = st.columns([3, 2], vertical_alignment="center")
    words.caption(
        "Plain text is one user message. Begin lines with `system:`, `user:`, `assistant:` or `tool:`, or paste a "
        f"request as JSON or JSON Lines: {MAX_CHAT:,} characters at most, {MAX_CHAT_BYTES:,} bytes in the chat template."
    )
    with buttons.container(horizontal=True, gap="small", key="chat_add"):
        for role in _ADDED:
            st.button(
                f"Add {role}",
                key=f"chat_add_{role}",
                on_click=_add,
                args=(role, conversation.messages),
                # The button rewrites the text from roles and contents only.
                disabled=not conversation.is_plain,
                help=None
                if conversation.is_plain
                else "Not available: it would remove parts that only the JSON has.",
            )


def _add(role: str, messages: list[Message]) -> None:
    # A system message comes first and tells the model how to behave.
    new = [Message(role, "You are a baker.")] if role == "system" else [Message(role, "")]
    messages = new + messages if role == "system" else messages + new
    replace(f"“Add {role}”", {"text": write_conversation(messages)})


def _show(
    tokenizer: Tokenizer, template: ChatTemplate, conversation: Conversation, said: Sequence[str], text: str
) -> None:
    messages, tools = conversation.messages, conversation.tools

    def encoded(policy: Policy) -> ChatEncoding:
        return cached_with(
            tokenizer,
            f"chat {policy} {template.name}\n{text}",
            lambda: result_while_wanted(
                encode_chat_in_parts(
                    tokenizer, template, messages, policy=policy, tools=tools, max_bytes=MAX_CHAT_BYTES
                )
            ),
        )

    def outcome(policy: Policy) -> ChatEncoding | str:
        try:
            return encoded(policy)
        except BpeError as error:
            return str(error)

    as_string = encoded("special")
    look_here("Chat")
    if "injected" not in as_string.kinds:
        _show_tokens(tokenizer, template, as_string, conversation, said)
        return
    policies: tuple[Policy, ...] = get_args(Policy)
    outcomes = {policy: outcome(policy) for policy in policies}
    choose_policy("This text contains control tokens")
    chosen = outcomes[st.session_state.special_policy]
    if isinstance(chosen, str):
        st.caption("A rejected text has no tokens: choose another option to see tokens.")
    else:
        _show_tokens(tokenizer, template, chosen, conversation, said)
    st.markdown(
        "What the model sees depends on how the program that fills in the template encodes the control tokens:"
    )
    for column, (policy, found) in zip(st.columns(len(outcomes)), outcomes.items(), strict=True):
        with column.container(border=True, height="stretch"):
            st.markdown(f"**{SPECIAL_POLICIES[policy].capitalize()}**")
            _show_outcome(tokenizer, template, policy, found)


def _show_tokens(
    tokenizer: Tokenizer,
    template: ChatTemplate,
    chat: ChatEncoding,
    conversation: Conversation,
    said: Sequence[str],
) -> None:
    seen = messages_seen(tokenizer, template, chat)
    starts = {0, *(message.start for message in seen), chat.answer_start} - {len(chat.ids)}
    controls = {*tokenizer.special_tokens.values()} | {
        id_ for id_, kind in zip(chat.ids, chat.kinds, strict=True) if kind in ("control", "injected")
    }
    added = [int(kind in ("control", "template", "definition")) for kind in chat.kinds]
    data = strip_data(
        chat.ids,
        tokenizer.vocab,
        chunk_starts=sorted(starts),
        special_ids=sorted(controls & {*chat.ids}),
        display=display_of(tokenizer.recipe.alphabet),
        label="The conversation in tokens",
        height=330,
        template=np.flatnonzero(np.diff([0, *added, 0])).reshape(-1, 2).tolist(),
        injected=[at for at, kind in enumerate(chat.kinds) if kind == "injected"],
    )
    token_strip(data, chat.ids, key="chat_strip", tokenizer=tokenizer)
    total = len(chat.ids)
    sentence = (
        f"**{chat.of_template:,} of {counted(total, 'token')} come from the chat template**, "
        f"{percent(chat.of_template / total)}."
    )
    if chat.of_definitions:
        sentence += f" {chat.of_definitions:,} more define tools, {percent(chat.of_definitions / total)}."
    st.markdown(sentence)
    say_what_is_missing(conversation, said, total)
    show_counts(chat, seen)


def _show_outcome(
    tokenizer: Tokenizer, template: ChatTemplate, policy: Policy, found: ChatEncoding | str
) -> None:
    """Describe what a model sees under one policy, and draw the messages that it can recognize in the ids."""
    if isinstance(found, str):
        show_verbatim(f"The model sees nothing. {found}")
        return
    seen = messages_seen(tokenizer, template, found)
    st.markdown(_verdict(tokenizer, policy, found, seen))
    show_seen(seen, key=f"chat_seen_{policy}")


def _verdict(tokenizer: Tokenizer, policy: Policy, chat: ChatEncoding, seen: Sequence[SeenMessage]) -> str:
    sees = f"The model sees {counted(len(seen), 'message')}"
    placed = [id_ for id_, kind in zip(chat.ids, chat.kinds, strict=True) if kind == "injected"]
    if not placed:
        return f"{sees}. What looks like a control token is encoded as plain text."
    forged = sum(message.injected for message in seen)
    if not forged:
        came = ""
    elif forged == 1:
        came = " One of them was not sent by anyone: it came from the text of a message."
    else:
        came = f" {forged:,} of them were not sent by anyone: they came from the text of a message."
    sentence = (
        f"{sees}.{came} The text contains {counted(len(placed), 'control token')}, and they have the same "
        "effect as those of the template."
    )
    if policy == "special":
        return sentence
    added = {one.content for one in tokenizer.steps.added_tokens if one.token_id in placed}
    not_special = added - tokenizer.special_tokens.keys()
    listed = ", ".join(f"`{token}`" for token in sorted(not_special))
    return f"{sentence} This tokenizer does not mark {listed} as special, so it recognizes them in any text."
