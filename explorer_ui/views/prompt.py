"""The Prompt view: the text as a prompt that is typed, and what its last tokens may still become."""

import streamlit as st

from bpe_core import BpeError, replace_lone_surrogates
from explorer_ui.components.prompt.prompt import show_prompt
from explorer_ui.frame.limits import MAX_PROMPT
from explorer_ui.frame.look import look_here
from explorer_ui.frame.names import TOKENIZERS
from explorer_ui.frame.state import Settings
from explorer_ui.frame.verbatim import show_verbatim
from explorer_ui.work.tokenizers import choose_tokenizer


def show_prompt_end(settings: Settings) -> None:
    """Draw the choice of tokenizer, and the end of the text as a prompt."""
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste the beginning of a text to see which of its tokens may still change.")
        return
    try:
        tokenizer = choose_tokenizer(settings)
        if len(text) > MAX_PROMPT:
            st.caption(
                f"The text has {len(text):,} characters; its last {MAX_PROMPT:,} are taken as the prompt."
            )
        look_here("Prompt")
        name = TOKENIZERS[st.session_state.tokenizer].sentence
        show_prompt(tokenizer, text[-MAX_PROMPT:], name=name, key="prompt")
    except BpeError as error:
        show_verbatim(str(error))
