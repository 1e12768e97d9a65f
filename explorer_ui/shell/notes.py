"""Sentences that a page shows apart from its own: what to look for, and what somebody else wrote."""

from hashlib import sha256

import streamlit as st

from bpe_core.types import shortened


def look_here(page: str) -> None:
    """Draw what to look for, where a page leads to after "Try this": each view calls this above its main figure."""
    look = st.session_state.look
    if look and look[0] == page:
        with st.container(key="look"):
            st.info(look[1], icon=":material/visibility:")


def show_verbatim(text: str, *, name: str = "") -> None:
    """Draw a sentence that quotes what somebody typed: markdown would rewrite the quotation, this does not.

    Of a text of more than `MAX_ERROR` characters the beginning is drawn. `name` tells two apart that may say the same on one page.
    """
    # The style sheet sets what is in such a box as a sentence: only a block of code keeps every character.
    text = shortened(text)
    with st.container(key=f"told_{sha256((text + name).encode()).hexdigest()[:12]}"):
        st.code(text, language=None, wrap_lines=True)
