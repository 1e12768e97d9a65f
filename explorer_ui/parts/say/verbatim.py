"""Sentences that are separate from a page's own text: what to look for, and quotations of what somebody typed."""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import count

import streamlit as st
from streamlit.errors import StreamlitDuplicateElementKey

from bpe_core import Tokenizer
from bpe_core.tokenizer.special_tokens import first_special
from bpe_core.types import shortened


def look_here(page: str) -> None:
    """Draw what to look for in a text to try, once it was chosen: each view calls this above its main figure."""
    look = st.session_state.look
    if look and look[0] == page:
        with st.container(key="look"):
            st.info(look[1], icon=":material/visibility:")


def say_if_special(text: str, tokenizers: Iterable[Tokenizer]) -> None:
    """Say how special tokens in the text are encoded, if it contains one of a tokenizer's."""
    if any(first_special(text, one.special_tokens) for one in tokenizers):
        st.caption("This page encodes special tokens in the text as plain text.")


def show_verbatim(text: str) -> None:
    """Draw a sentence that quotes what somebody typed, unchanged: markdown would rewrite the quotation.

    Only the first `MAX_ERROR` characters are drawn.
    """
    text = shortened(text)
    digest = sha256(text.encode()).hexdigest()[:12]
    for number in count():
        # Two parts of a page may say the same, such as that they failed for the same reason.
        with suppress(StreamlitDuplicateElementKey):
            place = st.container(key=f"told_{digest}_{number}")
            break
    # For a page's first code block a browser loads 1.5 MB. `st.text` rewrites nothing either, but drops white space
    # around a text and the indentation that all lines have in common.
    place.text(text)
