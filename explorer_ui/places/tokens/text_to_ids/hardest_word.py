"""The sentence about the word of a text that a tokenizer splits into the most tokens."""

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.tokens.single_words import hardest_word
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.words import readable


def show_hardest_word(tokenizer: Tokenizer, text: str, *, special: bool = False) -> None:
    """Draw the word, its tokens, and the fewest possible; nothing if every word is one token.

    `special` is True if special tokens in the text are encoded as their ids.
    """
    found = hardest_word(tokenizer, text, special=special)
    if found is None:
        return
    word, tokens, fewest = found
    said = f"Among the hardest words here for {TOKENIZERS[st.session_state.tokenizer].sentence}: "
    # A word has only letters, and before them a space that is shown as a sign: markdown changes neither. Isolated, it
    # does not change the direction of other words.
    said += f"\u2068{readable(word.encode())}\u2069, {tokens} tokens"
    if fewest is not None:
        said += f" (the fewest possible: {fewest})" if fewest < tokens else ", and no tokenization has fewer"
    st.caption(f"{said}.")
