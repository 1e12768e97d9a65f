"""Which tokenizer a page uses: your own, or a published one."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import streamlit as st

from bpe_core import RECIPES, BpeError, Tokenizer, TrainingHistory
from bpe_core.lessons.tokens.token_boundaries import CutText, WordList, cut_by_words, cut_in_parts
from bpe_core.lessons.vocabulary.vocabulary import TokenTable, token_table
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.cache.bounded import cached, cached_with
from explorer_ui.tokenizers.leaving import result_while_wanted, while_wanted
from explorer_ui.tokenizers.tokenizer_files import file_tokenizers, opened
from explorer_ui.tokenizers.training_runs import train_with_progress
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted

Subject: TypeAlias = tuple[TrainingRequest, Callable[[], Tokenizer]]
"""What a page is about: a text with its training, and a function that returns the tokenizer that is used there."""

_CHUNKS = 1_000
"""The number of chunks after which it is checked whether the result is still wanted."""

_UNITS = ("characters", "bytes")

NO_TOKENS = "This tokenizer makes no tokens of your text."
"""What is said of a text that a tokenizer drops, such as white space."""

RANKS_OF_A_TABLE = (
    "In this tokenizer's table of ranks the 256 bytes count too: the rank of a token is its id, and the first merge "
    f"has rank 256. In {TOKENIZERS['trained'].sentence} the first merge has rank 0."
)


def encode_by_policy(tokenizer: Tokenizer, text: str, *, where: str) -> Iterator[list[int]]:
    """Yield the ids of each chunk of a text, with special tokens treated as chosen on the Tokens page.

    Raises `BpeError` if special tokens are to be rejected and there is one; `where` names the choice.
    """
    policy = st.session_state.special_policy
    if policy == "special":
        return while_wanted(tokenizer.iter_chunks(text, allowed_special="all"), every=_CHUNKS)
    if policy == "refuse" and (found := first_special(text, tokenizer.special_tokens)):
        token, position = found
        raise BpeError(
            f"The text contains the special token {token!r} after {counted(position, 'character')}, so it is "
            f"rejected. Choose {where} to encode it as plain text or as a special token."
        )
    return while_wanted(tokenizer.iter_chunks(text, disallowed_special=()), every=_CHUNKS)


def get_tokenizer(name: str, request: TrainingRequest) -> Tokenizer:
    """Return the tokenizer with a name in `CHOOSABLE`; a training, and a vocabulary of characters, is that of a request.

    Raises `BpeError` if training is not possible, and if no file was uploaded or it was evicted.
    """
    if name not in ("trained", *_UNITS):
        return opened(name)
    if name in _UNITS:
        # All 256 bytes are in the vocabulary, whatever the text.
        text = request.text if name == "characters" else ""
        request = TrainingRequest(text=text, recipe=RECIPES[name], num_merges=0, as_counts=False)
    history = train_with_progress(request)
    return cached_with(history, name, lambda: Tokenizer.from_history(history, name=name))


def compared_tokenizers() -> list[str]:
    """Return the names of the tokenizers to compare, with one name for each remembered file."""
    names: list[str] = []
    for name in st.session_state.compared:
        names += file_tokenizers() if name == "file" else [name]
    return names


def cut_text(name: str, text: str, learning: TrainingRequest) -> CutText:
    """Split a text with a tokenizer in `COMPARABLE`; special tokens in it are ordinary text.

    Words and the visitor's tokenizer are trained on the text of `learning`. Raises `BpeError` if the
    tokenizer cannot encode the text.
    """
    if name == "words":
        return cut_by_words(text, _word_list(learning.text))
    # A character vocabulary from another text could not encode this one, so it is trained on this text.
    tokenizer = get_tokenizer(name, learning.on(text) if name == "characters" else learning)
    return result_while_wanted(cut_in_parts(tokenizer, text))


def tokenizer_of(history: TrainingHistory) -> Tokenizer:
    """Return the tokenizer that a training learned; made once for each history."""
    return cached_with(history, "trained", lambda: Tokenizer.from_history(history))


def table_of(tokenizer: Tokenizer) -> TokenTable:
    """Return the table of all tokens of a tokenizer; made once for each tokenizer."""
    return cached_with(tokenizer, "table", lambda: token_table(tokenizer))


@cached
def _word_list(text: str) -> WordList:
    return WordList(text)
