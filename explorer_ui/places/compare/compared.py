"""What the views of Compare share: the tokenizers that are compared, and the text as each of them encodes it."""

from collections.abc import Iterable
from contextlib import suppress

import streamlit as st

from bpe_core import BpeError
from bpe_core.lessons.tokens.token_boundaries import CutText
from bpe_core.published import PUBLISHED
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special, show_verbatim
from explorer_ui.tokenizers.choice import choose_tokenizers, offer_upload, say_if_by_heart
from explorer_ui.tokenizers.tokenizer_files import called, is_open
from explorer_ui.tokenizers.tokenizers import compared_tokenizers, cut_text, get_tokenizer
from explorer_ui.visit.limits import MAX_COMPARED
from explorer_ui.visit.names import COMPARABLE, PRESET, THIS_TEXT, TOKENIZERS
from explorer_ui.visit.samples import sample_names, sample_text
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest

_PRESET_HELP = f"Compare {', '.join(TOKENIZERS[name].short for name in PRESET)}"


def choose_compared(page: str, training: TrainingRequest) -> tuple[list[str], TrainingRequest]:
    """Draw the question of a page and the choice; return the tokenizers, and what yours is trained on."""
    row = ask(page)
    row.button(f"{len(PRESET)} models", on_click=_take_preset, help=_PRESET_HELP)
    behind, chosen = choose_tokenizers(
        row,
        "compared",
        {name: TOKENIZERS[name] for name in COMPARABLE},
        label=f"Tokenizers, up to {MAX_COMPARED}",
        most=MAX_COMPARED,
    )
    if "file" in chosen:
        try:
            with behind:
                offer_upload(chooses=False)
        except BpeError as error:
            show_verbatim(str(error))
    source = behind.selectbox(
        f"Whole words and {TOKENIZERS['trained'].sentence} learn from",
        [THIS_TEXT, *sample_names()],
        key="learn_from",
        help=f"Train the list of words and {TOKENIZERS['trained'].sentence} on another text, so that the text they "
        "encode contains words they have never seen.",
    )
    learning = training if source == THIS_TEXT else training.on(sample_text(source))
    if "trained" in chosen:
        say_if_by_heart(learning)
    every = compared_tokenizers()
    if len(every) > MAX_COMPARED:
        st.caption(f"The first {MAX_COMPARED} of {len(every)} are compared.")
    return every[:MAX_COMPARED], learning


def _take_preset() -> None:
    st.session_state.compared = list(PRESET)


def text_to_compare(page: str, settings: Settings, chosen: list[str]) -> str:
    """Return the text, or say why there is nothing to compare and return ""."""
    if not chosen:
        st.info(f"Choose one or more tokenizers, up to {MAX_COMPARED}.")
        return ""
    look_here(page)
    if not settings.text:
        st.info("Type or paste a text above to compare its tokens.")
    return settings.text


def cuts_of(text: str, chosen: list[str], learning: TrainingRequest) -> dict[str, CutText]:
    """Return the text as each tokenizer encodes it, without those that cannot, which are named."""
    return {name: cut for name in chosen if (cut := _try_cut(name, text, learning)) is not None}


def say_special(text: str, names: Iterable[str], learning: TrainingRequest) -> None:
    """Say how special tokens in the text are encoded, if there are any of a compared tokenizer."""
    tokenizers = []
    for name in names:
        # If training is not possible, the view has said why.
        with suppress(BpeError):
            if name in PUBLISHED or name == "trained" or is_open(name):
                tokenizers.append(get_tokenizer(name, learning))
    say_if_special(text, tokenizers)


def _try_cut(name: str, text: str, learning: TrainingRequest) -> CutText | None:
    try:
        return cut_text(name, text, learning)
    except BpeError as error:
        st.markdown(f"**{called(name).short}** cannot encode this text:")
        show_verbatim(str(error))
        return None
