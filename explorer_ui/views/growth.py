"""The Growth view: the visitor's text under every size of every vocabulary."""

import streamlit as st

from bpe_core import BpeError, Tokenizer, load_published, replace_lone_surrogates
from bpe_core.alphabets import counts_bytes
from bpe_core.lessons.growth import Growth, growth
from explorer_ui.components.growth.growth import GrowingVocabulary, show_growth
from explorer_ui.frame.limits import MAX_GROWN
from explorer_ui.frame.look import look_here
from explorer_ui.frame.names import TOKENIZERS
from explorer_ui.frame.samples import parallel_texts
from explorer_ui.frame.state import Settings
from explorer_ui.frame.verbatim import show_verbatim
from explorer_ui.work.shared import kept_with, shared
from explorer_ui.work.tokenizers import get_tokenizer

NAMES = ("o200k_base", "cl100k_base", "gpt2")


def show_growing(settings: Settings) -> None:
    """Draw the text under the three published vocabularies and the one that was trained."""
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste a text to see it under every size of a vocabulary.")
        return
    shown = text.encode("utf-8")[:MAX_GROWN].decode("utf-8", "ignore")
    if len(shown) < len(text):
        st.caption(f"The text has {len(text):,} characters; its first {len(shown):,} are shown.")
        text = shown
    vocabularies = []
    for name in NAMES:
        with st.spinner(f"Encoding the text with {TOKENIZERS[name].sentence}"):
            found = grown(load_published(name), text)
            vocabularies.append(GrowingVocabulary(TOKENIZERS[name].sentence, found, grown_languages(name)))
    try:
        own = get_tokenizer("trained", settings)
        if not counts_bytes(own.base.alphabet):
            raise BpeError(
                "It is made of characters and the others of bytes, so they cannot be held together."
            )
        vocabularies.append(GrowingVocabulary(TOKENIZERS["trained"].sentence, grown(own, text), {}))
    except BpeError as error:
        st.caption("The tokenizer trained here is not shown:")
        show_verbatim(str(error))
    if any(token in text for name in NAMES for token in load_published(name).special_tokens):
        st.caption("Special tokens in the text are taken as plain text on this page.")
    look_here("Growth")
    show_growth(vocabularies, first_language="English", key="growth")


def grown(tokenizer: Tokenizer, text: str) -> Growth:
    """Return a text under every size of a vocabulary, as `growth` does, from a cache where it was made before."""
    return kept_with(tokenizer, f"grown {text}", lambda: growth(tokenizer, text))


@shared
def grown_languages(name: str) -> dict[str, Growth]:
    """Return the parallel paragraph under every size of a published vocabulary: language -> growth."""
    return {language: growth(load_published(name), text) for language, text in parallel_texts().items()}
