"""Which tokenizer a page uses: the one just trained, or one that is known."""

from functools import cache
from weakref import WeakKeyDictionary

import streamlit as st

from bpe_core import Tokenizer, TrainingHistory, load_published, train
from explorer_ui.state import Settings
from explorer_ui.training_runs import train_with_progress

TOKENIZERS = {
    "trained": "the one you train",
    "gpt2": "GPT-2",
    "cl100k_base": "GPT-4 (cl100k_base)",
    "o200k_base": "GPT-4o (o200k_base)",
    "bytes": "single bytes",
    "characters": "single characters",
}

# Shared by all sessions, like the histories: a tokenizer remembers the chunks it has met.
_TRAINED: WeakKeyDictionary[TrainingHistory, Tokenizer] = WeakKeyDictionary()


def choose_tokenizer(settings: Settings) -> Tokenizer:
    """Draw the choice and return the tokenizer; raises `BpeError` where training cannot be done."""
    name = st.selectbox("Tokenizer", list(TOKENIZERS), key="tokenizer", format_func=TOKENIZERS.__getitem__)
    return get_tokenizer(name, settings)


def get_tokenizer(name: str, settings: Settings) -> Tokenizer:
    """Return the tokenizer of a name in `TOKENIZERS` for the visitor's text and settings."""
    if name == "trained":
        history = train_with_progress(settings)
        if history not in _TRAINED:
            _TRAINED[history] = Tokenizer.from_history(history)
        return _TRAINED[history]
    if name == "characters":
        return Tokenizer.from_history(train(settings.text, recipe="characters", num_merges=0), name=name)
    if name == "bytes":
        return _single_bytes()
    return load_published(name)


@cache
def _single_bytes() -> Tokenizer:
    return Tokenizer.from_history(train("", recipe="bytes", num_merges=0), name="bytes")
