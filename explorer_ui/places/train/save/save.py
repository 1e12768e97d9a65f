"""The view that saves a training: as a tokenizer in the field's file formats, and as a list of merges."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import streamlit as st

from bpe_core import Tokenizer, TrainingHistory
from bpe_core.formats import FORMATS, merges_csv, merges_json
from bpe_core.training.beginning import can_continue
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.train.trained import train_below
from explorer_ui.tokenizers.cached_arguments import EvictedError, cached_call
from explorer_ui.tokenizers.save import in_format, offer_files
from explorer_ui.tokenizers.tokenizer_files import remember_trained
from explorer_ui.tokenizers.tokenizers import Subject, get_tokenizer, tokenizer_of
from explorer_ui.visit.state import Settings, go_to
from explorer_ui.visit.words import counted

_WITHOUT_BOUNDARIES = "A Hugging Face tokenizer.json that encodes in one pass"
_WITHOUT_BOUNDARIES_NOTE = (
    "Encodes as SuperBPE's authors do, without the lifted boundaries, so merges learned inside chunks can apply "
    "across a boundary. The ids of the library can therefore differ from those shown here."
)


def show_files(settings: Settings) -> Subject | None:
    """Draw what was trained in one sentence, and the download buttons, each with what its format can represent."""
    request = settings.training
    history = train_below(ask("Save"), request)
    if not history:
        return None
    tokenizer = tokenizer_of(history)
    look_here("Save")
    with st.container(key="hero"):
        st.markdown(what_was_trained(history, tokenizer))
    # The format that loses nothing, but that only this project reads, comes last.
    for file_format in sorted(FORMATS.values(), key=lambda one: one.name == "own"):
        in_format(tokenizer, file_format)
    if tokenizer.recipe.second_stage:
        in_one_pass = cached_with(tokenizer, "in one pass", tokenizer.in_one_pass)
        in_format(
            in_one_pass,
            replace(FORMATS["huggingface"], title=_WITHOUT_BOUNDARIES, note=_WITHOUT_BOUNDARIES_NOTE),
        )
    offer_files(
        "The list of merges",
        "Every merge with both sides, its id, its count and the number of replacements.",
        {
            "merges.csv": cached_call("merges.csv", merges_csv, history),
            "merges.json": cached_call("merges.json", merges_json, history),
        },
        "text/plain",
        reader="for a spreadsheet, or a program of your own",
    )
    if can_continue(tokenizer):
        _offer_more_training(tokenizer)
    return request, lambda: get_tokenizer("trained", request)


def what_was_trained(history: TrainingHistory, tokenizer: Tokenizer) -> str:
    """Return the sentence about a tokenizer: its vocabulary, and what it does with the text that it was learned from.

    >>> from bpe_core import train
    >>> history = train("low lower lowest", recipe="gpt2", num_merges=3)
    >>> what_was_trained(history, Tokenizer.from_history(history))
    '**259 tokens**: 256 to begin with and 3 learned. The text has 8 tokens now, and had 16 at the beginning.'
    """
    # A pair that was learned again across a lifted boundary makes the same token.
    learned = len({merge.new_id for merge in history.merges})
    size, counts = tokenizer.vocab_size, history.token_counts()
    return (
        f"**{counted(size, 'token')}**: {size - learned:,} to begin with and {learned:,} learned. "
        f"The text has {counted(int(counts[-1]), 'token')} now, and had {int(counts[0]):,} at the beginning."
    )


def _offer_more_training(tokenizer: Tokenizer) -> None:
    words, button = st.columns([3, 2], vertical_alignment="center")
    with words.container(gap=None):
        st.markdown("**Train it further**")
        st.caption(
            "Continue training from this tokenizer, with this text or another. Every page then offers this tokenizer "
            "as your file."
        )
    take = cached_call("further", remember_trained, tokenizer)
    button.button("Continue", on_click=_train_further, args=(take,))


def _train_further(remember: Callable[[], None]) -> None:
    # If the tokenizer was evicted, the page trains again, and the button is there again.
    with suppress(EvictedError):
        remember()
        go_to("Train", recipe="from_file", continued_from="", step=0)
