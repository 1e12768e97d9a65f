"""The Prompt view: the text as a prompt that is being typed, and which of its last tokens may still change."""

import streamlit as st

from bpe_core import Tokenizer, replace_lone_surrogates
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.tokens.prompt_end.prompt import Stretch, prompt_data, show_prompt
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.visit.limits import MAX_PROMPT
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings


def show_prompt_end(settings: Settings) -> None:
    """Draw the choice of tokenizer, and the end of the text as a prompt."""
    row = ask("Prompt")
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste the beginning of a text to see which of its tokens may still change.")
        return
    tokenizer = choose_tokenizer(settings.training, row)
    look_here("Prompt")
    _picture(tokenizer, text)


@cached_fragment
def _picture(tokenizer: Tokenizer, text: str) -> None:
    end = min(max(st.session_state.prompt_end or len(text), 1), len(text))
    if end > MAX_PROMPT:
        st.caption(f"The prompt would have {end:,} characters; only its last {MAX_PROMPT:,} are used.")
    name = TOKENIZERS[st.session_state.tokenizer].sentence
    prompt = text[max(end - MAX_PROMPT, 0) : end]
    data = cached_with(
        tokenizer, f"prompt {name} {prompt}", lambda: prompt_data(tokenizer, prompt, name=name)
    )
    stretch: Stretch = {"end": end, "length": len(text)}
    show_prompt(data, stretch, on_end=_take_end, key="prompt")
    if prompt.endswith(" "):
        st.markdown(
            "**Your prompt ends in a space; remove it.** In most vocabularies the token of a word begins with the "
            "space before it, and after a separate space token the model cannot choose that token."
        )
    # Prompts that end elsewhere are not exported: nothing in the exported page could select them.
    close_picture(Picture("Prompt", "places/tokens/prompt_end/prompt", {**data, "end": end, "length": 1}))


def _take_end(end: int | None) -> None:
    st.session_state.prompt_end = end
