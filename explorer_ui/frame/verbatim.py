"""Text that somebody else wrote, drawn as it is."""

import streamlit as st


def show_verbatim(text: str) -> None:
    """Draw a sentence that quotes what somebody typed: markdown would rewrite the quotation, this does not."""
    st.code(text, language=None, wrap_lines=True)
