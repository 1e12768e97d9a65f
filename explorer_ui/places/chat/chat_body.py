"""The parts of a pasted request that the figures of the Chat page do not include, shown next to them."""

from collections.abc import Mapping, Sequence

import streamlit as st

from bpe_core.chat.messages import Conversation, Effect, NotCounted
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.visit.limits import MAX_IMAGE_TOKENS
from explorer_ui.visit.words import counted

_NAMED = 5


def say_what_is_missing(conversation: Conversation, said: Sequence[str], total: int) -> None:
    """Describe what was read, what is changed or left out (`said`) or not counted, and what the images cost."""
    st.caption(" ".join([f"Read as {conversation.read_as}.", *said]))
    if conversation.not_counted:
        show_verbatim(said_of_not_counted(conversation.not_counted))
    if conversation.images:
        _say_images(conversation.images, total)


_EFFECTS: Mapping[Effect, str] = {
    "more": "Not counted, so the model gets more tokens than are shown here",
    "unknown": "Not counted, and it is unknown whether this adds tokens",
    "nothing": "Not counted, since this adds no tokens",
}


def said_of_not_counted(fields: Sequence[NotCounted]) -> str:
    """Return a sentence about the fields that are not counted, for each effect on the tokens.

    >>> said_of_not_counted([NotCounted("seed2"), NotCounted("prompt", "more")])
    'Not counted, so the model gets more tokens than are shown here: prompt. Not counted, and it is unknown whether \
this adds tokens: seed2.'
    """
    of_effect = {effect: [str(one) for one in fields if one.effect == effect] for effect in _EFFECTS}
    return " ".join(f"{_EFFECTS[effect]}: {listed(names)}." for effect, names in of_effect.items() if names)


def listed(names: Sequence[str]) -> str:
    """Return the first few names as a phrase.

    >>> listed(list("abcdefg"))
    'a, b, c, d, e and 2 more'
    """
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _say_images(images: int, total: int) -> None:
    words, number = st.columns([3, 1], vertical_alignment="center")
    cost = number.number_input(
        "Tokens per image", 0, MAX_IMAGE_TOKENS, step=1, key="image_tokens",
        help="What an image costs depends on the model and on its size: look it up in the documentation of the API.",
    )  # fmt: skip
    words.markdown(said_of_images(images, int(cost), total))


def said_of_images(images: int, cost: int, total: int) -> str:
    """Return a sentence about the tokens that images add.

    >>> said_of_images(2, 765, 100)
    '**2 images** at 765 tokens each, as you entered: 1,530 tokens more, **1,630 tokens** in all.'
    """
    if not cost:
        return f"**{counted(images, 'image')} left out**: enter the tokens per image to include {'it' if images == 1 else 'them'}."
    return (
        f"**{counted(images, 'image')}** at {counted(cost, 'token')} each, as you entered: "
        f"{counted(images * cost, 'token')} more, **{counted(images * cost + total, 'token')}** in all."
    )
