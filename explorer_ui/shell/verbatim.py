"""Text that somebody else wrote, drawn as it is."""

from hashlib import sha256

import streamlit as st

from bpe_core.types import shortened


def show_verbatim(text: str, *, name: str = "") -> None:
    """Draw a sentence that quotes what somebody typed: markdown would rewrite the quotation, this does not.

    Of a text of more than `MAX_ERROR` characters the beginning is drawn. `name` tells two apart that may say the same on one page.
    """
    # The style sheet sets what is in such a box as a sentence: only a block of code keeps every character.
    text = shortened(text)
    with st.container(key=f"told_{sha256((text + name).encode()).hexdigest()[:12]}"):
        st.code(text, language=None, wrap_lines=True)
