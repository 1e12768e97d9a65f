"""The sentence about the word of a text that a tokenizer splits into the most tokens."""

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.hardest_word import hardest_word
from explorer_ui.shell.names import TOKENIZERS


def show_hardest_word(tokenizer: Tokenizer, text: str) -> None:
    """Draw the word, its tokens, and how many would do; nothing where no word has two tokens."""
    found = hardest_word(tokenizer, text)
    if found is None:
        return
    word, tokens, fewest = found
    said = f"The hardest word here for {TOKENIZERS[st.session_state.tokenizer].sentence}: "
    # A word is letters alone, which markdown leaves as they are; isolated, it turns no other part of the sentence.
    said += f"\u2068{word}\u2069, {tokens} tokens"
    if fewest is not None:
        said += f" (the fewest possible: {fewest})" if fewest < tokens else ", and no tokenization has fewer"
    st.caption(f"{said}.")
